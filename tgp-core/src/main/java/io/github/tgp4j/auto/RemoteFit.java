package io.github.tgp4j.auto;

import io.github.tgp4j.engine.RemoteRows;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Fits what a search chose on some rows to all of them, which lie elsewhere: every part of a blend
 * goes on from where the search left it, and keeps its weight.
 */
public final class RemoteFit {
  private final FitOutcome found;
  private final AutoSettings settings;
  private TrainingListener listener = TrainingListener.SILENT;
  private Function<String, Checkpoints> checkpoints = part -> Checkpoints.NONE;
  private BiFunction<TrainingPlan, Long, TrainingPlan> change = (plan, rows) -> plan;

  /**
   * Of a search.
   *
   * @param settings that it had
   */
  public RemoteFit(FitOutcome found, AutoSettings settings) {
    this.found = Objects.requireNonNull(found, "found");
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  /** Told of every step of every part. */
  public RemoteFit listener(TrainingListener value) {
    listener = Objects.requireNonNull(value, "listener");
    return this;
  }

  /** Where the states of each part, by its name, are kept. */
  public RemoteFit checkpoints(Function<String, Checkpoints> value) {
    checkpoints = Objects.requireNonNull(value, "checkpoints");
    return this;
  }

  /** A change to the plan of each part, sized to so many rows. */
  public RemoteFit plan(BiFunction<TrainingPlan, Long, TrainingPlan> value) {
    change = Objects.requireNonNull(value, "change to the plan");
    return this;
  }

  /**
   * The names of the parts that stay as the search fitted them, since their bounds are no sums over
   * rows: deep, exact and non-marginal models, trees, and distributions without inputs.
   */
  public List<String> unchanged() {
    return found.parts().stream()
        .filter(part -> !trains(part.recipe().kind()))
        .map(FitOutcome.Part::name)
        .toList();
  }

  /** The model of all rows. */
  public Model fit(RemoteRows rows) {
    Model start = found.saved().model();
    if (!(start instanceof BlendedModel blend)) {
      return fit(found.parts().get(0), start, rows);
    }
    List<BlendedModel.Part> fitted = new ArrayList<>();
    for (BlendedModel.Part part : blend.parts()) {
      Model model = fit(recipe(part.name()), part.model(), rows);
      fitted.add(new BlendedModel.Part(part.name(), model, part.weight()));
    }
    return blend.withParts(fitted);
  }

  private FitOutcome.Part recipe(String name) {
    return found.parts().stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("part " + name + ": has no recipe"));
  }

  /** Whether the bound of such models is a sum over rows, which can lie elsewhere. */
  public static boolean trains(ModelKind kind) {
    return switch (kind) {
      case SVGP, TGP, PE_TGP, BA_TGP, VB_TGP, ETGP, VWGP, WARPED_TGP, WARPED_BA_TGP -> true;
      default -> false;
    };
  }

  private Model fit(FitOutcome.Part part, Model start, RemoteRows rows) {
    if (!trains(part.recipe().kind()) || !(start instanceof TgpModel)) {
      return start;
    }
    RecipeFit.Watch watch = new RecipeFit.Watch(listener, checkpoints.apply(part.name()));
    return new RecipeFit(part.recipe(), settings, watch)
        .startFrom(start)
        .fit(rows, plan -> change.apply(plan, rows.rows()));
  }
}
