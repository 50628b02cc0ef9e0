package io.github.tgp4j.io;

import io.github.tgp4j.forest.ClassForest;
import io.github.tgp4j.forest.Forest;
import io.github.tgp4j.forest.NumberForest;
import io.github.tgp4j.forest.Trees;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.model.ForestModel;
import io.github.tgp4j.train.TrainingResult;
import java.util.LinkedHashMap;
import java.util.Map;

/** Random trees, their nodes one after the other. */
final class ForestJson {
  static final String FOREST = "forest";
  private static final String SHARES = "forest/shares";
  private static final String NODES = "forest/nodes";
  private static final String THRESHOLDS = "forest/thresholds";
  private static final String VALUES = "forest/values";
  private static final String ERRORS = "forest/errors";
  private static final String FLOOR = "forest/floor";

  private ForestJson() {}

  static void write(ForestModel model, Contents contents) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", FOREST);
    json.put("inputs", model.inputs());
    json.put("likelihood", ArchitectureJson.text(model.likelihood(0)));
    json.put("training", TrainingJson.write(model.trainingResult(), contents));
    contents.header.put("model", json);
    Trees trees = model.forest().trees();
    NodeDigits digits = new NodeDigits(trees.nodes(), trees.inputs());
    json.put("nodes", digits.count());
    json.put("base", digits.base());
    contents.put(NODES, digits.packed());
    contents.put(THRESHOLDS, trees.thresholds());
    contents.put(VALUES, trees.values());
    if (model.forest() instanceof NumberForest numbers) {
      BlendJson.distribution(numbers.errors(), ERRORS, contents);
      contents.put(FLOOR, numbers.floor());
    } else if (model.forest() instanceof ClassForest classes) {
      contents.put(SHARES, classes.shares());
    }
  }

  static ForestModel read(Node json, Contents contents) {
    int inputs = json.get("inputs").whole(1, Integer.MAX_VALUE);
    Likelihood likelihood = ArchitectureJson.likelihood(json.get("likelihood"), contents);
    TrainingResult training = TrainingJson.read(json.get("training"), contents);
    int count = json.get("nodes").whole(1, Integer.MAX_VALUE);
    int base = json.get("base").whole(2, Integer.MAX_VALUE);
    return json.make(
        () -> new ForestModel(forest(inputs, count, base, contents), likelihood, training));
  }

  private static Forest forest(int inputs, int count, int base, Contents contents) {
    double[] thresholds = contents.get(THRESHOLDS);
    double[] values = contents.get(VALUES);
    if (count > thresholds.length + (long) values.length) { // a leaf has at least one
      throw new IllegalArgumentException(
          "forest: expected a number for each of " + count + " nodes but the file has fewer");
    }
    int[] nodes = NodeDigits.unpacked(contents.get(NODES), count, base, inputs);
    Trees trees = new Trees(inputs, nodes, thresholds, values);
    return contents.has(SHARES)
        ? new ClassForest(trees, contents.get(SHARES))
        : new NumberForest(trees, BlendJson.density(ERRORS, contents), contents.get(FLOOR, 1)[0]);
  }
}
