package io.github.tgp4j.server;

import io.github.tgp4j.cli.ServeOptions;
import io.github.tgp4j.cli.Serving;
import java.io.PrintWriter;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** {@code tgp serve}. */
public final class CommandServer implements Serving {
  private static final Set<String> LOCAL = Set.of("127.0.0.1", "localhost", "::1");

  /** Found as a service. */
  public CommandServer() {}

  @Override
  public void serve(ServeOptions options, PrintWriter out, PrintWriter err) {
    LibraryLog.toJson(err);
    TgpServer server = TgpServer.start(settings(options, err));
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook = new Thread(() -> stop(server, ended), "tgp-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    out.println("tgp serves at " + server.url());
    out.flush();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      server.close();
    }
  }

  private static void stop(TgpServer server, CountDownLatch ended) {
    server.close();
    ended.countDown();
  }

  private static ServerSettings settings(ServeOptions options, PrintWriter err) {
    if (!LOCAL.contains(options.host()) && options.keys() == null && !options.isOpen()) {
      throw new IllegalArgumentException(
          "--host "
              + options.host()
              + ": expected --keys FILE, since others than this machine can reach the server;"
              + " --no-keys lets everyone do everything");
    }
    Limits limits =
        new Limits(
            options.bodyBytes(),
            options.uploadBytes(),
            options.homeBytes(),
            options.rows(),
            options.requests(),
            options.fits(),
            options.threads(),
            options.timeout());
    return ServerSettings.of(options.home())
        .models(options.models())
        .host(options.host())
        .port(options.port())
        .keys(options.keys() == null ? Keys.NONE : Keys.read(options.keys()))
        .tls(options.tls() == null ? null : new ServerSettings.Tls(options.tls(), password()))
        .limits(limits)
        .reload(options.reload())
        .log(err::println, !options.isQuiet());
  }

  private static String password() {
    String password = System.getenv("TGP_TLS_PASSWORD");
    if (password == null) {
      throw new IllegalArgumentException(
          "--tls: expected the file's password in the environment variable TGP_TLS_PASSWORD but it"
              + " is not set");
    }
    return password;
  }
}
