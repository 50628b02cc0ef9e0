package io.github.tgp4j.elementary.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * C2 inlines no method above FreqInlineSize = 325 bytecodes. A vector loop below that is inlined
 * into its callers, runs out of room there, and then allocates every vector: two to four times
 * slower. The remedy is to spell out in the loop what it now calls.
 */
class VectorLoopSizeTest {
  private static final int FREQ_INLINE_SIZE = 325;

  @Test
  void loopsAreTooLargeToBeInlinedIntoCallers() throws IOException {
    Map<String, Integer> sizes = new HashMap<>();
    sizes.putAll(codeSizes(VectorExponentials.class));
    sizes.putAll(codeSizes(VectorLogarithms.class));
    Map<String, Integer> normal = codeSizes(VectorNormal.class);
    for (String pass :
        List.of("mills", "tail", "lastOfLogCdf")) { // Φ's last pass is four operations
      sizes.put(pass, normal.get(pass));
    }
    sizes.keySet().removeIf(name -> name.startsWith("<"));
    assertThat(sizes).hasSize(15);
    assertThat(sizes).allSatisfy((name, size) -> assertThat(size).isGreaterThan(FREQ_INLINE_SIZE));
  }

  /** The length of every method's bytecode; the class file format is chapter 4 of the JVMS. */
  private static Map<String, Integer> codeSizes(Class<?> type) throws IOException {
    try (InputStream file = type.getResourceAsStream(type.getSimpleName() + ".class");
        DataInputStream in = new DataInputStream(file)) {
      in.skipNBytes(8); // magic and version
      String[] utf8 = constants(in);
      in.skipNBytes(6); // access flags, this, super
      in.skipNBytes(2L * in.readUnsignedShort()); // interfaces
      Map<String, Integer> sizes = new HashMap<>();
      members(in, utf8, new HashMap<>()); // fields
      members(in, utf8, sizes);
      return sizes;
    }
  }

  private static void members(DataInputStream in, String[] utf8, Map<String, Integer> sizes)
      throws IOException {
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      in.skipNBytes(2); // access flags
      String name = utf8[in.readUnsignedShort()];
      in.skipNBytes(2); // descriptor
      for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
        boolean code = "Code".equals(utf8[in.readUnsignedShort()]);
        int length = in.readInt();
        if (code) {
          in.skipNBytes(4); // max_stack, max_locals
          sizes.put(name, in.readInt());
          length -= 8;
        }
        in.skipNBytes(length);
      }
    }
  }

  private static String[] constants(DataInputStream in) throws IOException {
    String[] utf8 = new String[in.readUnsignedShort()];
    for (int i = 1; i < utf8.length; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> utf8[i] = in.readUTF();
        case 5, 6 -> { // long and double take two entries
          in.skipNBytes(8);
          i++;
        }
        case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        default -> in.skipNBytes(4);
      }
    }
    return utf8;
  }
}
