package io.github.tgp4j.io;

import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.TargetEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** How the columns of a table become numbers, as bytes, for whoever encodes rows elsewhere. */
public final class EncoderBytes {
  private static final String KIND = "encoder";

  private EncoderBytes() {}

  /** The inputs' encoder and that of the one target. */
  public static byte[] of(Encoder inputs, TargetEncoder target) {
    Map<String, Object> header = new LinkedHashMap<>();
    header.put("kind", KIND);
    header.put("encoder", EncoderJson.write(inputs));
    header.put("target", EncoderJson.write(target));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ContainerWriter.write(bytes, new Contents(header));
    } catch (IOException e) {
      throw new IllegalStateException("memory can be written", e);
    }
    return bytes.toByteArray();
  }

  /** The inputs' encoder that {@link #of} was given. */
  public static Encoder inputs(byte[] bytes) {
    return EncoderJson.readEncoder(member(bytes, "encoder"));
  }

  /** The target's encoder that {@link #of} was given. */
  public static TargetEncoder target(byte[] bytes) {
    return EncoderJson.readTarget(member(bytes, "target"));
  }

  private static Map<String, Object> member(byte[] bytes, String name) {
    return Node.of(ContainerReader.read(bytes, KIND).header).get(name).object();
  }
}
