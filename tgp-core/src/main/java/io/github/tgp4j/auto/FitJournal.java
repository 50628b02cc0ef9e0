package io.github.tgp4j.auto;

import io.github.tgp4j.model.Model;
import io.github.tgp4j.train.Checkpoints;

/**
 * Where a fit stands: the trials that are done, and the state of the one under way, so that another
 * run with the same table and settings goes on from there to the same model. Several fits may run
 * at a time, so that it must be safe for many threads.
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

  /** A fit is done; its model saves the work of fitting it again. */
  default void keep(String stage, Model model) {}

  /** The model of a fit that is done; null where it is not, or was not kept. */
  default Model model(String stage) {
    return null;
  }

  /** Keeps where things stand, because the fit is cancelled. */
  void save();
}
