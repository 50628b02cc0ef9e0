package io.github.tgp4j.io;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.network.MlpShape;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.SpecException;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowNetwork;
import io.github.tgp4j.variational.LatentNetwork;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a model is made of, in the model language. Text that does not read back as an equal object
 * is refused when writing: a file that cannot be read later would be worse.
 */
final class ArchitectureJson {
  private static final int LONGEST_FLOW = 2_000;

  /** More parts than this in one text are a mistake or an attack. */
  private static final int MOST_PARTS = 1_000;

  /** Flows that are repeated as often as they say. */
  private static final Pattern REPEATED = Pattern.compile("(?:\\bsal|-sum)\\((\\d+)");

  private static final int MOST_LATENTS = 100_000;

  private ArchitectureJson() {}

  static Map<String, Object> write(Architecture architecture) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("inputs", architecture.inputs());
    List<Object> groups = new ArrayList<>();
    for (Architecture.Group group : architecture.groups()) {
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("covariance", text(group.covariance()));
      String mean = group.mean().toString();
      check("mean", group.mean(), mean, () -> Specs.mean(mean, architecture.inputs()));
      item.put("mean", mean);
      item.put("inducing", group.inducing());
      item.put("latents", group.latents());
      groups.add(item);
    }
    json.put("groups", groups);
    List<Object> outputs = new ArrayList<>();
    architecture.outputs().forEach(output -> outputs.add(write(output)));
    json.put("outputs", outputs);
    return json;
  }

  private static Map<String, Object> write(Architecture.Output output) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("likelihood", text(output.likelihood()));
    List<Object> flows = new ArrayList<>();
    if (output.processes() != output.likelihood().processes()) {
      json.put("processes", output.processes());
    }
    for (int c = 0; c < output.flows().size(); c++) {
      flows.add(
          c < output.networks().size()
              ? write(output.networks().get(c))
              : write(output.flows().get(c)));
    }
    json.put("flows", flows);
    LatentNetwork network = output.latentNetwork();
    if (network != null) {
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("trainingDraws", network.samples());
      item.put("weightPrecision", network.precision());
      if (Double.isFinite(network.reach())) {
        item.put("inputReach", network.reach());
      }
      json.put("noiseNetwork", item);
    }
    return json;
  }

  private static Map<String, Object> write(Flow flow) {
    check("flow", flow, flow.toString(), () -> Specs.flow(flow.toString()));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("flow", flow.toString());
    return json;
  }

  private static Map<String, Object> write(FlowNetwork network) {
    String text = network.toString();
    check("flow", network.flow(), text, () -> Specs.flowSpec(text).flow());
    check("network", network.network().shape(), text, () -> Specs.flowSpec(text).network());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("flow", text);
    if (network.flows() > 1) {
      json.put("sharedBy", network.flows());
    }
    json.put("depends", Node.texts(network.dependent()));
    json.put("trainingDraws", network.samples());
    json.put("weightPrecision", network.precision());
    if (Double.isFinite(network.reach())) {
      json.put("inputReach", network.reach());
    }
    return json;
  }

  /** The text of a covariance that reads back. */
  static String text(Covariance covariance) {
    String text = covariance.toString();
    check("covariance", covariance, text, () -> Specs.covariance(text, covariance.inputs()));
    return text;
  }

  /** The text of a likelihood that reads back. */
  static String text(Likelihood likelihood) {
    String text = likelihood.toString();
    check("likelihood", likelihood, text, () -> Specs.likelihood(text));
    return text;
  }

  static void check(String what, Object part, String text, Supplier<?> reader) {
    if (parts(text) > MOST_PARTS) {
      throw new ModelFileException(
          what
              + ": cannot be stored: expected at most "
              + MOST_PARTS
              + " parts but got "
              + parts(text)
              + "; use fewer");
    }
    boolean readsBack = false;
    try {
      readsBack = reader.get().equals(part);
    } catch (SpecException e) {
      System.getLogger("io.github.tgp4j.io").log(System.Logger.Level.DEBUG, text, e);
    }
    if (!readsBack) {
      throw new ModelFileException(
          what
              + " "
              + text
              + ": cannot be stored, since its text does not read back as an equal object; register"
              + " parts of your own under their names (Specs.register…)");
    }
  }

  /** How many parts a text describes, counted before any is made. */
  private static long parts(String text) {
    long count = text.chars().filter(c -> "(>+*".indexOf(c) >= 0).count() + 1;
    Matcher repeated = REPEATED.matcher(text);
    while (repeated.find()) {
      String times = repeated.group(1);
      count += times.length() > 9 ? Integer.MAX_VALUE : Long.parseLong(times);
    }
    return count;
  }

  /** The text of a model's part, which asks for no more than the file can hold the numbers of. */
  private static String spec(Node node, Contents contents) {
    String text = node.spec();
    long most = Math.min(MOST_PARTS, contents.size());
    if (parts(text) > most) {
      throw node.wrong("at most " + most + " parts, as the file holds numbers for,");
    }
    return text;
  }

  /**
   * Rebuilds what {@link #write(Architecture)} described.
   *
   * @param inputs of the model, already compared with what the file holds
   * @param inducingNames of the arrays that hold the groups' inducing inputs
   */
  static Architecture read(Node json, int inputs, Contents contents, List<String> inducingNames) {
    List<Node> groupNodes = json.get("groups").list();
    if (json.get("inputs").whole() != inputs) {
      throw json.get("inputs").wrong(inputs + ", the number of inputs,");
    }
    if (groupNodes.size() != inducingNames.size()) {
      throw json.get("groups").wrong(inducingNames.size() + " groups");
    }
    List<Architecture.Group> groups = new ArrayList<>();
    for (int g = 0; g < groupNodes.size(); g++) {
      Node node = groupNodes.get(g);
      int m = inducing(node, inputs, inducingNames.get(g), contents);
      groups.add(
          new Architecture.Group(
              covariance(node.get("covariance"), inputs, contents),
              mean(node.get("mean"), inputs, contents),
              m,
              node.get("latents").whole(1, MOST_LATENTS)));
    }
    List<Architecture.Output> outputs = new ArrayList<>();
    for (Node node : json.get("outputs").list()) {
      outputs.add(output(node, inputs, contents));
    }
    return json.get("groups").make(() -> new Architecture(inputs, groups, outputs));
  }

  /** M of a group, of which the file must hold the inducing inputs. */
  static int inducing(Node node, int inputs, String array, Contents contents) {
    int m = node.get("inducing").whole(1, Integer.MAX_VALUE);
    contents.get(array, (long) m * inputs);
    return m;
  }

  static Covariance covariance(Node node, int inputs, Contents contents) {
    return node.make(() -> Specs.covariance(spec(node, contents), inputs));
  }

  private static MeanFunction mean(Node node, int inputs, Contents contents) {
    return node.make(() -> Specs.mean(spec(node, contents), inputs));
  }

  private static Architecture.Output output(Node node, int inputs, Contents contents) {
    Likelihood likelihood = likelihood(node.get("likelihood"), contents);
    List<Flow> flows = new ArrayList<>();
    List<FlowNetwork> networks = new ArrayList<>();
    long parameters = likelihood.parameterCount();
    for (Node item : node.get("flows").list()) {
      Node flow = item.get("flow");
      FlowSpec spec = flow.make(() -> Specs.flowSpec(shortText(flow, contents)));
      flows.add(spec.flow());
      parameters += spec.flow().parameterCount();
      if (parameters > contents.size()) {
        throw flow.wrong("no more parameters than the file has numbers");
      }
      if (spec.dependsOnInput()) {
        networks.add(network(item, spec, inputs, contents));
      }
    }
    LatentNetwork last =
        likelihood.latentNetwork() == null
            ? null
            : latentNetwork(node.get("noiseNetwork"), likelihood.latentNetwork(), inputs, contents);
    Node count = node.find("processes");
    int processes = count == null ? likelihood.processes() : count.whole(1, MOST_LATENTS);
    return node.make(() -> new Architecture.Output(likelihood, flows, networks, last, processes));
  }

  private static LatentNetwork latentNetwork(
      Node item, MlpShape shape, int inputs, Contents contents) {
    if (weights(shape, inputs, 1) > contents.size()) {
      throw item.wrong("a network no larger than the file");
    }
    return item.make(
        () ->
            LatentNetwork.of(
                    shape,
                    inputs,
                    item.get("trainingDraws").whole(1, Integer.MAX_VALUE),
                    item.get("weightPrecision").number(),
                    0L)
                .withReach(reach(item)));
  }

  /** Of a network's inputs; files of earlier releases have none. */
  private static double reach(Node item) {
    Node reach = item.find("inputReach");
    return reach == null ? Double.POSITIVE_INFINITY : reach.number();
  }

  static Likelihood likelihood(Node node, Contents contents) {
    return node.make(() -> Specs.likelihood(shortText(node, contents)));
  }

  /** A text that no one writes longer than some lines. */
  static String shortText(Node node, Contents contents) {
    String text = spec(node, contents);
    if (text.length() > LONGEST_FLOW) {
      throw node.wrong("at most " + LONGEST_FLOW + " characters");
    }
    return text;
  }

  private static FlowNetwork network(Node item, FlowSpec spec, int inputs, Contents contents) {
    Set<String> depends = new HashSet<>(item.get("depends").texts());
    int outputs =
        spec.flow().parameters().stream()
            .filter(p -> depends.contains(p.name()))
            .mapToInt(Parameter::size)
            .sum();
    Node shared = item.find("sharedBy");
    int flows = shared == null ? 1 : shared.whole(2, MOST_LATENTS);
    if (weights(spec.network(), inputs, flows * (double) outputs) > contents.size()) {
      throw item.get("flow").wrong("a network no larger than the file");
    }
    return item.make(
        () ->
            FlowNetwork.of(
                    spec.flow(),
                    flows,
                    depends::contains,
                    spec.network(),
                    inputs,
                    item.get("trainingDraws").whole(1, Integer.MAX_VALUE),
                    item.get("weightPrecision").number(),
                    0L) // the seed of starting weights, which are replaced
                .withReach(reach(item)));
  }

  private static double weights(MlpShape shape, int inputs, double outputs) {
    double count = 0.0;
    double in = inputs;
    for (int width : shape.widths()) {
      count += (in + 1) * width;
      in = width;
    }
    return shape.joint() ? count + (in + 1) * outputs : outputs * (count + in + 1);
  }
}
