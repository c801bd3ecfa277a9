package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Tls;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import okhttp3.OkHttpClient;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/** Whom the connections to a target trust, and what they show of themselves, read from its files. */
@API(status = Status.INTERNAL, since = "0.1")
public final class TlsSettings {

    private final ClientKeys clientKeys;
    private final X509ExtendedTrustManager trust;

    private TlsSettings(ClientKeys clientKeys, X509ExtendedTrustManager trust) {
        this.clientKeys = clientKeys;
        this.trust = trust;
    }

    /**
     * Checks that a target's CA file can be used.
     *
     * @throws IllegalArgumentException if not; the message says why, and the way out
     */
    public static void checkCaFile(Target target) {
        Path caFile = target.connection().tls().caFile();
        if (caFile != null) {
            needsHttps("caFile", target);
            CaFile.read(caFile, Clock.systemUTC().instant());
        }
    }

    /**
     * Checks that a target's client certificate can be used.
     *
     * @throws IllegalArgumentException if not; the message says why, and the way out
     */
    public static void checkClientCertificate(Target target) {
        if (target.connection().tls().clientCertificate() != null) {
            needsHttps("clientCertificate", target);
            clientKey(target.connection().tls(), Clock.systemUTC());
        }
    }

    /**
     * Reads the files of a target.
     *
     * @throws IllegalArgumentException if one of them cannot be used
     */
    static TlsSettings of(Target target) {
        checkCaFile(target);
        checkClientCertificate(target);
        Tls tls = target.connection().tls();
        Clock clock = Clock.systemUTC();
        Path caFile = tls.caFile();
        List<X509Certificate> trusted = caFile == null ? List.of() : CaFile.read(caFile, clock.instant());
        return new TlsSettings(new ClientKeys(clientKey(tls, clock)), new ServerTrust(judge(trusted), caFile, clock));
    }

    ClientKeys clientKeys() {
        return clientKeys;
    }

    void applyTo(OkHttpClient.Builder http) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {clientKeys}, new TrustManager[] {trust}, null);
            http.sslSocketFactory(context.getSocketFactory(), trust);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot speak TLS: " + FailureText.words(e), e);
        }
    }

    private static @Nullable ClientKey clientKey(Tls tls, Clock clock) {
        Path file = tls.clientCertificate();
        return file == null ? null : ClientKeyFile.read(file, tls.password(), clock.instant());
    }

    private static X509ExtendedTrustManager judge(List<X509Certificate> trusted) {
        try {
            KeyStore store = null;
            if (!trusted.isEmpty()) {
                store = KeyStore.getInstance("PKCS12");
                store.load(null, null);
                for (int i = 0; i < trusted.size(); i++) {
                    store.setCertificateEntry("ca-" + i, trusted.get(i));
                }
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return Stream.of(factory.getTrustManagers())
                    .filter(X509ExtendedTrustManager.class::isInstance)
                    .map(X509ExtendedTrustManager.class::cast)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("this Java has no trust manager for X.509"));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("certificates to trust cannot be set up: " + FailureText.words(e), e);
        }
    }

    private static void needsHttps(String setting, Target target) {
        if (!isHttps(target.url()) && target.metricsPages().stream().noneMatch(TlsSettings::isHttps)) {
            throw new IllegalArgumentException(setting + " must stand beside an https url, but url is \""
                    + FailureText.shown(target.url()) + "\", where nothing is encrypted; begin it with https://, or"
                    + " remove " + setting);
        }
    }

    static boolean isHttps(URI url) {
        return "https".equalsIgnoreCase(url.getScheme());
    }
}
