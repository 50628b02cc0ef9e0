package io.github.tgp4j.auto;

import io.github.tgp4j.train.Checkpoints;

/**
 * Where a fit stands: the trials that are done, and the state of the one under way, so that another
 * run with the same table and settings goes on from there to the same model.
 */
public interface FitJournal extends ModelSearch.Journal {
  /** Remembers nothing. */
  FitJournal NONE =
      new FitJournal() {
        @Override
        public TrialResult find(String stage) {
          return null;
        }

        @Override
        public void add(String stage, TrialResult trial) {}

        @Override
        public Checkpoints at(String stage, TrainingCurve curve) {
          return Checkpoints.NONE;
        }

        @Override
        public TrainingCurve curveOf(String stage) {
          return new TrainingCurve();
        }

        @Override
        public void save() {}
      };

  /** The states of one stage, and the curve to keep with them. */
  Checkpoints at(String stage, TrainingCurve curve);

  /** The curve of the stage under way when the run stopped, or an empty one. */
  TrainingCurve curveOf(String stage);

  /** Keeps where things stand, because the fit is cancelled. */
  void save();
}
