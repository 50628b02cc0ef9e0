package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many large bodies at a time do not take all memory. */
class BodyMemoryTest {
  private static final String PREDICT = "/v1/models/houses/predict";
  private static final int LARGE = 16 << 20;

  @RegisterExtension private static final TestServer SERVER = TestServer.withModels();

  private static Socket begin() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), SERVER.port());
    socket.setSoTimeout(20_000);
    String head =
        "POST " + PREDICT + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + LARGE + "\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  @Test
  void largeBodiesWaitForEachOtherAndSmallOnesDoNot() throws IOException {
    int room = (int) (Runtime.getRuntime().maxMemory() / 8 / LARGE);
    assumeTrue(room < 60, "the heap is so large that the limit on requests is reached first");
    List<Socket> open = new ArrayList<>();
    String refused = "";
    try {
      for (int k = 0; k < room + 1; k++) { // one of them has no room
        open.add(begin());
      }
      for (int k = 0; k < 100_000 && refused.isEmpty(); k++) {
        for (Socket socket : open) {
          int there = socket.getInputStream().available();
          if (there > 0) {
            refused = new String(socket.getInputStream().readNBytes(there), StandardCharsets.UTF_8);
          }
        }
      }
      assertThat(refused).contains(" 429 ", "Retry-After: 1");
      String one = "{\"rows\": [{\"area\": 80, \"city\": \"Oslo\", \"sold\": null}]}";
      assertThat(SERVER.post(PREDICT, one).statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
    int status = 429;
    for (int k = 0; k < 1000 && status == 429; k++) { // until the server has seen that they left
      status = SERVER.post(PREDICT, " ".repeat(LARGE)).statusCode();
    }
    assertThat(status).isEqualTo(400);
  }
}
