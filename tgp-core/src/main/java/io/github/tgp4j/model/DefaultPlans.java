package io.github.tgp4j.model;

import io.github.tgp4j.train.TrainingPlan;

/** How models are trained unless told otherwise, by the number of rows. */
final class DefaultPlans {
  private static final int FEW_ROWS = 4000;

  /** Steps over all rows are the default up to so many, and so many entries of K_xz. */
  private static final int COLLAPSED_ROWS = 50_000;

  private static final long COLLAPSED_ENTRIES = 5_000_000;

  /** Of a plain GP; most fits end before, when their steps no longer gain anything. */
  private static final int COLLAPSED_STEPS = 1000;

  /** Of the plain GP that a flow on few rows starts from: the flow's own steps go on with it. */
  private static final int SHORT_START = 150;

  private DefaultPlans() {}

  /** Whether all rows in every step are few enough. */
  static boolean mayCollapse(int rows, int inducing) {
    return rows <= COLLAPSED_ROWS && (long) rows * inducing <= COLLAPSED_ENTRIES;
  }

  /** Of a plain GP: until its steps gain nothing. */
  static TrainingPlan collapsed() {
    return TrainingPlan.collapsed(COLLAPSED_STEPS);
  }

  /**
   * Of the plain GP that a flow starts from: where rows are many, as long as the model's own plan,
   * so that the flow does not begin below what a plain GP reaches.
   */
  static TrainingPlan plainStart(int rows, TrainingPlan plan) {
    int own = Math.min(COLLAPSED_STEPS, plan.steps());
    return TrainingPlan.collapsed(rows <= FEW_ROWS ? SHORT_START : Math.max(SHORT_START, own));
  }

  static TrainingPlan stochastic(int rows) {
    return rows <= FEW_ROWS
        ? TrainingPlan.ofSteps(1000).withLearningRate(0.08)
        : TrainingPlan.ofSteps(4000)
            .withBatchSize(1024)
            .withNaturalStep(0.1)
            .withLearningRate(0.02);
  }

  /** Networks need longer than a covariance; their own rate is a share of it (T3). */
  static TrainingPlan network(int rows) {
    return rows <= FEW_ROWS
        ? TrainingPlan.ofSteps(2000).withNaturalStep(0.3).withLearningRate(0.02)
        : TrainingPlan.ofSteps(8000)
            .withBatchSize(512)
            .withNaturalStep(0.05)
            .withLearningRate(0.02);
  }

  /** Of one GP for all classes, whose network carries most of what tells them apart. */
  static TrainingPlan oneProcess(int rows) {
    return rows <= FEW_ROWS ? network(rows) : network(rows).withLearningRate(0.04);
  }

  /**
   * Of the predictive objective: rows far from their mean pull q(v) wider there, so that its
   * natural step often leads nowhere; Adam for q too.
   */
  static TrainingPlan predictive(int rows) {
    TrainingPlan plan = TrainingPlan.ofSteps(1500).withNaturalStep(0).withLearningRate(0.03);
    return rows <= FEW_ROWS
        ? plan
        : plan.withSteps(6000).withBatchSize(1024).withLearningRate(0.01);
  }

  /** Of a flow read off draws of v, which make the natural gradient of q noisy: Adam for q too. */
  static TrainingPlan conditionedFlow(int rows) {
    TrainingPlan plan = TrainingPlan.ofSteps(1500).withNaturalStep(0);
    return rows <= FEW_ROWS ? plan : plan.withSteps(6000).withBatchSize(1024);
  }
}
