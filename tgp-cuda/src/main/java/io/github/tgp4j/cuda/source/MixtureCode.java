package io.github.tgp4j.cuda.source;

import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.variational.Architecture;

/**
 * Writes the kernel that answers what is asked of an output's predictive mixtures; equations R1–R3,
 * F21 and F23 in docs/equations.md.
 *
 * <pre>
 *   mixture_o(theta, values, draws, chosen, rows, stride, mean, variance, grid, nodes, settings,
 *             levels, scores, targets, out)
 * </pre>
 *
 * <p>values: those that networks give, [draw][value][stride], or null; chosen: the rows to answer
 * for, or null for the first ones; settings: what {@code is_resolved} in mixture.h reads, then the
 * ends of the flow's tails, whether lines take over there, and between what values lie. Everything
 * else is said at {@code answer_row} in mixture.h.
 */
final class MixtureCode {
  private static final String ARGUMENTS =
      "const double* RESTRICT theta, const double* RESTRICT values, int draws, const long long*"
          + " RESTRICT chosen, long long rows, long long stride, const double* RESTRICT mean, const"
          + " double* RESTRICT variance, const double* RESTRICT grid, int nodes, const double*"
          + " RESTRICT settings, int levels, const double* RESTRICT scores, const double* RESTRICT"
          + " targets, double* RESTRICT out";

  private final CodeWriter out;
  private final Architecture.Output output;
  private final OwnValues own;
  private final FlowTree tree;
  private final FlowCode.Name flow;

  private MixtureCode(Architecture architecture, int o, FlowCode flows, CodeWriter out) {
    this.out = out;
    output = architecture.outputs().get(o);
    own = new OwnValues(out, architecture, o);
    tree = FlowTree.of(output.flows().get(0));
    flow = flows.of(tree);
  }

  /** Whether there is a kernel for an output: Gaussian noise behind a flow. */
  static boolean covers(Architecture.Output output) {
    return output.likelihood() instanceof GaussianLikelihood
        && !(output.flows().get(0) instanceof IdentityFlow);
  }

  /** Writes the kernel and returns its name. */
  static String write(Architecture architecture, int o, FlowCode flows, CodeWriter out) {
    return new MixtureCode(architecture, o, flows, out).write(o);
  }

  private String write(int o) {
    String name = "mixture_" + o;
    int at = own.flowAt(0);
    out.open("DEVICE double %s_flow(const double* own, double f)", name);
    out.line("double tape[%d];", tree.tape() + 1);
    out.line("return %s;", flow.value("own + " + at, "f", "tape"));
    out.close();
    out.open("DEVICE double %s_slope(const double* own, double f, double* g)", name);
    out.line("double tape[%d];", tree.tape() + 1);
    out.line("double unused[%d] = {0.0};", own.size() + 1);
    out.line("*g = %s;", flow.value("own + " + at, "f", "tape"));
    out.line("return %s;", flow.back("own + " + at, "f", "*g", "tape", "1.0", "unused"));
    out.close();
    kernel(name);
    return name;
  }

  private void kernel(String name) {
    out.open("KERNEL BOUNDS(BLOCK) %s(%s)", name, ARGUMENTS);
    out.line("SHARED_AS_NEEDED(memory);");
    out.line("double own[%d];", own.size() + 1);
    own.load();
    out.line("mixture m;");
    out.line("m.n = nodes * draws;");
    out.line("m.draws = draws;");
    out.line("m.f = memory;");
    out.line("float* near = (float*)(memory + m.n);");
    out.line("m.near = near;");
    out.line("m.weights = grid + nodes;");
    out.line("m.noise = sqrt(own[0]);");
    out.open("for (long long i = blockIdx.x; i < rows; i += gridDim.x)");
    out.line("long long row = chosen != 0 ? chosen[i] : i;");
    components(name);
    out.line("SYNCHRONISE();");
    out.open("if (is_resolved(&m, grid, nodes, settings))");
    out.open("for (int c = threadIdx.x; levels > 0 && c < m.n; c += blockDim.x)");
    out.line("near[c] = (float)((m.f[c] - m.mean) / m.noise);");
    out.close();
    out.line("SYNCHRONISE();");
    out.line(
        "answer_row(&m, levels, scores, targets != 0 ? targets + row : 0, stride, out + row);");
    out.close();
    out.open("else if (threadIdx.x == 0)");
    out.line("out[row] = 0.0;");
    out.close();
    out.line("SYNCHRONISE();");
    out.close();
    out.close();
  }

  /** The components of a row: threads share the draws, and the nodes of each where they are few. */
  private void components(String name) {
    out.line("double mu = mean[row];");
    out.line("double sd = sqrt(variance[row]);");
    out.line("int wide = draws < (int)blockDim.x ? draws : (int)blockDim.x;");
    out.line("int slots = (int)blockDim.x / wide;");
    out.line("int slot = (int)threadIdx.x / wide;");
    out.open(
        "for (int d = (int)threadIdx.x %% wide; slot < slots && d < draws; d += (int)blockDim.x)");
    if (own.dependent().length > 0) {
      out.line(
          "const double* RESTRICT flowValues = values + d * (%d * stride);",
          own.dependent().length);
      own.loadRow();
    }
    slopes(name);
    out.open("for (int s = slot; s < nodes; s += slots)");
    out.line("double f0 = mu + sd * grid[s];");
    out.line("double f = settings[5] > 0.0 ? at_least(f0, settings[3]) : f0;");
    out.line("f = settings[6] > 0.0 ? at_most(f, settings[4]) : f;");
    out.line("double g = %s_flow(own, f);", name);
    out.line("g = f0 == f ? g : g + (f0 < f ? below : above) * (f0 - f);");
    out.line("memory[s * draws + d] = at_most(at_least(g, settings[7]), settings[8]);");
    out.close();
    out.close();
  }

  /** Slopes of the straight lines beyond what training saw, where the row needs them. */
  private void slopes(String name) {
    out.line("double below = 0.0, above = 0.0;");
    out.open(
        "if ((settings[5] > 0.0 && mu + sd * grid[0] < settings[3]) || (settings[6] > 0.0 && mu +"
            + " sd * grid[nodes - 1] > settings[4]))");
    out.line("double lower = fabs(settings[3]) < INFINITE ? settings[3] : settings[4];");
    out.line("double upper = fabs(settings[4]) < INFINITE ? settings[4] : settings[3];");
    out.line("double low, high;");
    out.line("below = %s_slope(own, lower, &low);", name);
    out.line("above = %s_slope(own, upper, &high);", name);
    out.line("double most = lower < upper ? (high - low) / (upper - lower) : LARGEST_DOUBLE;");
    out.line("below = at_most(below, most);");
    out.line("above = at_most(above, most);");
    out.close();
  }
}
