package io.github.tgp4j.cuda.device;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.cuda.global.nvrtc;
import org.bytedeco.cuda.nvrtc._nvrtcProgram;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.SizeTPointer;

/** The kernels of one source text, compiled for a device. */
public final class Kernels implements AutoCloseable {
  /** The name that messages of the compiler give the text. */
  private static final String FILE = "tgp.cu";

  private static final long STACK = 64L << 20; // bytes

  private static final Pattern KERNEL =
      Pattern.compile("__global__\\s+void\\s+(?:__launch_bounds__\\([^)]*\\)\\s+)?(\\w+)\\s*\\(");

  private final CUmod_st module;
  private final Set<String> names;

  private Kernels(byte[] binary, Set<String> names) {
    this.names = names;
    module = new CUmod_st();
    try (BytePointer image = new BytePointer(binary)) {
      Check.driver(cudart.cuModuleLoadData(module, image), "load kernels");
    }
  }

  /** Compiles them, unless the cache has them from an earlier time. */
  public static Kernels of(Device device, String source, KernelCache cache) {
    device.use();
    List<String> options = options(device);
    byte[] binary =
        cache.get(
            List.of(source, device.architecture(), Integer.toString(device.driver()), version())
                .toString(),
            () -> withRoom(() -> compile(source, options)));
    return new Kernels(binary, names(source));
  }

  /** The kernels that a text has. */
  static Set<String> names(String source) {
    return KERNEL
        .matcher(source)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  private static List<String> options(Device device) {
    return List.of("--std=c++17", "-default-device", "--gpu-architecture=" + device.architecture());
  }

  private static String version() {
    int[] major = new int[1];
    int[] minor = new int[1];
    Check.compiler(nvrtc.nvrtcVersion(major, minor), "say its version");
    return major[0] + "." + minor[0];
  }

  /** The compiler calls itself deeper than the stack of a thread of Java may allow. */
  private static byte[] withRoom(Supplier<byte[]> work) {
    FutureTask<byte[]> task = new FutureTask<>(work::get);
    new Thread(null, task, "tgp4j-nvrtc", STACK).start();
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException own ? own : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CudaException("CUDA: interrupted while kernels were compiled", e);
    }
  }

  private static byte[] compile(String source, List<String> options) {
    _nvrtcProgram program = new _nvrtcProgram();
    try (BytePointer text = new BytePointer(source);
        BytePointer file = new BytePointer(FILE);
        PointerPointer<BytePointer> given = new PointerPointer<>(options.toArray(new String[0]))) {
      Check.compiler(
          nvrtc.nvrtcCreateProgram(
              program, text, file, 0, (PointerPointer<?>) null, (PointerPointer<?>) null),
          "take kernels");
      int code = nvrtc.nvrtcCompileProgram(program, options.size(), given);
      if (code != nvrtc.NVRTC_SUCCESS) {
        throw new CudaException(
            "CUDA: the kernels of this model do not compile; this is a defect of tgp4j:\n"
                + log(program));
      }
      return binary(program);
    } finally {
      nvrtc.nvrtcDestroyProgram(program);
    }
  }

  private static String log(_nvrtcProgram program) {
    try (SizeTPointer size = new SizeTPointer(1)) {
      Check.compiler(nvrtc.nvrtcGetProgramLogSize(program, size), "say what is wrong");
      byte[] log = new byte[Math.toIntExact(size.get())];
      Check.compiler(nvrtc.nvrtcGetProgramLog(program, log), "say what is wrong");
      return new String(log, java.nio.charset.StandardCharsets.UTF_8).replace("\0", "");
    }
  }

  private static byte[] binary(_nvrtcProgram program) {
    try (SizeTPointer size = new SizeTPointer(1)) {
      Check.compiler(nvrtc.nvrtcGetCUBINSize(program, size), "give kernels back");
      byte[] binary = new byte[Math.toIntExact(size.get())];
      Check.compiler(nvrtc.nvrtcGetCUBIN(program, binary), "give kernels back");
      return binary;
    }
  }

  /** Whether it has a kernel of that name. */
  public boolean has(String name) {
    return names.contains(name);
  }

  /** The kernel of that name. */
  public Kernel get(String name) {
    CUfunc_st function = new CUfunc_st();
    Check.driver(cudart.cuModuleGetFunction(function, module, name), "find kernel " + name);
    return new Kernel(name, function);
  }

  @Override
  public void close() {
    Check.driver(cudart.cuModuleUnload(module), "unload kernels");
  }
}
