package io.github.tgp4j.benchmarks.experiments;

import static io.github.tgp4j.benchmarks.experiments.RegressionRecipes.fullBatch;
import static io.github.tgp4j.benchmarks.experiments.RegressionRecipes.minibatch;

import io.github.tgp4j.train.TrainingPlan;
import java.util.ArrayList;
import java.util.List;

/** The settings of a model that are compared on a regression set. */
final class RegressionGrid {
  private RegressionGrid() {}

  static List<ModelSpec> of(String set, String model) {
    return RegressionRecipes.SMALL.contains(set) ? small(set, model) : large(set, model);
  }

  private static List<ModelSpec> small(String set, String model) {
    List<ModelSpec> grid = new ArrayList<>();
    switch (model) {
      case "svgp" -> {
        for (int steps : new int[] {50, 100, 300, 1000}) {
          grid.add(RegressionRecipes.svgp(TrainingPlan.collapsed(steps)));
        }
        for (double rate : new double[] {0.02, 0.05, 0.1}) {
          grid.add(RegressionRecipes.svgp(fullBatch(1000, rate)));
          grid.add(RegressionRecipes.svgp(fullBatch(2000, rate)));
        }
      }
      case "tgp" -> {
        for (String flow : List.of("sal(1)", "sal(3)")) {
          grid.add(RegressionRecipes.tgp(flow, fullBatch(300, 0.02)).withPlainStart());
          grid.add(RegressionRecipes.tgp(flow, fullBatch(2000, 0.02)).withPlainStart());
        }
        for (String flow : List.of("sal(1)", "sal(3)", "tanh-sum(4)")) {
          grid.add(RegressionRecipes.tgp(flow, fullBatch(2000, 0.02)));
          grid.add(RegressionRecipes.tgp(flow, fullBatch(2000, 0.05)));
        }
      }
      case "tgp-paper" -> {
        for (double rate : new double[] {0.005, 0.01, 0.02}) {
          grid.add(RegressionRecipes.paper(set, fullBatch(5000, rate)));
        }
      }
      case RegressionRecipes.TUNED_DEEP -> {
        for (double rate : new double[] {0.01, 0.02, 0.05}) {
          grid.add(ModelSpec.deep(2, fullBatch(10000, rate)));
        }
        grid.add(ModelSpec.deep(2, fullBatch(2500, 0.05)));
      }
      case VariationalBayes.MODEL -> {
        for (double rate : new double[] {0.003, 0.01, 0.03}) {
          grid.add(VariationalBayes.spec(set).withPlan(fullBatch(4000, rate)));
        }
      }
      default -> {
        for (double rate : new double[] {0.01, 0.03}) {
          for (int steps : new int[] {500, 1000, 2000, 4000}) {
            grid.add(RegressionRecipes.network(set, fullBatch(steps, rate)));
          }
        }
      }
    }
    return grid;
  }

  private static List<ModelSpec> large(String set, String model) {
    List<ModelSpec> grid = new ArrayList<>();
    switch (model) {
      case "svgp" -> {
        for (int steps : new int[] {50, 100, 300, 1000}) {
          grid.add(RegressionRecipes.svgp(TrainingPlan.collapsed(steps)));
        }
        for (double rate : new double[] {0.02, 0.05}) {
          grid.add(RegressionRecipes.svgp(minibatch(2000, 1024, 0.1, rate)));
          grid.add(RegressionRecipes.svgp(minibatch(4000, 1024, 0.1, rate)));
          grid.add(RegressionRecipes.svgp(minibatch(8000, 1024, 0.1, rate)));
        }
      }
      case "tgp" -> {
        grid.add(RegressionRecipes.tgp("sal(2)", fullBatch(300, 0.02)).withPlainStart());
        grid.add(RegressionRecipes.tgp("sal(2)", fullBatch(1000, 0.02)).withPlainStart());
        grid.add(RegressionRecipes.tgp("sal(2)", minibatch(4000, 1024, 0.1, 0.02)));
      }
      case "tgp-paper" -> {
        for (double rate : new double[] {0.005, 0.01}) {
          grid.add(RegressionRecipes.paper(set, minibatch(10000, 1024, 0.1, rate)));
        }
      }
      case RegressionRecipes.TUNED_DEEP -> {
        for (double rate : new double[] {0.01, 0.02, 0.05}) {
          grid.add(ModelSpec.deep(2, minibatch(10000, 1024, 0.1, rate)));
        }
      }
      default -> {
        for (double rate : new double[] {0.005, 0.01, 0.02}) {
          grid.add(RegressionRecipes.network(set, minibatch(5000, 512, 0.05, rate)));
        }
        grid.add(RegressionRecipes.network(set, minibatch(10000, 512, 0.05, 0.01)));
        if (set.equals("naval")) { // hardly any noise, which minibatches alone do not find
          grid.add(
              RegressionRecipes.network(set, minibatch(10000, 512, 0.05, 0.01)).withPlainStart());
          grid.add(RegressionRecipes.network(set, fullBatch(1000, 0.003)).withPlainStart());
        }
        if (set.equals("wine-white")) { // its small kin overfits when trained for long
          grid.add(RegressionRecipes.network(set, minibatch(2500, 512, 0.05, 0.005)));
        } else {
          double rate = set.equals("protein") ? 0.02 : 0.005; // what shorter runs liked best
          grid.add(RegressionRecipes.network(set, minibatch(20000, 512, 0.05, rate)));
          grid.add(RegressionRecipes.network(set, minibatch(40000, 512, 0.05, 0.01)));
        }
      }
    }
    return grid;
  }
}
