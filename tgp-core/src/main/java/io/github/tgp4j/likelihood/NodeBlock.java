package io.github.tgp4j.likelihood;

/**
 * Some rows of targets with the latent values at the nodes of a rule: what an expectation sums
 * over. The arrays are the caller's; a block only says where to look in them.
 *
 * @param y targets; row n's is {@code y[yFrom + n]}
 * @param rows how many
 * @param f latent values, row-major rows × nodes for each latent
 * @param fFrom where the values of latent 0 start; those of latent c start c·fStride further
 * @param nodes how many values per row
 * @param w the nodes' weights
 * @param fBar receives w_s·∂ log p/∂f where f has its values
 */
public record NodeBlock(
    double[] y,
    int yFrom,
    int rows,
    double[] f,
    int fFrom,
    int fStride,
    int nodes,
    double[] w,
    double[] fBar) {}
