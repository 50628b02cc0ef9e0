package io.github.tgp4j.cli;

import io.github.tgp4j.auto.AutoSettings;
import io.github.tgp4j.auto.FitBudget;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.auto.ModelRequest;
import io.github.tgp4j.auto.ModelSettings;
import io.github.tgp4j.auto.ModelTexts;
import io.github.tgp4j.auto.Quality;
import io.github.tgp4j.auto.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What is fitted and how hard: the options that {@code fit} and {@code compare} share. */
final class ModelOptions {
  @Option(
      names = "--kernel",
      paramLabel = "TEXT",
      description =
          "Covariance, such as rbf or 'matern52 + periodic(period=24)' (default: rbf; auto"
              + " tries several).")
  String kernel;

  @Option(
      names = "--flow",
      paramLabel = "TEXT",
      description = "Flow, such as 'sal(3)' or 'sal(1) @ mlp(25, tanh, dropout=0.5)'.")
  String flow;

  @Option(
      names = "--warp",
      paramLabel = "TEXT",
      description =
          "Warp of the target, from the latent scale to y: 'sal(1) > softplus' keeps predictions above 0.")
  String warp;

  @Option(
      names = "--likelihood",
      paramLabel = "TEXT",
      description =
          "Likelihood: gaussian, 'student-t(4)', poisson, 'bernoulli(probit)', categorical …"
              + " (default: by the target).")
  String likelihood;

  @Option(
      names = "--mean",
      paramLabel = "TEXT",
      description = "Mean function of the GP: zero, constant or linear (default: zero).")
  String mean;

  @Option(
      names = "--process",
      paramLabel = "TEXT",
      description =
          "For --model t-process and conditioned-flow: 't-process(4)' with 4 degrees of freedom,"
              + " 't-process(4, learnt)', or 'conditioned-flow(16)' with 16 draws per training step.")
  String process;

  @Option(
      names = "--prior",
      paramLabel = "TEXT",
      description =
          "Priors on parameters, such as 'covariance.lengthscales ~ lognormal(0, 1)'; several"
              + " separated by semicolons.")
  String prior;

  @Option(
      names = "--loss",
      paramLabel = "TEXT",
      description =
          "Loss of Gaussian noise that outliers hardly move: 'beta(0.1)' or 'gamma(0.1)'; larger"
              + " numbers resist more (default: the log density).")
  String loss;

  @Option(
      names = "--objective",
      paramLabel = "NAME",
      description =
          "What training maximises: elbo, the bound on the evidence, or predictive, the density that"
              + " is predicted for each row (default: elbo).")
  String objective;

  @Option(
      names = "--divergence",
      paramLabel = "TEXT",
      description =
          "What keeps the posterior near the prior: kl, 'kl(0.5)' for half of it, or 'renyi(0.5)'"
              + " (default: kl).")
  String divergence;

  @Option(
      names = "--weight-divergence",
      paramLabel = "TEXT",
      description = "As --divergence, for the network weights of --model vb-tgp (default: kl).")
  String weightDivergence;

  @Option(
      names = "--weight-prior",
      paramLabel = "NUMBER",
      description =
          "Precision of the prior on the weights of a flow's network: larger numbers keep them"
              + " smaller.")
  String weightPrior;

  @Option(
      names = "--flow-start",
      paramLabel = "NAME",
      description =
          "How the flow starts: default, identity, data (makes the target look Gaussian) or random.")
  String flowStart;

  @Option(
      names = "--warp-start",
      paramLabel = "NAME",
      description = "How the warp starts: default, identity, data or random.")
  String warpStart;

  @Option(
      names = "--inputs",
      paramLabel = "NAME",
      description =
          "What is done to input columns: standard (mean 0, deviation 1), ranks (in columns that are"
              + " skewed or have outliers, a value becomes the normal score of its rank) or raw"
              + " (default: standard; auto uses ranks where held-out rows gain by it).")
  String inputs;

