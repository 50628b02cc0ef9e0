package io.github.tgp4j.benchmarks.fuzz;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.ModelFileException;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Files of models of every kind with other numbers, texts and parts, most with a checksum that
 * holds: refused in words, or read, and then they predict numbers, or say why not.
 */
public final class ModelFileFuzz implements FuzzTarget {
  private static final double[] NUMBERS = {
    0, -0.0, 1, -1, 0.5, 1e-300, -1e-12, 1e12, 1e155, 1e300, -1e300, 3, 1e9, 1e-6, 37
  };
  private static final double[] NOT_FINITE = {
    Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
  };

  private final List<byte[]> files = FuzzModels.files();
  private final Matrix rows = Matrix.zeros(4, FuzzModels.INPUTS);

  public ModelFileFuzz() {
    double[][] values = {{0, 10}, {1.5, 9}, {-40, 200}, {1e6, -1e6}};
    for (int i = 0; i < values.length; i++) {
      rows.set(i, 0, values[i][0]);
      rows.set(i, 1, values[i][1]);
    }
  }

  @Override
  public String kind() {
    return "model-files";
  }

  /** How many kinds of models the files are of. */
  int kinds() {
    return files.size();
  }

  @Override
  public Limit limit() {
    return Limit.ofProcessor(2);
  }

  @Override
  public FuzzResult run(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] bytes = mutated(random);
    SavedModel saved;
    try {
      saved = ModelFile.fromBytes(bytes);
    } catch (ModelFileException e) {
      return FuzzResult.refused(e.getMessage());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return FuzzResult.failed(e);
    }
    try {
      return predicted(saved);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return FuzzResult.isDocumented(e) ? FuzzResult.refused(e.getMessage()) : FuzzResult.failed(e);
    }
  }

  private FuzzResult predicted(SavedModel saved) {
    Model model = saved.model().withParallelism(1);
    if (model.inputs() != rows.cols) {
      return FuzzResult.failed("a model of " + model.inputs() + " inputs with two columns");
    }
    for (Prediction prediction : model.predictAll(rows)) {
      String fault = PredictionCheck.answers(prediction);
      if (!fault.isEmpty()) {
        return FuzzResult.failed(fault);
      }
    }
    return FuzzResult.ACCEPTED;
  }

  private byte[] mutated(SplittableRandom random) {
    byte[] file = files.get(random.nextInt(files.size()));
    if (random.nextInt(12) == 0) {
      return damaged(file, random);
    }
    SignedFile signed = new SignedFile(file);
    for (int k = random.nextInt(1, 4); k > 0; k--) {
      if (random.nextInt(3) == 0) {
        number(signed.numbers(), random);
      } else {
        SignedFile other = new SignedFile(files.get(random.nextInt(files.size())));
        node(signed.header(), other.header(), random);
      }
    }
    return signed.bytes();
  }

  private static byte[] damaged(byte[] file, SplittableRandom random) {
    byte[] bytes = file.clone();
    for (int k = random.nextInt(1, 8); k > 0; k--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static void number(double[] numbers, SplittableRandom random) {
    int at = random.nextInt(numbers.length);
    numbers[at] =
        switch (random.nextInt(6)) {
          case 0 -> NOT_FINITE[random.nextInt(NOT_FINITE.length)];
          case 1 -> numbers[at] * Math.exp(10 * random.nextGaussian());
          case 2 -> -numbers[at];
          default -> NUMBERS[random.nextInt(NUMBERS.length)];
        };
  }

  /** Changes a member somewhere in the tree, or takes it from another file. */
  private static void node(JsonObject header, JsonObject other, SplittableRandom random) {
    List<JsonObject> objects = new ArrayList<>();
    collect(header, objects);
    JsonObject object = objects.get(random.nextInt(objects.size()));
    List<String> names = new ArrayList<>(object.keySet());
    if (names.isEmpty()) {
      return;
    }
    String name = names.get(random.nextInt(names.size()));
    if (random.nextInt(4) == 0) {
      List<JsonObject> others = new ArrayList<>();
      collect(other, others);
      others.removeIf(each -> !each.has(name));
      if (!others.isEmpty()) {
        object.add(name, others.get(random.nextInt(others.size())).get(name).deepCopy());
        return;
      }
    }
    JsonElement changed = changed(name, object.get(name), random);
    if (changed == null) {
      object.remove(name);
    } else {
      object.add(name, changed);
    }
  }

  private static void collect(JsonElement in, List<JsonObject> objects) {
    if (in instanceof JsonObject object) {
      objects.add(object);
      for (Map.Entry<String, JsonElement> each : object.entrySet()) {
        collect(each.getValue(), objects);
      }
    } else if (in instanceof JsonArray array) {
      array.forEach(each -> collect(each, objects));
    }
  }

  private static JsonElement changed(String name, JsonElement value, SplittableRandom random) {
    if (random.nextInt(10) == 0) {
      return null;
    }
    if (value instanceof JsonArray array) {
      return list(array, random);
    }
    if (value instanceof JsonPrimitive primitive && primitive.isString()) {
      return new JsonPrimitive(text(name, primitive.getAsString(), random));
    }
    if (value instanceof JsonPrimitive primitive && primitive.isNumber()) {
      return new JsonPrimitive(count(primitive.getAsDouble(), random));
    }
    return random.nextBoolean() ? new JsonPrimitive(random.nextBoolean()) : new JsonArray();
  }

  private static Number count(double value, SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> (long) value + random.nextInt(-2, 3);
      case 1 -> random.nextInt(0, 10_000);
      case 2 -> (long) Integer.MAX_VALUE * random.nextInt(1, 3);
      case 3 -> random.nextInt(0, 5);
      default -> NUMBERS[random.nextInt(NUMBERS.length)];
    };
  }

  private static JsonArray list(JsonArray array, SplittableRandom random) {
    JsonArray copy = array.deepCopy();
    int at = copy.isEmpty() ? 0 : random.nextInt(copy.size());
    switch (random.nextInt(3)) {
      case 0 -> copy.add(copy.isEmpty() ? new JsonPrimitive("x") : copy.get(at).deepCopy());
      case 1 -> {
        if (!copy.isEmpty()) {
          copy.remove(at);
        }
      }
      default -> {
        if (copy.size() > 1) {
          copy.set(at, copy.get(random.nextInt(copy.size())).deepCopy());
        }
      }
    }
    return copy;
  }

  /** Another text of the same part of the model language, or hardly one. */
  private static String text(String name, String value, SplittableRandom random) {
    SpecGrammar grammar = new SpecGrammar(random);
    String sound =
        switch (name) {
          case "flow" -> grammar.flowWithNetwork();
          case "covariance" -> grammar.covariance(2);
          case "mean" -> grammar.mean();
          case "likelihood" -> grammar.likelihood();
          case "process" -> grammar.process();
          case "priors" -> grammar.priors();
          case "type" ->
              grammar.one("tgp", "deep", "non-marginal", "blend", "constant", "number", "time");
          default -> random.nextBoolean() ? value : "x";
        };
    return grammar.rarely() ? grammar.damaged(sound) : sound;
  }
}
