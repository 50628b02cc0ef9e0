package io.github.tgp4j.spark;

import io.github.tgp4j.text.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code tgp fit} was told, as far as a fit on Spark can honour it; the rest is refused. */
final class FitArguments {
  private static final List<String> KNOWN =
      List.of(
          "--target",
          "--features",
          "--exclude",
          "--model",
          "--quality",
          "--time-limit",
          "--kernel",
          "--flow",
          "--warp",
          "--likelihood",
          "--inducing",
          "--batch",
          "--epochs",
          "--seed",
          "--checkpoint",
          "--out");
  private static final Pattern TIME = Pattern.compile("(\\d{1,5})([smh]?)");

  private final String data;
  private final Map<String, String> values;
  private final boolean force;

  private FitArguments(String data, Map<String, String> values, boolean force) {
    this.data = data;
    this.values = values;
    this.force = force;
  }

  static FitArguments of(String... args) {
    String data = null;
    boolean force = false;
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < args.length; i++) {
      int equals = args[i].startsWith("--") ? args[i].indexOf('=') : -1;
      String name = equals < 0 ? args[i] : args[i].substring(0, equals);
      if (name.equals("--force")) {
        force = true;
      } else if (KNOWN.contains(name)) {
        if (equals < 0 && i + 1 == args.length) {
          throw new IllegalArgumentException(name + ": expected a value after it");
        }
        values.put(name, equals < 0 ? args[++i] : args[i].substring(equals + 1));
      } else if (name.startsWith("-")) {
        throw new IllegalArgumentException(
            Names.unknown("option of a fit on Spark", name, KNOWN) + "; leave it out");
      } else if (data == null) {
        data = name;
      } else {
        throw new IllegalArgumentException("data: expected one path but got " + data + ", " + name);
      }
    }
    if (data == null) {
      throw new IllegalArgumentException(
          "data: expected a directory or file of Parquet or CSV but got none");
    }
    if (!values.containsKey("--target")) {
      throw new IllegalArgumentException("--target: expected the name of the column to predict");
    }
    return new FitArguments(data, values, force);
  }

  String data() {
    return data;
  }

  boolean force() {
    return force;
  }

  /** The model file: by default the name of the data with .tgp, where the command runs. */
  String out() {
    String name = data.replaceAll("/+$", "").replaceAll(".*/", "");
    return values.getOrDefault(
        "--out", name.replaceAll("\\.(parquet|[ct]sv)(\\.\\w+)?$", "") + ".tgp");
  }

  String target() {
    return values.get("--target");
  }

  /** The columns named, or all but the target, without those to exclude. */
  String[] inputs(String[] columns) {
    List<String> inputs =
        new ArrayList<>(
            values.containsKey("--features") ? list("--features") : Arrays.asList(columns));
    inputs.remove(target());
    for (String name : list("--exclude")) {
      if (!inputs.remove(name)) {
        throw new IllegalArgumentException(
            "--exclude: " + Names.unknown("column", name, Arrays.asList(columns)));
      }
    }
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException("--features: expected one column at least");
    }
    return inputs.toArray(String[]::new);
  }

  private List<String> list(String option) {
    String text = values.get(option);
    return text == null ? List.of() : Arrays.asList(text.split("\\s*,\\s*"));
  }

  boolean asksForClasses() {
    String likelihood = values.getOrDefault("--likelihood", "");
    return likelihood.startsWith("bernoulli") || likelihood.startsWith("categorical");
  }

  /** An estimator with these settings. */
  <E extends GPEstimator<E, M>, M extends GPModel<M>> E apply(E estimator, String[] inputs) {
    estimator.setInputCols(inputs);
    if (values.containsKey("--model") && values.containsKey("--quality")) {
      throw new IllegalArgumentException(
          "--quality: expected no --model beside it, whose search it is of; leave one of them out");
    }
    String model = values.getOrDefault("--model", "auto");
    estimator.setAuto(model.equals("auto") ? values.getOrDefault("--quality", "good") : model);
    for (Map.Entry<String, String> entry : values.entrySet()) {
      set(estimator, entry.getKey(), entry.getValue());
    }
    return estimator;
  }

  private static void set(GPEstimator<?, ?> estimator, String option, String value) {
    switch (option) {
      case "--target" -> estimator.setLabelCol(value);
      case "--kernel" -> estimator.setCovariance(value);
      case "--flow" -> estimator.setFlow(value);
      case "--warp", "--likelihood" -> setOwn(estimator, option, value);
      case "--inducing" -> estimator.setInducing(whole(option, value));
      case "--batch" -> estimator.setBatchSize(whole(option, value));
      case "--epochs" -> estimator.setEpochs(number(option, value));
      case "--seed" -> estimator.setSeed(whole(option, value));
      case "--time-limit" -> estimator.setAutoSeconds(seconds(value));
      case "--checkpoint" -> estimator.setCheckpointDir(value);
      default -> {
        // read elsewhere: columns, the kind of model, files
      }
    }
  }

  private static void setOwn(GPEstimator<?, ?> estimator, String option, String value) {
    String param = option.substring(2);
    if (!estimator.hasParam(param)) {
      throw new IllegalArgumentException(option + ": expected a target of numbers, which has one");
    }
    estimator.set(param, value);
  }

  private static double number(String option, String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + ": expected a number but got " + value, e);
    }
  }

  private static int whole(String option, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + ": expected a whole number but got " + value, e);
    }
  }

  /** "90", "90s", "2m" or "1h". */
  private static int seconds(String value) {
    Matcher matcher = TIME.matcher(value);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "--time-limit: expected a time such as 90s, 2m or 1h but got " + value);
    }
    int unit =
        switch (matcher.group(2)) {
          case "m" -> 60;
          case "h" -> 3600;
          default -> 1;
        };
    return Math.multiplyExact(Integer.parseInt(matcher.group(1)), unit);
  }
}
