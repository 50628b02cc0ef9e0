package io.github.tgp4j.io;

import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.model.Model;
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
   * Writes aside, then renames: at no time is there half a file, and a file that was there stays
   * until the new one is complete.
   *
   * @throws ModelFileException when that fails, or the model has parts without a text
   */
  public static void write(Path to, SavedModel saved) {
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
    ContainerWriter.write(to, contents);
  }

  /**
   * Reads a model that predicts what the written one did, bit for bit on the same machine.
   *
   * @throws ModelFileException when it is not such a file, is damaged, or needs a newer version
   */
  public static SavedModel read(Path from) {
    Contents contents = ContainerReader.read(from, KIND);
    try {
      Model model = ModelJson.read(contents);
      Node header = Node.of(contents.header);
      Node encoder = header.find("encoder");
      Node targets = header.find("targets");
      return header.make(
          () ->
              new SavedModel(
                  model,
                  encoder == null ? null : EncoderJson.readEncoder(encoder.object()),
                  targets == null ? List.of() : targets(targets),
                  ProvenanceJson.read(header.get("provenance"), contents)));
    } catch (ModelFileException e) {
      throw new ModelFileException(from + ": " + e.getMessage(), e);
    }
  }

  private static List<TargetEncoder> targets(Node json) {
    return json.list().stream().map(node -> EncoderJson.readTarget(node.object())).toList();
  }
}
