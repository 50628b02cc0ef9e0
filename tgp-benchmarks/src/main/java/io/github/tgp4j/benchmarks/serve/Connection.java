package io.github.tgp4j.benchmarks.serve;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** One connection of a client that costs little: bytes out, a status and a body in. */
public final class Connection implements AutoCloseable {
  private static final int LONGEST_LINE = 1 << 16;

  private final Socket socket;
  private final InputStream in;

  /** An answer. */
  public record Answer(int status, String head, byte[] body) {
    /** The body as text. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  private Connection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), 1 << 13);
  }

  /** To a server of this machine. */
  public static Connection to(int port, int timeoutMillis) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(timeoutMillis);
    return new Connection(socket);
  }

  /** The bytes of a POST request. */
  public static byte[] post(String path, String type, byte[] body) {
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    all.writeBytes(body);
    return all.toByteArray();
  }

  /** The bytes of a GET request. */
  public static byte[] get(String path) {
    String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    return head.getBytes(StandardCharsets.UTF_8);
  }

  /** Sends bytes and waits for one answer. */
  public Answer ask(byte[] request) throws IOException {
    send(request);
    return receive();
  }

  /** Sends bytes. */
  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Says that nothing more will be sent. */
  public void endOfRequests() throws IOException {
    socket.shutdownOutput();
  }

  /**
   * Waits for one answer.
   *
   * @throws EOFException when the server closes the connection instead
   */
  public Answer receive() throws IOException {
    String first = line();
    int status = Integer.parseInt(first.split(" ")[1]);
    StringBuilder head = new StringBuilder(first).append('\n');
    int length = -1;
    boolean chunked = false;
    boolean packed = false;
    for (String line = line(); !line.isEmpty(); line = line()) {
      head.append(line).append('\n');
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(15).trim());
      }
      packed |= lower.startsWith("content-encoding:") && lower.contains("gzip");
      chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
    }
    byte[] body =
        chunked
            ? chunks()
            : length >= 0 ? whole(length) : status == 204 ? new byte[0] : in.readAllBytes();
    return new Answer(status, head.toString(), packed ? unpacked(body) : body);
  }

  private static byte[] unpacked(byte[] body) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return in.readAllBytes();
    }
  }

  private byte[] whole(int length) throws IOException {
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("an answer of " + length + " bytes ended after " + body.length);
    }
    return body;
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line().split(";")[0].trim(), 16);
      out.writeBytes(whole(size));
      line();
      if (size == 0) {
        return out.toByteArray();
      }
    }
  }

  private String line() throws IOException {
    StringBuilder out = new StringBuilder();
    while (true) {
      int c = in.read();
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (c == '\n') {
        return out.toString();
      }
      if (c != '\r') {
        out.append((char) c);
      }
      if (out.length() > LONGEST_LINE) {
        throw new IOException("a line of an answer is too long");
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
