package io.github.tgp4j.cuda.source;

import java.util.List;

/**
 * The kernels of one output's expectation; equations E2–E7 in docs/equations.md, arguments at the
 * head of {@link ExpectationCode}.
 *
 * @param expectation name of the kernel of Σ_n E[log p(y_n | ·)]
 * @param predictive name of that of Σ_n log E[p(y_n | ·)]
 * @param closedForm whether the first reads no nodes
 * @param closedPredictive whether the second reads no nodes
 * @param processes GPs whose marginals it takes
 * @param places of a partial sum's columns in the vector (expectation, θ̄)
 * @param dependentPlaces of the values that networks give for every row, among θ
 * @param networks those that give the flow values, in their order
 * @param latentNetwork the one that gives the last latent; null where every latent is a GP
 * @param lanes threads that share the nodes of a row
 * @param predictiveLanes those of the second kernel
 */
public record OutputKernels(
    String expectation,
    String predictive,
    boolean closedForm,
    boolean closedPredictive,
    int processes,
    int[] places,
    int[] dependentPlaces,
    List<NetworkKernels> networks,
    NetworkKernels latentNetwork,
    int lanes,
    int predictiveLanes) {

  /** Values that networks give for a row. */
  public int dependentValues() {
    return dependentPlaces.length;
  }

  /** Columns of a partial sum. */
  public int width() {
    return places.length;
  }

  /** Blocks of the first kernel for so many rows. */
  public int grid(long rows) {
    return Launch.blocks(rows, Launch.BLOCK / lanes);
  }

  /** Blocks of the second kernel for so many rows. */
  public int predictiveGrid(long rows) {
    return Launch.blocks(rows, Launch.BLOCK / predictiveLanes);
  }
}
