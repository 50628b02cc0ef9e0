package io.github.tgp4j.io;

import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.model.Model;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Models in files that deploy anywhere: a description in the model language and the numbers, no
 * classes of Java and no code. docs/model-file.md has the format.
 *
 * <p>A file holds no training data, with one exception: an exact GP ({@code WarpedGp}, {@code
 * TransformedPriorGp}) predicts from the standardised inputs it was fitted to, and these are in it
 * as its inducing inputs.
 */
public final class ModelFile {
  private static final String KIND = "model";

  private ModelFile() {}

  /**
   * Writes a model that was fitted to numbers, with what is known of where it comes from ({@link
   * Provenance#of}).
   *
   * @throws ModelFileException when that fails, or the model has parts without a text
   */
  public static void write(Path to, Model model) {
    write(to, new SavedModel(model));
  }

  /**
   * Writes aside, then renames: at no time is there half a file, and a file that was there stays
   * until the new one is complete.
   *
   * @throws ModelFileException when that fails, or the model has parts without a text
   */
  public static void write(Path to, SavedModel saved) {
    ContainerWriter.write(to, contents(saved));
  }

  /** Writes a model that was fitted to numbers to a stream, which stays open. */
  public static void write(OutputStream to, Model model) throws IOException {
    write(to, new SavedModel(model));
  }

  /**
   * Writes what a file would hold to a stream, which stays open.
   *
   * @throws ModelFileException when the model has parts without a text
   */
  public static void write(OutputStream to, SavedModel saved) throws IOException {
    ContainerWriter.write(to, contents(saved));
  }

  /** What a file of a model that was fitted to numbers would hold. */
  public static byte[] toBytes(Model model) {
    return toBytes(new SavedModel(model));
  }

  /**
   * What a file would hold.
   *
   * @throws ModelFileException when the model has parts without a text
   */
  public static byte[] toBytes(SavedModel saved) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(bytes, saved);
    } catch (IOException e) {
      throw new IllegalStateException("memory can be written", e);
    }
    return bytes.toByteArray();
  }

  private static Contents contents(SavedModel saved) {
    TargetCheck.check(saved);
    Map<String, Object> header = new LinkedHashMap<>();
    header.put("kind", KIND);
    Contents contents = new Contents(header);
    if (saved.encoder() != null) {
      header.put("encoder", EncoderJson.write(saved.encoder()));
    }
    if (!saved.targets().isEmpty()) {
      List<Object> targets = new ArrayList<>();
      saved.targets().forEach(target -> targets.add(EncoderJson.write(target)));
      header.put("targets", targets);
    }
    ModelJson.write(saved.model(), contents);
    ProvenanceJson.write(saved.provenance(), contents);
    return contents;
  }

  /**
   * Reads a model that predicts what the written one did, bit for bit on the same machine.
   *
   * @throws ModelFileException when it is not such a file, is damaged, or needs a newer version
   */
  public static SavedModel read(Path from) {
    return model(ContainerReader.read(from, KIND), from.toString());
  }

  /**
   * Reads one model from a stream, which stays open and is left behind the model's last byte.
   *
   * @throws ModelFileException when there is no model in it, or it is damaged, or needs a newer
   *     version
   */
  public static SavedModel read(InputStream from) throws IOException {
    return fromBytes(ContainerReader.bytes(from));
  }

  /**
   * Reads what {@link #toBytes(SavedModel)} made, or the contents of a file.
   *
   * @throws ModelFileException when these are not a model, or are damaged, or need a newer version
   */
  public static SavedModel fromBytes(byte[] bytes) {
    return model(ContainerReader.read(bytes, KIND), "model");
  }

  private static SavedModel model(Contents contents, String name) {
    try {
      Model model = ModelJson.read(contents);
      Node header = Node.of(contents.header);
      Node encoder = header.find("encoder");
      Node targets = header.find("targets");
      SavedModel saved =
          header.make(
              () ->
                  new SavedModel(
                      model,
                      encoder == null ? null : EncoderJson.readEncoder(encoder.object()),
                      targets == null ? List.of() : targets(targets),
                      ProvenanceJson.read(header.get("provenance"), contents)));
      TargetCheck.check(saved);
      return saved;
    } catch (ModelFileException e) {
      throw new ModelFileException(name + ": " + e.getMessage(), e);
    }
  }

  private static List<TargetEncoder> targets(Node json) {
    return json.list().stream().map(node -> EncoderJson.readTarget(node.object())).toList();
  }
}
