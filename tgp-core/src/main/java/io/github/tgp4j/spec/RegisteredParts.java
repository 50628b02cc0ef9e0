package io.github.tgp4j.spec;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The parts of users' own that this process knows: those registered by calls, and those of every
 * {@link Parts} that the service loader finds. It looks for them when a name is unknown or is about
 * to be given, so that programs without own parts never pay for it.
 */
final class RegisteredParts {
  private static final Set<Class<?>> SEEN = Collections.newSetFromMap(new WeakHashMap<>());
  private static volatile PartRegister current = new PartRegister();

  private RegisteredParts() {}

  /** The part of that name, or null. */
  static <T> T find(Function<PartRegister, Map<String, T>> kind, String name) {
    T found = kind.apply(current).get(name);
    if (found == null) {
      discover();
      found = kind.apply(current).get(name);
    }
    return found;
  }

  static <T> Set<String> names(Function<PartRegister, Map<String, T>> kind) {
    return kind.apply(current).keySet();
  }

  /** Either all names of the change are given, or none and an exception is thrown. */
  static synchronized void register(Consumer<Parts.Register> change) {
    discover();
    PartRegister next = current.copy();
    change.accept(next);
    current = next;
  }

  private static synchronized void discover() {
    discover(ServiceLoader.load(Parts.class));
    discover(ServiceLoader.load(Parts.class, RegisteredParts.class.getClassLoader()));
  }

  private static void discover(ServiceLoader<Parts> loader) {
    Iterator<Parts> providers = loader.iterator();
    while (providers.hasNext()) {
      Parts parts = providers.next();
      if (!SEEN.contains(parts.getClass())) {
        PartRegister next = current.copy();
        parts.register(next);
        current = next;
        SEEN.add(parts.getClass());
      }
    }
  }
}
