package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.source.Launch;

/** Sums of what blocks have left behind, always in the same order. */
final class Partials {
  private final Lane lane;
  private final DeviceSums sums;

  Partials(Lane lane, DeviceSums sums) {
    this.lane = lane;
    this.sums = sums;
  }

  /** Places of columns in the vector of expectation and θ̄, as the device reads them. */
  Buffer places(int[] places) {
    long[] pairs = new long[places.length / 2 + 1];
    for (int i = 0; i < places.length; i++) {
      pairs[i / 2] |= (places[i] & 0xffffffffL) << (Integer.SIZE * (i % 2));
    }
    Buffer buffer = new Buffer(pairs.length);
    lane.stream().upload(pairs, buffer.at());
    return buffer;
  }

  /** Adds columns to expectation and θ̄. */
  void addColumns(Buffer partial, int blocks, int width, Buffer places) {
    lane.launch(
        "add_partials",
        Grid.of(width, Launch.BLOCK),
        partial.at(),
        blocks,
        width,
        places.at(),
        sums.expectation().at());
  }

  /** Adds vectors of n numbers to one. */
  void addBlocks(Buffer partial, int blocks, long n, long out) {
    lane.launch(
        "add_blocks",
        Grid.of(Launch.addBlocksGrid(n), Launch.ADD_BLOCK),
        partial.at(),
        blocks,
        n,
        out);
  }
}
