package io.github.tgp4j.spark;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.AutoSettings;
import io.github.tgp4j.auto.FitBudget;
import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.auto.ModelTexts;
import io.github.tgp4j.auto.Quality;
import io.github.tgp4j.auto.RemoteFit;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.data.ColumnCoding;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TargetFacts;
import io.github.tgp4j.data.TargetKind;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.rows.RowSample;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.text.Names;
import io.github.tgp4j.train.TrainingListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the search of one machine choose a model on some of the rows, then trains what it chose on
 * all of them: every part of a blend goes on from where the search left it.
 */
final class SampleSearch {
  private static final Logger LOG = LoggerFactory.getLogger(SampleSearch.class);

  private final GPEstimator<?, ?> estimator;
  private final PackedRows rows;
  private final RawColumns columns; // null for feature vectors
  private ModelTexts texts = ModelTexts.OPEN;

  SampleSearch(GPEstimator<?, ?> estimator, PackedRows rows, RawColumns columns) {
    this.estimator = estimator;
    this.rows = rows.forSeveralFits();
    this.columns = columns;
    if (estimator.isSet(estimator.covariance())) {
      texts = texts.withKernel(estimator.getCovariance());
    }
    if (estimator.isSet(estimator.flow())) {
      texts = texts.withFlow(estimator.getFlow());
    }
  }

  /** With a likelihood that the user decides. */
  SampleSearch likelihood(String text) {
    texts = texts.withLikelihood(text);
    return this;
  }

  /** With a warp that the user decides. */
  SampleSearch warp(String text) {
    texts = texts.withWarp(text);
    return this;
  }

  /**
   * The kind of model that is asked for, or a search among several.
   *
   * @throws IllegalArgumentException when the text is neither a quality nor a kind that all rows
   *     can train where they are
   */
  static ModelKind kind(String text) {
    if (Arrays.stream(Quality.values()).anyMatch(quality -> quality.text().equals(text))) {
      return ModelKind.AUTO;
    }
    List<String> known = new ArrayList<>();
    for (Quality quality : Quality.values()) {
      known.add(quality.text());
    }
    for (ModelKind kind : ModelKind.values()) {
      if (RemoteFit.trains(kind)) {
        known.add(kind.text());
        if (kind.text().equals(text)) {
          return kind;
        }
      }
    }
    throw new IllegalArgumentException(Names.unknown("auto", text, known));
  }

  private AutoSettings settings() {
    ModelKind kind = kind(estimator.getAuto());
    FitBudget budget =
        kind == ModelKind.AUTO
            ? FitBudget.OPEN.withQuality(Quality.of(estimator.getAuto()))
            : FitBudget.OPEN;
    if (estimator.isSet(estimator.inducing())) {
      budget = budget.withInducing(estimator.getInducing());
    }
    if (estimator.isDefined(estimator.epochs()) && kind != ModelKind.AUTO) {
      budget = budget.withEpochs(estimator.getEpochs());
    }
    if (estimator.isDefined(estimator.autoSeconds())) {
      budget = budget.withTimeLimit(Duration.ofSeconds(estimator.getAutoSeconds()));
    }
    return AutoSettings.DEFAULT
        .withKind(kind)
        .withTexts(texts)
        .withBudget(budget)
        .withSeed(estimator.getSeed());
  }

  /** Searches, then trains. */
  SavedModel fit(TrainingListener listener, FitStates states) {
    AutoSettings settings = settings();
    FitOutcome found = search(settings);
    LOG.info(
        "{}: the search on {} rows chose {}",
        estimator.uid(),
        found.saved().provenance().rows(),
        found.describe());
    RemoteFit remote =
        new RemoteFit(found, settings)
            .listener(listener)
            .checkpoints(states::of)
            .plan((plan, count) -> estimator.planned(plan, count, false));
    if (!remote.unchanged().isEmpty()) {
      LOG.info("as fitted to the sample stay: {}", String.join(", ", remote.unchanged()));
    }
    Model model = remote.fit(rows);
    return new SavedModel(model, found.saved().provenance());
  }

  private FitOutcome search(AutoSettings settings) {
    RowStore sample =
        rows.read(RowSample.numbers(rows.rows(), estimator.getAutoRows(), estimator.getSeed()));
    Target target = columns == null ? target() : columns.target();
    Encoder encoder = columns == null ? numbers(rows.inputs()) : columns.encoder();
    try (TrainingTable table = new TrainingTable(encoder, List.of(target), sample, List.of())) {
      return AutoFit.of(
              () -> {
                throw new IllegalStateException("the rows were read before");
              },
              estimator.getLabelCol())
          .settings(settings)
          .run(table);
    }
  }

  /** Columns that are numbers and stay as they are. */
  private static Encoder numbers(int inputs) {
    List<ColumnCoding> all = new ArrayList<>();
    for (int j = 0; j < inputs; j++) {
      all.add(new NumberCoding("feature " + j, 0.0, false));
    }
    return Encoder.of(new Encoder.Description(all, List.of()));
  }

  /** Labels 0, 1, 2 … are their own numbers of classes. */
  private Target target() {
    boolean classes = estimator.kind() == TargetKind.CLASSES;
    List<String> labels =
        classes
            ? IntStream.range(0, rows.classes()).mapToObj(Integer::toString).toList()
            : List.of();
    TargetFacts facts = rows.facts();
    TargetEncoder encoder =
        TargetEncoder.of(new TargetEncoder.Description(estimator.getLabelCol(), classes, labels));
    return new Target(encoder, facts, List.of());
  }
}
