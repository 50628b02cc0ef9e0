package io.github.tgp4j.server;

import io.javalin.config.JavalinConfig;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** How Jetty listens: small headers, strict addresses, patience that ends, and TLS if asked for. */
final class Connectors {
  private static final int HEADER_BYTES = 16 << 10;
  private static final int QUEUE = 1024;

  private Connectors() {}

  static void configure(JavalinConfig config, ServerSettings settings) {
    config.jetty.modifyServer(
        server -> server.setStopTimeout(settings.limits().timeout().toMillis()));
    config.jetty.modifyServer(server -> server.setErrorHandler(new JettyErrors()));
    config.jetty.modifyServletContextHandler(context -> context.setErrorHandler(new JettyErrors()));
    config.jetty.modifyHttpConfiguration(
        http -> {
          http.setRequestHeaderSize(HEADER_BYTES);
          http.setResponseHeaderSize(HEADER_BYTES);
          http.setSendServerVersion(false);
          http.setSendXPoweredBy(false);
          http.setHttpCompliance(HttpCompliance.RFC9110);
          http.setUriCompliance(UriCompliance.DEFAULT);
        });
    config.jetty.addConnector((server, http) -> connector(server, http, settings));
  }

  private static ServerConnector connector(
      Server server, HttpConfiguration http, ServerSettings settings) {
    ServerConnector connector;
    if (settings.tls() == null) {
      connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    } else {
      SslContextFactory.Server tls = new SslContextFactory.Server();
      tls.setKeyStorePath(settings.tls().file().toString());
      tls.setKeyStorePassword(settings.tls().password());
      tls.setKeyStoreType("PKCS12");
      HttpConfiguration secure = new HttpConfiguration(http);
      SecureRequestCustomizer customizer = new SecureRequestCustomizer();
      customizer.setSniHostCheck(false); // names that a proxy or an address gives are fine
      secure.addCustomizer(customizer);
      connector =
          new ServerConnector(
              server,
              1,
              1,
              new SslConnectionFactory(tls, "http/1.1"),
              new HttpConnectionFactory(secure));
    }
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setIdleTimeout(settings.limits().timeout().toMillis());
    connector.setAcceptQueueSize(QUEUE);
    return connector;
  }
}
