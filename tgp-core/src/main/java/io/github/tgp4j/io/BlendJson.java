package io.github.tgp4j.io;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.ConstantModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.ClassFrequencies;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.KernelDensity;
import io.github.tgp4j.predict.QuantileCalibration;
import io.github.tgp4j.predict.Sharpening;
import io.github.tgp4j.predict.Support;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Blends, whose parts are written as models of their own with a prefix before their arrays, and the
 * constant forecasts that may be among them.
 */
final class BlendJson {
  static final String BLEND = "blend";
  static final String CONSTANT = "constant";
  private static final int MOST_PARTS = 1000;
  private static final String CENTRES = "/centres";
  private static final String SHAPE = "/shape"; // width, lower, upper
  private static final String BEFORE = "/before";
  private static final String AT = "/at";
  private static final String PROBABILITIES = "/probabilities";
  private static final String SHARPENING = "sharpening";

  private BlendJson() {}

  static void write(Model model, Contents contents) {
    Map<String, Object> json = new LinkedHashMap<>();
    if (model instanceof BlendedModel blend) {
      json.put("type", BLEND);
      List<Object> parts = new ArrayList<>();
      for (int k = 0; k < blend.parts().size(); k++) {
        parts.add(part(blend.parts().get(k), prefix(k), contents));
      }
      json.put("parts", parts);
      supports(blend, contents);
    } else {
      ConstantModel constant = (ConstantModel) model;
      json.put("type", CONSTANT);
      json.put("inputs", constant.inputs());
      List<Object> likelihoods = new ArrayList<>();
      for (int o = 0; o < constant.targets(); o++) {
        likelihoods.add(ArchitectureJson.text(constant.likelihood(o)));
        distribution(constant.distribution(o), target(o), contents);
      }
      json.put("likelihoods", likelihoods);
    }
    contents.header.put("model", json);
  }

  /** Files of earlier releases, and targets that can be any number, have none. */
  private static void supports(BlendedModel blend, Contents contents) {
    for (int o = 0; o < blend.targets(); o++) {
      Support support = blend.support(o);
      if (!support.isReal()) {
        contents.put(support(o), support.lower(), support.upper(), support.limit(), support.mean());
      }
    }
    double[] powers =
        IntStream.range(0, blend.targets()).mapToDouble(o -> blend.sharpening(o).power()).toArray();
    if (Arrays.stream(powers).anyMatch(power -> power != 1.0)) {
      contents.put(SHARPENING, powers);
    }
    for (int o = 0; o < blend.calibrations().size(); o++) {
      contents.put(calibration(o) + BEFORE, blend.calibrations().get(o).before());
      contents.put(calibration(o) + AT, blend.calibrations().get(o).at());
    }
  }

  /** Files of earlier releases, and blends that are left as they are, have none. */
  private static List<Sharpening> sharpenings(Contents contents, int targets) {
    return contents.has(SHARPENING)
        ? Arrays.stream(contents.get(SHARPENING, targets)).mapToObj(Sharpening::new).toList()
        : Collections.nCopies(targets, Sharpening.NONE);
  }

  private static String calibration(int target) {
    return "calibration/" + target;
  }

  private static List<QuantileCalibration> calibrations(Contents contents, int targets) {
    List<QuantileCalibration> out = new ArrayList<>();
    for (int o = 0; o < targets && contents.has(calibration(0) + AT); o++) {
      out.add(
          new QuantileCalibration(
              contents.get(calibration(o) + BEFORE), contents.get(calibration(o) + AT)));
    }
    return out;
  }

  private static String support(int target) {
    return "support/" + target;
  }

  private static List<Support> supports(Contents contents, int targets) {
    List<Support> out = new ArrayList<>();
    for (int o = 0; o < targets; o++) {
      if (contents.has(support(o))) {
        double[] of = contents.get(support(o), 4);
        out.add(new Support(of[0], of[1], of[2], of[3]));
      } else {
        out.add(Support.REAL);
      }
    }
    return out;
  }

  private static Map<String, Object> part(
      BlendedModel.Part part, String prefix, Contents contents) {
    Contents own = new Contents(new LinkedHashMap<>());
    ModelJson.write(part.model(), own);
    contents.putAll(prefix, own);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", part.name());
    json.put("weight", part.weight());
    json.put("model", own.header.get("model"));
    return json;
  }

  private static String prefix(int part) {
    return "parts/" + part + "/";
  }

  private static String target(int number) {
    return "constant/" + number;
  }

  static void distribution(Distribution of, String name, Contents contents) {
    if (of instanceof KernelDensity density) {
      contents.put(name + CENTRES, density.centres());
      contents.put(
          name + SHAPE,
          density.width(),
          density.lower(),
          density.upper(),
          density.weights().gaussian(),
          density.weights().cauchy());
    } else {
      contents.put(name + PROBABILITIES, of.classProbabilities());
    }
  }

  static Model read(Node json, Contents contents) {
    return json.get("type").text().equals(BLEND) ? blend(json, contents) : constant(json, contents);
  }

  private static BlendedModel blend(Node json, Contents contents) {
    List<Node> nodes = json.get("parts").list();
    if (nodes.isEmpty() || nodes.size() > MOST_PARTS) {
      throw json.get("parts").wrong("1 to " + MOST_PARTS + " parts");
    }
    List<BlendedModel.Part> parts = new ArrayList<>();
    for (int k = 0; k < nodes.size(); k++) {
      Node node = nodes.get(k);
      if (node.get("model").get("type").text().equals(BLEND)) {
        throw node.get("model").get("type").wrong("a single model, not a blend,");
      }
      Map<String, Object> header = new LinkedHashMap<>();
      header.put("model", node.get("model").object());
      Model model = ModelJson.read(contents.part(prefix(k), header));
      String name = node.get("name").text();
      double weight = node.get("weight").number();
      parts.add(node.make(() -> new BlendedModel.Part(name, model, weight)));
    }
    int targets = parts.get(0).model().targets();
    return json.make(
        () ->
            new BlendedModel(parts, supports(contents, targets))
                .withSharpenings(sharpenings(contents, targets))
                .withCalibrations(calibrations(contents, targets)));
  }

  private static ConstantModel constant(Node json, Contents contents) {
    int inputs = json.get("inputs").whole(1, Integer.MAX_VALUE);
    List<Likelihood> likelihoods = new ArrayList<>();
    List<Distribution> distributions = new ArrayList<>();
    for (Node node : json.get("likelihoods").list()) {
      String name = target(likelihoods.size());
      likelihoods.add(ArchitectureJson.likelihood(node, contents));
      distributions.add(node.make(() -> distribution(name, contents)));
    }
    return json.make(() -> new ConstantModel(inputs, distributions, likelihoods));
  }

  private static Distribution distribution(String name, Contents contents) {
    return contents.has(name + PROBABILITIES)
        ? new ClassFrequencies(contents.get(name + PROBABILITIES))
        : density(name, contents);
  }

  static KernelDensity density(String name, Contents contents) {
    double[] shape = contents.get(name + SHAPE);
    if (shape.length != 3 && shape.length != 5) { // early files have kernels alone
      throw new IllegalArgumentException(
          name + SHAPE + ": expected 3 or 5 numbers but got " + shape.length);
    }
    KernelDensity.Weights weights =
        shape.length == 3
            ? KernelDensity.Weights.KERNELS
            : new KernelDensity.Weights(shape[3], shape[4]);
    return new KernelDensity(contents.get(name + CENTRES), shape[0], shape[1], shape[2], weights);
  }
}
