package io.github.tgp4j.cuda.source;

/** The layers of the ziggurat by which normal numbers are drawn, as the CPU has them. */
final class Ziggurat {
  private Ziggurat() {}

  /** Their right ends and the densities there, as tables in C. */
  static String text() {
    double tail = 3.654152885361009;
    double area = 0.00492867323399;
    double[] edge = new double[257];
    edge[0] = area / Math.exp(-0.5 * tail * tail);
    edge[1] = tail;
    for (int i = 2; i < 256; i++) {
      double x = edge[i - 1];
      edge[i] = Math.sqrt(-2.0 * Math.log(area / x + Math.exp(-0.5 * x * x)));
    }
    StringBuilder edges = new StringBuilder("TABLE double ziggurat_edge[] = {");
    StringBuilder densities = new StringBuilder("TABLE double ziggurat_density[] = {");
    for (int i = 0; i <= 256; i++) {
      edges.append(i == 0 ? "" : ", ").append(edge[i]);
      densities.append(i == 0 ? "" : ", ").append(Math.exp(-0.5 * edge[i] * edge[i]));
    }
    return edges.append("};\n").append(densities).append("};\n").toString();
  }
}
