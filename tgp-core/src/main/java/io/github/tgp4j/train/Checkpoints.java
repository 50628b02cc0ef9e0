package io.github.tgp4j.train;

/** Where a run's states are kept, so that another can go on where it stopped. */
public interface Checkpoints {
  /** Keeps nothing and starts anew. */
  Checkpoints NONE =
      new Checkpoints() {
        @Override
        public TrainingState resume() {
          return null;
        }

        @Override
        public boolean isDue(TrainingListener.Progress progress) {
          return false;
        }

        @Override
        public void save(TrainingState state) {
          // nothing is ever due
        }
      };

  /** The state to go on from, or null to start anew; asked once, before the first step. */
  TrainingState resume();

  /** Whether to {@link #save} after this step; asked after the listener was told of it. */
  boolean isDue(TrainingListener.Progress progress);

  /** Keeps a state. */
  void save(TrainingState state);
}
