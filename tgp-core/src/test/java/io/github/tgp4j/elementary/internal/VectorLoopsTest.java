package io.github.tgp4j.elementary.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * C2 keeps vectors in registers only where it has inlined every operation on them. Otherwise it
 * allocates each: two to ten times slower. So the loops must call nothing but the vector API, which
 * is always inlined, and must not be inlined themselves into callers, where there may be no room.
 */
class VectorLoopsTest {
  /** C2 inlines no method with more bytecodes than this; FreqInlineSize on JDK 17 and 25. */
  private static final int FREQ_INLINE_SIZE = 325;

  private static final List<Class<?>> TYPES =
      List.of(VectorExponentials.class, VectorLogarithms.class, VectorNormal.class);

  @Test
  void loopsAreTooLargeToBeInlinedIntoCallers() throws IOException {
    Map<String, Integer> sizes = new HashMap<>();
    for (Class<?> type : TYPES) {
      sizes.putAll(codeSizes(type));
    }
    sizes.keySet().retainAll(loops());
    sizes.remove("lastOfCdf"); // four operations, which fit everywhere
    assertThat(sizes).hasSize(17);
    assertThat(sizes).allSatisfy((name, size) -> assertThat(size).isGreaterThan(FREQ_INLINE_SIZE));
  }

  @Test
  void loopsCallTheVectorApiOnly() {
    for (JavaClass type : new ClassFileImporter().importClasses(TYPES)) {
      for (JavaMethodCall call : type.getMethodCallsFromSelf()) {
        if (loops().contains(call.getOrigin().getName())) {
          assertThat(call.getTargetOwner().getName())
              .as("%s", call.getDescription())
              .matches("jdk\\.incubator\\.vector\\..*|java\\.lang\\.Math");
        }
      }
    }
  }

  /** Static, and with arrays to work on. */
  private static Set<String> loops() {
    return TYPES.stream()
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(m -> Modifier.isStatic(m.getModifiers()) && m.getParameterCount() > 0)
        .map(Method::getName)
        .collect(Collectors.toSet());
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
