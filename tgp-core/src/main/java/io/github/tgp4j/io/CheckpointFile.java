package io.github.tgp4j.io;

import io.github.tgp4j.train.TrainingState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checkpoints in files of the same layout as models; docs/model-file.md has the format. */
public final class CheckpointFile {
  private static final String KIND = "checkpoint";

  private CheckpointFile() {}

  /**
   * Writes aside, then renames: a loss of power leaves the last checkpoint.
   *
   * @throws ModelFileException when that fails
   */
  public static void write(Path to, Checkpoint checkpoint) {
    ContainerWriter.write(to, contents(checkpoint));
  }

  /** What a file would hold. */
  public static byte[] toBytes(Checkpoint checkpoint) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ContainerWriter.write(bytes, contents(checkpoint));
    } catch (IOException e) {
      throw new IllegalStateException("memory can be written", e);
    }
    return bytes.toByteArray();
  }

  private static Contents contents(Checkpoint checkpoint) {
    Map<String, Object> header = new LinkedHashMap<>();
    header.put("kind", KIND);
    header.put("library", Provenance.LIBRARY);
    Contents contents = new Contents(header);
    Map<String, Object> texts = new LinkedHashMap<>();
    checkpoint.texts().forEach(texts::put);
    header.put("texts", texts);
    Map<String, Object> states = new LinkedHashMap<>();
    checkpoint
        .states()
        .forEach(
            (name, state) -> {
              Map<String, Object> json = new LinkedHashMap<>();
              json.put("numbers", Node.texts(state.numberNames()));
              json.put("counts", counts(state));
              states.put(name, json);
              for (String part : state.numberNames()) {
                contents.put(array(name, part), state.numbers(part));
              }
            });
    header.put("states", states);
    header.put("results", Node.texts(checkpoint.results().keySet()));
    checkpoint.results().forEach((name, values) -> contents.put("results/" + name, values));
    return contents;
  }

  private static String array(String state, String part) {
    return "states/" + state + "/" + part;
  }

  private static Map<String, Object> counts(TrainingState state) {
    Map<String, Object> json = new LinkedHashMap<>();
    for (String name : state.countNames()) {
      List<Object> values = new ArrayList<>();
      for (long value : state.counts(name)) {
        values.add(value);
      }
      json.put(name, values);
    }
    return json;
  }

  /**
   * Reads what {@link #write} wrote, bit for bit.
   *
   * @throws ModelFileException when it is not such a file, is damaged, or needs a newer version
   */
  public static Checkpoint read(Path from) {
    try {
      return checkpoint(ContainerReader.read(from, KIND));
    } catch (ModelFileException e) {
      String message = e.getMessage();
      throw message.startsWith(from + ": ") ? e : new ModelFileException(from + ": " + message, e);
    }
  }

  /**
   * Reads what {@link #toBytes} made, or the contents of a file.
   *
   * @throws ModelFileException when these are not a checkpoint, or are damaged, or need a newer
   *     version
   */
  public static Checkpoint fromBytes(byte[] bytes) {
    return checkpoint(ContainerReader.read(bytes, KIND));
  }

  private static Checkpoint checkpoint(Contents contents) {
    Node header = Node.of(contents.header);
    Map<String, String> texts = new LinkedHashMap<>();
    header.get("texts").members().forEach((name, text) -> texts.put(name, text.text()));
    Map<String, TrainingState> states = new LinkedHashMap<>();
    header
        .get("states")
        .members()
        .forEach((name, state) -> states.put(name, state(name, state, contents)));
    Map<String, double[]> results = new LinkedHashMap<>();
    for (String name : header.get("results").texts()) {
      results.put(name, contents.get("results/" + name));
    }
    return new Checkpoint(texts, states, results);
  }

  private static TrainingState state(String name, Node json, Contents contents) {
    Map<String, double[]> numbers = new LinkedHashMap<>();
    for (String part : json.get("numbers").texts()) {
      numbers.put(part, contents.get(array(name, part)));
    }
    Map<String, long[]> counts = new LinkedHashMap<>();
    json.get("counts").members().forEach((part, list) -> counts.put(part, longs(list.list())));
    return new TrainingState(numbers, counts);
  }

  private static long[] longs(List<Node> nodes) {
    return nodes.stream().mapToLong(Node::whole).toArray();
  }
}
