package io.github.tgp4j.io;

import io.github.tgp4j.deep.DeepArchitecture;
import io.github.tgp4j.deep.DeepPredictor;
import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.ConstantModel;
import io.github.tgp4j.model.DeepModel;
import io.github.tgp4j.model.ForestModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.NonMarginalModel;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.spec.ProcessSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.DiagonalPosterior;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.SharedPosterior;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A fitted model as header and arrays. Parameters are stored by name, as the constrained values
 * that predictions use, and q(v) as m and S − I: both exactly, so that what is read predicts the
 * same bits.
 */
final class ModelJson {
  private static final String PARAMETER = "parameters/";
  private static final int MOST_DRAWS = 10_000;
  private static final double MOST_DRAWN = 1e6;

  private ModelJson() {}

  static void write(Model model, Contents contents) {
    if (model instanceof BlendedModel || model instanceof ConstantModel) {
      BlendJson.write(model, contents);
      return;
    }
    if (model instanceof ForestModel forest) {
      ForestJson.write(forest, contents);
      return;
    }
    Map<String, Object> json = new LinkedHashMap<>();
    if (model instanceof TgpModel tgp) {
      json.put("type", "tgp");
      json.put("architecture", ArchitectureJson.write(tgp.architecture()));
      priors(tgp.priors(), json);
      json.put("networkSamples", draws("network samples", tgp.networkSamples()));
      json.put("posteriors", posteriors(tgp.posteriors(), contents));
      TailsJson.write(tgp.tails(), contents);
    } else if (model instanceof DeepModel deep) {
      json.put("type", "deep");
      List<Object> hidden = new ArrayList<>();
      for (DeepArchitecture.Hidden layer : deep.architecture().hidden()) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("covariance", ArchitectureJson.text(layer.covariance()));
        item.put("inputs", layer.covariance().inputs());
        item.put("inducing", layer.inducing());
        item.put("units", layer.units());
        hidden.add(item);
      }
      json.put("hidden", hidden);
      json.put("architecture", ArchitectureJson.write(deep.architecture().last()));
      priors(deep.priors(), json);
      json.put("samples", draws("samples", deep.predictor().samples()));
      json.put("seed", deep.predictor().seed());
      json.put("posteriors", posteriors(deep.predictor().posteriors(), contents));
    } else if (model instanceof NonMarginalModel process) {
      json.put("type", "non-marginal");
      json.put("process", process.process().toString());
      priors(process.priors(), json);
      json.put("architecture", ArchitectureJson.write(process.architecture()));
      json.put("posteriors", posteriors(List.of(process.posterior()), contents));
      TailsJson.write(List.of(process.tails()), contents);
    } else {
      throw new ModelFileException(
          "model: expected one that tgp4j fitted but got a "
              + model.getClass().getName()
              + ", for which there is no file format");
    }
    json.put("training", TrainingJson.write(model.trainingResult(), contents));
    contents.header.put("model", json);
    scaling("scaling/inputs", model.inputScaling(), contents);
    scaling("scaling/targets", model.targetScaling(), contents);
    parameters(model, json, contents);
  }

  private static void priors(ParameterPriors priors, Map<String, Object> json) {
    if (!priors.isEmpty()) {
      String text = priors.toString();
      ArchitectureJson.check("priors", priors, text, () -> Specs.priors(text));
      json.put("priors", text);
    }
  }

  private static void restorePriors(Node json, Parameters parameters) {
    Node priors = json.find("priors");
    if (priors != null) {
      priors.make(
          () -> {
            Specs.priors(priors.spec()).applyTo(parameters);
            return parameters;
          });
    }
  }

  private static int draws(String what, int count) {
    if (count > MOST_DRAWS) {
      throw new ModelFileException(
          what + ": expected at most " + MOST_DRAWS + " but got " + count + "; use fewer");
    }
    return count;
  }

  private static List<Object> posteriors(List<InducingPosterior> posteriors, Contents contents) {
    List<Object> kinds = new ArrayList<>();
    for (int l = 0; l < posteriors.size(); l++) {
      InducingPosterior q = posteriors.get(l);
      contents.put(posterior(l, "mean"), q.mean().clone());
      if (q instanceof DiagonalPosterior diagonal) {
        kinds.add("diagonal");
        double[] state = diagonal.state();
        contents.put(
            posterior(l, "variance"), java.util.Arrays.copyOfRange(state, q.size(), state.length));
      } else if (q instanceof SharedPosterior) {
        kinds.add("shared");
      } else {
        kinds.add("full");
        Matrix deviation = Matrix.zeros(q.size(), q.size());
        q.deviation(deviation);
        contents.put(posterior(l, "deviation"), StoredArray.matrix(deviation));
      }
    }
    return kinds;
  }

  private static String posterior(int latent, String part) {
    return "posteriors/" + latent + "/" + part;
  }

  private static void scaling(String name, Scaling scaling, Contents contents) {
    contents.put(name + "/shift", scaling.shift());
    contents.put(name + "/scale", scaling.scale());
    CurvesArrays.write(name, scaling.curves(), contents);
  }

  /** Inducing inputs as M×D, everything else as it lies. */
  private static void parameters(Model model, Map<String, Object> json, Contents contents) {
    json.put("parameters", Node.texts(model.parameterNames()));
    for (String name : model.parameterNames()) {
      double[] values = model.parameter(name);
      int columns =
          name.startsWith("inducing-hidden-")
              ? hiddenInputs((DeepModel) model, name)
              : name.startsWith("inducing") ? lastInputs(model) : 0;
      contents.put(
          PARAMETER + name,
          columns == 0
              ? StoredArray.vector(values)
              : StoredArray.matrix(Matrix.wrap(values, values.length / columns, columns)));
    }
  }

  private static int hiddenInputs(DeepModel model, String name) {
    int layer = Integer.parseInt(name.substring("inducing-hidden-".length())) - 1;
    return model.architecture().hidden().get(layer).covariance().inputs();
  }

  private static int lastInputs(Model model) {
    return model instanceof DeepModel deep ? deep.architecture().last().inputs() : model.inputs();
  }

  static Model read(Contents contents) {
    Node json = Node.of(contents.header).get("model");
    String type = json.get("type").text();
    if (type.equals(BlendJson.BLEND) || type.equals(BlendJson.CONSTANT)) {
      return BlendJson.read(json, contents);
    }
    if (type.equals(ForestJson.FOREST)) {
      return ForestJson.read(json, contents);
    }
    Scaling inputs = scaling("scaling/inputs", contents);
    Scaling targets = scaling("scaling/targets", contents);
    Model model =
        switch (type) {
          case "tgp" -> tgp(json, inputs, targets, contents);
          case "deep" -> deep(json, inputs, targets, contents);
          case "non-marginal" -> nonMarginal(json, inputs, targets, contents);
          default ->
              throw json.get("type").wrong("tgp, deep, non-marginal, forest, blend or constant");
        };
    return model;
  }

  private static Scaling scaling(String name, Contents contents) {
    double[] shift = contents.get(name + "/shift");
    contents.finite(name + "/shift", shift.length);
    double[] scale = contents.finite(name + "/scale", shift.length);
    for (double value : scale) {
      if (!(value > 0)) {
        throw new ModelFileException(
            "array " + name + "/scale: expected values above 0 but got " + value);
      }
    }
    return new Scaling(shift, scale, CurvesArrays.read(name, shift.length, contents));
  }

  private static TgpModel tgp(Node json, Scaling inputs, Scaling targets, Contents contents) {
    Node parts = json.get("architecture");
    int groups = parts.get("groups").list().size();
    List<String> names =
        IntStream.range(0, groups)
            .mapToObj(g -> PARAMETER + "inducing" + (groups == 1 ? "" : "-" + g))
            .toList();
    Architecture architecture = ArchitectureJson.read(parts, inputs.columns(), contents, names);
    checkTargets(architecture, targets);
    List<Matrix> z = new ArrayList<>();
    for (Architecture.Group group : architecture.groups()) {
      z.add(Matrix.zeros(group.inducing(), inputs.columns()));
    }
    Parameters parameters = architecture.newParameters(z);
    restorePriors(json, parameters);
    restore(json, parameters, contents);
    List<Integer> sizes = new ArrayList<>();
    for (Architecture.Group group : architecture.groups()) {
      for (int l = 0; l < group.latents(); l++) {
        sizes.add(group.inducing());
      }
    }
    int networkSamples = json.get("networkSamples").whole(0, MOST_DRAWS);
    if ((double) networkSamples * sizes.size() > MOST_DRAWN) {
      throw json.get("networkSamples").wrong("fewer draws of " + sizes.size() + " latents");
    }
    TgpModel model =
        json.make(
            () ->
                new TgpModel(
                    inputs,
                    targets,
                    architecture,
                    parameters,
                    posteriors(json, sizes, contents),
                    TrainingJson.read(json.get("training"), contents),
                    networkSamples));
    return model.withTails(TailsJson.read(json, model.architecture(), contents));
  }

  private static DeepModel deep(Node json, Scaling inputs, Scaling targets, Contents contents) {
    List<DeepArchitecture.Hidden> hidden = new ArrayList<>();
    List<Matrix> projections = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    int width = inputs.columns();
    for (Node node : json.get("hidden").list()) {
      String suffix = "-hidden-" + (hidden.size() + 1);
      if (node.get("inputs").whole() != width) {
        throw node.get("inputs").wrong(width + ", the units of the layer before,");
      }
      int m = ArchitectureJson.inducing(node, width, PARAMETER + "inducing" + suffix, contents);
      int units = node.get("units").whole(1, Integer.MAX_VALUE);
      if (units != width) {
        contents.get(PARAMETER + "projection" + suffix, (long) width * units);
      }
      hidden.add(
          new DeepArchitecture.Hidden(
              ArchitectureJson.covariance(node.get("covariance"), width, contents), m, units));
      projections.add(units == width ? null : Matrix.zeros(width, units));
      for (int u = 0; u < units; u++) {
        sizes.add(m);
      }
      width = units;
    }
    Architecture last =
        ArchitectureJson.read(
            json.get("architecture"), width, contents, List.of(PARAMETER + "inducing"));
    checkTargets(last, targets);
    DeepArchitecture architecture = json.make(() -> new DeepArchitecture(hidden, last));
    for (int l = 0; l < last.latents(); l++) {
      sizes.add(last.groups().get(0).inducing());
    }
    Matrix z = Matrix.zeros(last.groups().get(0).inducing(), inputs.columns());
    Parameters parameters = json.make(() -> architecture.newParameters(z, projections));
    restorePriors(json, parameters);
    restore(json, parameters, contents);
    int samples = json.get("samples").whole(1, MOST_DRAWS);
    if ((double) samples * architecture.hiddenUnits() > MOST_DRAWN) {
      throw json.get("samples").wrong("fewer draws of " + architecture.hiddenUnits() + " units");
    }
    return json.make(
        () ->
            new DeepModel(
                inputs,
                targets,
                new DeepPredictor(
                    architecture,
                    parameters.value(),
                    posteriors(json, sizes, contents),
                    samples,
                    json.get("seed").whole()),
                parameters,
                TrainingJson.read(json.get("training"), contents)));
  }

  private static NonMarginalModel nonMarginal(
      Node json, Scaling inputs, Scaling targets, Contents contents) {
    Node text = json.get("process");
    ProcessSpec process =
        text.make(() -> Specs.process(ArchitectureJson.shortText(text, contents)));
    Architecture architecture =
        ArchitectureJson.read(
            json.get("architecture"), inputs.columns(), contents, List.of(PARAMETER + "inducing"));
    checkTargets(architecture, targets);
    int m = architecture.groups().get(0).inducing();
    Parameters parameters =
        json.make(
            () ->
                NonMarginalModel.newParameters(
                    process, architecture, Matrix.zeros(m, inputs.columns())));
    restore(json, parameters, contents);
    restorePriors(json, parameters);
    LinearTails ends = TailsJson.read(json, architecture, contents).get(0);
    return json.make(
        () ->
            new NonMarginalModel(
                    inputs,
                    targets,
                    process,
                    architecture,
                    parameters,
                    posteriors(json, List.of(m), contents).get(0),
                    TrainingJson.read(json.get("training"), contents))
                .withTails(ends));
  }

  private static void checkTargets(Architecture architecture, Scaling targets) {
    if (architecture.outputs().size() != targets.columns()) {
      throw new ModelFileException(
          "array scaling/targets/shift: expected "
              + architecture.outputs().size()
              + " numbers, one per output, but got "
              + targets.columns());
    }
  }

  /** By name: a parameter too many or too few means that this is not the model described. */
  private static void restore(Node json, Parameters parameters, Contents contents) {
    Set<String> known = new HashSet<>();
    for (Parameters.Block block : parameters.blocks()) {
      known.add(block.name());
      double[] values = contents.finite(PARAMETER + block.name(), block.size());
      json.make(
          () -> {
            parameters.restore(block.name(), values);
            return null;
          });
    }
    for (Node name : json.get("parameters").list()) {
      if (!known.contains(name.text())) {
        throw name.wrong("one of the parameters " + known + " of the model described");
      }
    }
  }

  private static List<InducingPosterior> posteriors(
      Node json, List<Integer> sizes, Contents contents) {
    List<Node> kinds = json.get("posteriors").list();
    if (kinds.size() != sizes.size()) {
      throw json.get("posteriors").wrong(sizes.size() + " entries, one per latent,");
    }
    List<InducingPosterior> posteriors = new ArrayList<>();
    for (int l = 0; l < kinds.size(); l++) {
      int m = sizes.get(l);
      double[] mean = contents.finite(posterior(l, "mean"), m);
      posteriors.add(
          switch (kinds.get(l).text()) {
            case "diagonal" ->
                DiagonalPosterior.of(mean, contents.finite(posterior(l, "variance"), m));
            case "full" ->
                FullPosterior.ofDeviation(mean, deviation(posterior(l, "deviation"), m, contents));
            case "shared" -> SharedPosterior.of(owner(kinds.get(l), posteriors, m), mean);
            default -> throw kinds.get(l).wrong("full, diagonal or shared");
          });
    }
    return posteriors;
  }

  /** S − I, of which no correlation in S is beyond 1: such a file was not written by a fit. */
  private static Matrix deviation(String name, int m, Contents contents) {
    Matrix deviation = Matrix.wrap(contents.finite(name, (long) m * m), m, m);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j <= i; j++) {
        double most = Math.sqrt((1 + deviation.get(i, i)) * (1 + deviation.get(j, j)));
        double here = Math.abs(deviation.get(i, j) + (i == j ? 1 : 0));
        boolean symmetric =
            Math.abs(deviation.get(i, j) - deviation.get(j, i)) <= 1e-6 * (1 + most);
        if (!(here <= most + 1e-6 * (1 + most) && symmetric)) {
          throw new ModelFileException(
              "array "
                  + name
                  + ": expected S − I of a covariance S but got "
                  + deviation.get(i, j)
                  + " in row "
                  + i
                  + ", column "
                  + j);
        }
      }
    }
    return deviation;
  }

  /** The last latent with a full covariance of its own: the one that those after it share. */
  private static FullPosterior owner(Node kind, List<InducingPosterior> before, int m) {
    for (int l = before.size() - 1; l >= 0; l--) {
      if (before.get(l) instanceof FullPosterior full && full.size() == m) {
        return full;
      }
      if (!(before.get(l) instanceof SharedPosterior)) {
        break;
      }
    }
    throw kind.wrong("a latent of the same size with a full covariance before it");
  }
}
