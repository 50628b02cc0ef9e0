package io.github.tgp4j.optimise;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.List;

/**
 * What is trained, on what, and how: all that {@link Steps} work with.
 *
 * @param rows the engine's or a sample of them, or null where there is none
 */
record TrainingRun(
    Bound bound,
    Parameters parameters,
    List<InducingPosterior> posteriors,
    TrainingPlan plan,
    Engine engine,
    RowStore rows,
    Workers workers) {}
