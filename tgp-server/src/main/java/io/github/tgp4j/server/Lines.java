package io.github.tgp4j.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Lines of text as they arrive; long ones are refused before they fill the memory. */
final class Lines {
  private static final int LONGEST = 1 << 20;

  private final Reader in;
  private final char[] buffer = new char[1 << 14];
  private int at;
  private int end;
  private long count;

  Lines(InputStream bytes) {
    this.in = new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder());
  }

  /** The next line without its end, or null. */
  String next() {
    StringBuilder line = new StringBuilder();
    while (true) {
      if (at == end && !fill()) {
        return line.length() == 0 ? null : line.toString();
      }
      int from = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      line.append(buffer, from, at - from);
      if (line.length() > LONGEST) {
        throw ApiException.badRequest(
            "line " + (count + 1) + ": expected at most " + LONGEST + " characters");
      }
      if (at < end) {
        at++;
        count++;
        return line.toString();
      }
    }
  }

  /** Whether part of another line is here already, so that one need not wait for it. */
  boolean hasMore() {
    return at < end;
  }

  private boolean fill() {
    try {
      at = 0;
      end = Math.max(0, in.read(buffer));
      return end > 0;
    } catch (CharacterCodingException e) {
      throw ApiException.badRequest("body: expected UTF-8 but got bytes that are none");
    } catch (IOException e) {
      throw Body.unreadable(e);
    }
  }
}
