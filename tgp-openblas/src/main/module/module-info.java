/** OpenBLAS for the linear algebra of {@code io.github.tgp4j.core}, which finds it as a service. */
module io.github.tgp4j.openblas {
  requires io.github.tgp4j.core;
  requires org.bytedeco.javacpp;
  requires org.bytedeco.openblas;

  provides io.github.tgp4j.linalg.NativeLibrary with
      io.github.tgp4j.openblas.OpenBlas;
}
