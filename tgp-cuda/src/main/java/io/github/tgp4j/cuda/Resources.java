package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.CudaException;
import io.github.tgp4j.cuda.device.Device;
import java.lang.ref.Cleaner;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an owner has on the device; given back when nobody knows the owner any more, since engines
 * are not closed by those who use them.
 */
final class Resources {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.cuda");
  private static final Cleaner CLEANER = Cleaner.create();

  private final Held held = new Held();

  Resources(Object owner) {
    CLEANER.register(owner, held);
  }

  /** Keeps something until the owner is gone. */
  <T extends AutoCloseable> T keep(T resource, Device device) {
    synchronized (held) {
      held.of.put(resource, device);
    }
    return resource;
  }

  /** Gives something back now. */
  void close(AutoCloseable resource) {
    synchronized (held) {
      Device device = held.of.remove(resource);
      if (device != null) {
        Held.close(resource, device);
      }
    }
  }

  /** Knows nothing of the owner, or that would never be gone. */
  private static final class Held implements Runnable {
    private final Map<AutoCloseable, Device> of = new LinkedHashMap<>();

    @Override
    public synchronized void run() {
      of.forEach(Held::close);
      of.clear();
    }

    static void close(AutoCloseable resource, Device device) {
      Device.alone(() -> closeAlone(resource, device));
    }

    private static void closeAlone(AutoCloseable resource, Device device) {
      try {
        device.use();
        resource.close();
      } catch (CudaException e) { // of a device that is lost: there is nothing to give back
        LOG.log(System.Logger.Level.DEBUG, "device memory", e);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