  @Option(
      names = "--inducing-start",
      paramLabel = "NAME",
      description =
          "How inducing points start: k-means, random or greedy-variance (default: k-means).")
  String inducingStart;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description =
          "Quadrature nodes per row in training: more are slower and more exact (default: 32).")
  String nodes;

  @Option(
      names = "--hold",
      paramLabel = "TEXT",
      description =
          "Parameters that are not trained, by the beginning of their names, and when: 'inducing' or"
              + " 'likelihood:0-0.5' for the first half of training; several separated by commas.")
  String hold;

  @Option(
      names = "--diagonal",
      description = "A posterior without correlations between inducing points: faster, less exact.")
  boolean diagonal;

  @Option(
      names = "--quality",
      paramLabel = "NAME",
      converter = QualityConverter.class,
      description =
          "How much auto spends on better predictions: fast, good or best (default: good; 10,000 rows"
              + " of ten numbers take some 20 s, 90 s and, for best, several times that on two cores).")
  Quality quality;

  @Option(
      names = "--inducing",
      paramLabel = "M",
      description = "Inducing points: more are slower and closer to the exact GP (default: 100).")
  Integer inducing;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "Passes over the data (default: as many as the model needs).")
  Double epochs;

  @Option(
      names = "--time-limit",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "Time for the whole fit, such as 60s or 10m: stops training in time and keeps the best model"
              + " so far.")
  Duration timeLimit;

  @Option(names = "--batch", paramLabel = "B", description = "Rows per training step.")
  Integer batch;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of all that is random: the same seed gives the same model (default: 1).")
  long seed;

  @Option(
      names = "--threads",
      paramLabel = "K",
      description = "Threads; the result does not depend on it (default: all cores).")
  Integer threads;

  @Option(
      names = "--device",
      paramLabel = "WHERE",
      defaultValue = "cpu",
      description =
          "Where training computes: cpu, cuda (an NVIDIA GPU), or auto for a GPU where there is"
              + " one (default: cpu; docs/cuda.md).")
  String device = "cpu";

  @Option(
      names = "--validation",
      paramLabel = "SHARE",
      description =
          "Share of the rows held out to choose and to score (default: 0.1 and at most 3000 rows;"
              + " below 2000 rows several parts in turn; 0: none).")
  Double validation;

  @Option(
      names = "--single",
      description =
          "One model at the end in place of a blend of several: smaller and quicker to predict.")
  boolean single;

  @Option(
      names = "--candidate",
      paramLabel = "MODEL",
      description =
          "A model that auto tries beside the plain GP, such as vwgp or 'tgp: boxcox-sum(2)', in"
              + " place of the usual ones; may be repeated.")
  List<String> candidates = List.of();

  /** Complains about what makes no sense before any work is done. */
  void check(List<ModelKind> kinds) {
    if (!candidates.isEmpty() && !kinds.contains(ModelKind.AUTO)) {
      throw new UserException("--candidate: goes with the model auto; leave it or the model out");
    }
    if ((quality != null || single) && !kinds.contains(ModelKind.AUTO)) {
      throw new UserException(
          (single ? "--single" : "--quality")
              + ": goes with the model auto; leave it or the model out");
    }
    if (!candidates.isEmpty() && (flow != null || warp != null)) {
      throw new UserException(
          "--candidate: expected it without --flow and --warp; write 'tgp: " + flow + "'");
    }
    require("--inducing", inducing == null || inducing >= 1, "at least 1", inducing);
    require("--epochs", epochs == null || epochs > 0, "more than 0", epochs);
    require("--batch", batch == null || batch >= 1, "at least 1", batch);
    refuseIdle("--inducing", inducing, kinds, FitBudget::inducing);
    refuseIdle("--epochs", epochs, kinds, FitBudget::epochs);
    refuseIdle("--batch", batch, kinds, FitBudget::batch);
    require("--threads", threads == null || threads >= 1, "at least 1", threads);
    require(
        "--validation",
        validation == null || validation >= 0 && validation < 1,
        "a share from 0 up to, not including, 1",
        validation);
    if (epochs != null && timeLimit != null) {
      throw new UserException("--epochs and --time-limit: expected one of them but got both");
    }
  }

  /** A setting that none of the models has would be ignored. */
  private void refuseIdle(
      String name, Object value, List<ModelKind> kinds, Function<FitBudget, Object> part) {
    if (value != null && kinds.stream().allMatch(kind -> part.apply(budget(kind)) == null)) {
      throw new UserException(
          name
              + " "
              + value
              + ": "
              + String.join(", ", kinds.stream().map(ModelKind::text).toList())
              + (kinds.size() == 1 ? " has" : " have")
              + " no such setting; leave it out, or use another model");
    }
  }

  private static void require(String name, boolean holds, String expected, Object got) {
    if (!holds) {
      throw new UserException(name + ": expected " + expected + " but got " + got);
    }
  }

  /** The same for the library. */
  AutoSettings settings(ModelKind kind) {
    AutoSettings settings =
        AutoSettings.DEFAULT
            .withKind(kind)
            .withCandidates(
                kind == ModelKind.AUTO
                    ? candidates.stream().map(ModelRequest::of).toList()
                    : List.of())
            .withTexts(new ModelTexts(kernel, flow, warp, likelihood))
            .withModel(model())
            .withBudget(budget(kind))
            .withSingle(single && kind == ModelKind.AUTO)
            .withSeed(seed);
    if (validation != null) {
      settings = settings.withValidation(validation);
    }
    AutoSettings there = settings.withDevice(device);
    return threads == null ? there : there.withThreads(threads);
  }

  /** What a model has of it: compare's may differ. */
  private FitBudget budget(ModelKind kind) {
    return new FitBudget(inducing, epochs, timeLimit, batch, qualityOf(kind)).of(kind);
  }

  /** Of compare's models only auto has one. */
  private Quality qualityOf(ModelKind kind) {
    return quality == null || kind != ModelKind.AUTO ? Quality.GOOD : quality;
  }

  private ModelSettings model() {
    return ModelSettings.OPEN
        .with(Setting.MEAN, mean)
        .with(Setting.PROCESS, process)
        .with(Setting.INPUTS, inputs)
        .with(Setting.PRIOR, prior)
        .with(Setting.LOSS, loss)
        .with(Setting.OBJECTIVE, objective)
        .with(Setting.DIVERGENCE, divergence)
        .with(Setting.WEIGHT_DIVERGENCE, weightDivergence)
        .with(Setting.WEIGHT_PRIOR, weightPrior)
        .with(Setting.FLOW_START, flowStart)
        .with(Setting.WARP_START, warpStart)
        .with(Setting.INDUCING_START, inducingStart)
        .with(Setting.NODES, nodes)
        .with(Setting.HOLD, hold)
        .with(Setting.DIAGONAL, diagonal ? "true" : null);
  }

  /** "fast", "good", "best". */
  static final class QualityConverter implements CommandLine.ITypeConverter<Quality> {
    @Override
    public Quality convert(String text) {
      try {
        return Quality.of(text);
      } catch (IllegalArgumentException e) {
        throw new CommandLine.TypeConversionException(e.getMessage());
      }
    }
  }

  /** "60s", "10m", "1h", "1.5h", "90". */
  static final class TimeConverter implements CommandLine.ITypeConverter<Duration> {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(s|m|min|h)?");

    @Override
    public Duration convert(String text) {
      Matcher matcher = TIME.matcher(text.trim().toLowerCase(Locale.ROOT));
      if (!matcher.matches()) {
        throw new CommandLine.TypeConversionException(
            "expected a time such as 60s, 10m or 1h but got '" + text + "'");
      }
      double value = Double.parseDouble(matcher.group(1));
      String unit = matcher.group(2) == null ? "s" : matcher.group(2);
      double seconds = value * (unit.equals("h") ? 3600 : unit.startsWith("m") ? 60 : 1);
      if (!(seconds > 0 && seconds < 1e8)) {
        throw new CommandLine.TypeConversionException(
            "expected a time above 0, such as 60s, but got '" + text + "'");
      }
      return Duration.ofMillis(Math.max(1, Math.round(1000 * seconds)));
    }
  }
}
