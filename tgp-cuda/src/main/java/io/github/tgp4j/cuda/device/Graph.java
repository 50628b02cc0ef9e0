package io.github.tgp4j.cuda.device;

import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.global.cudart;

/** Work that was put on a stream once and is started again and again with one call. */
public final class Graph implements AutoCloseable {
  private final CUgraphExec_st started = new CUgraphExec_st();

  /** Takes what is put on the stream meanwhile; nothing of it runs yet. */
  public Graph(Stream stream, Runnable work) {
    Device.alone(() -> capture(stream, work));
  }

  private void capture(Stream stream, Runnable work) {
    Check.driver(
        cudart.cuStreamBeginCapture(stream.handle(), cudart.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
        "begin a graph");
    CUgraph_st graph = new CUgraph_st();
    try {
      work.run();
    } finally {
      Check.driver(cudart.cuStreamEndCapture(stream.handle(), graph), "end a graph");
    }
    Check.driver(cudart.cuGraphInstantiate(started, graph, 0), "make a graph");
    Check.driver(cudart.cuGraphDestroy(graph), "forget a graph's plan");
  }

  /** Starts all of it. */
  public void launch(Stream stream) {
    Check.driver(cudart.cuGraphLaunch(started, stream.handle()), "start a graph");
  }

  @Override
  public void close() {
    Check.driver(cudart.cuGraphExecDestroy(started), "forget a graph");
  }
}
