package io.github.tgp4j.engine;

import io.github.tgp4j.rows.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The devices that are there, by name. */
public final class Accelerators {
  /** The processor; always there. */
  public static final String CPU = "cpu";

  /** A device where there is one that can be used, otherwise the processor. */
  public static final String AUTO = "auto";

  private Accelerators() {}

  /**
   * Refuses a device that is not there.
   *
   * @throws IllegalArgumentException when no device has that name, or when it cannot be used here
   */
  public static void check(String device) {
    check(device, found());
  }

  static void check(String device, List<Accelerator> found) {
    if (device.equals(CPU) || device.equals(AUTO)) {
      return;
    }
    Accelerator named = named(device, found);
    if (named == null) {
      throw new IllegalArgumentException(
          "device: expected cpu, auto or cuda but got "
              + device
              + (device.equals("cuda")
                  ? ", whose artifact io.github.tgp4j:tgp-cuda is not on the class path"
                  : ""));
    }
    String reason = named.unavailable();
    if (reason != null) {
      throw new IllegalArgumentException("device: " + device + " cannot be used here: " + reason);
    }
  }

  /**
   * Whoever a device's name stands for; null for the processor.
   *
   * @throws IllegalArgumentException when no device has that name, or when it cannot be used here
   */
  public static Accelerator find(String device) {
    return find(device, found());
  }

  private static Accelerator find(String device, List<Accelerator> found) {
    check(device, found);
    if (device.equals(CPU)) {
      return null;
    }
    return device.equals(AUTO) ? firstUsable(found) : named(device, found);
  }

  /** Rows of this machine, with whoever a device's name stands for. */
  public static TrainingRows rows(RowStore rows, String device) {
    return rows(rows, device, found());
  }

  static TrainingRows rows(RowStore rows, String device, List<Accelerator> found) {
    Accelerator chosen = find(device, found);
    return chosen == null
        ? TrainingRows.of(rows)
        : new TrainingRows(rows.rows(), rows, chosen.engines(rows));
  }

  private static Accelerator firstUsable(List<Accelerator> found) {
    return found.stream().filter(a -> a.unavailable() == null).findFirst().orElse(null);
  }

  private static Accelerator named(String name, List<Accelerator> found) {
    return found.stream().filter(a -> a.name().equals(name)).findFirst().orElse(null);
  }

  private static List<Accelerator> found() {
    List<Accelerator> found = new ArrayList<>();
    ServiceLoader.load(Accelerator.class, Accelerators.class.getClassLoader()).forEach(found::add);
    return found;
  }
}
