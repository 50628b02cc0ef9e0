package io.github.tgp4j.cuda.device;

import org.bytedeco.cuda.global.cublas;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.cuda.global.nvrtc;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;

/** Turns return codes into errors that say what failed and what helps. */
final class Check {
  static final int OUT_OF_MEMORY = 2;
  private static final int NO_DEVICE = 100;
  private static final int NO_BINARY = 209;

  private Check() {}

  /** A code of the driver. */
  static void driver(int code, String what) {
    if (code != cudart.CUDA_SUCCESS) {
      throw new CudaException(message(what, name(code), code));
    }
  }

  /** A code of cuBLAS. */
  static void cublas(int code, String what) {
    if (code != cublas.CUBLAS_STATUS_SUCCESS) {
      throw new CudaException(
          "CUDA: cuBLAS could not " + what + ": " + cublas.cublasGetStatusString(code).getString());
    }
  }

  /** A code of the compiler. */
  static void compiler(int code, String what) {
    if (code != nvrtc.NVRTC_SUCCESS) {
      throw new CudaException(
          "CUDA: NVRTC could not " + what + ": " + nvrtc.nvrtcGetErrorString(code).getString());
    }
  }

  /** What a user is told of a driver's code. */
  static String message(String what, String name, int code) {
    return "CUDA: could not " + what + ": " + name + remedy(code);
  }

  private static String remedy(int code) {
    return switch (code) {
      case OUT_OF_MEMORY ->
          "; the device has too little free memory: take fewer rows in a batch or fewer inducing"
              + " points, end other programs on it, or compute on the CPU (device cpu)";
      case NO_DEVICE -> "; there is no NVIDIA GPU that this process may use";
      case NO_BINARY -> "; the device is too old for this release, which needs double precision";
      default -> "";
    };
  }

  private static String name(int code) {
    try (PointerPointer<BytePointer> text = new PointerPointer<>(1)) {
      if (cudart.cuGetErrorName(code, text) != cudart.CUDA_SUCCESS) {
        return "error " + code;
      }
      return text.get(BytePointer.class, 0).getString() + " (" + code + ")";
    }
  }
}
