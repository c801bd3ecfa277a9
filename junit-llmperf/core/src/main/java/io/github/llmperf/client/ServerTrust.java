package io.github.llmperf.client;

import java.net.Socket;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.PKIXReason;
import java.security.cert.X509Certificate;
import java.time.Clock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Says why a server's certificate is not trusted, and what to do about it; the judgement is Java's own. */
final class ServerTrust extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager judge;
    private final @Nullable Path caFile;
    private final Clock clock;

    ServerTrust(X509ExtendedTrustManager judge, @Nullable Path caFile, Clock clock) {
        this.judge = judge;
        this.caFile = caFile;
        this.clock = clock;
    }

    /** A certificate that is not trusted: the message is the predicate of a sentence about the server. */
    static final class Untrusted extends CertificateException {
        private static final long serialVersionUID = 1;

        Untrusted(String message, CertificateException cause) {
            super(message, cause);
        }
    }

    @FunctionalInterface
    private interface Check {
        void run() throws CertificateException;
    }

    private void explained(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.run();
        } catch (CertificateException e) {
            throw new Untrusted(why(chain, e), e);
        }
    }

    private String why(X509Certificate[] chain, CertificateException e) {
        for (X509Certificate certificate : chain) {
            if (!Certificates.isValidAt(certificate, clock.instant())) {
                return Certificates.validity(certificate, clock.instant())
                        + ": renew it on the server, and check this machine's date";
            }
        }
        X509Certificate top = chain[chain.length - 1];
        String by = Certificates.isSelfSigned(top) && chain.length == 1
                ? "its certificate is signed by itself (" + Certificates.subject(top) + ")"
                : "its certificate is issued by " + Certificates.issuer(top);
        if (!isWithoutTrustedIssuer(e)) {
            return by + " and not accepted (" + FailureText.words(e) + ")";
        }
        return caFile == null
                ? by + ", which Java does not trust: set caFile to a PEM file with that certificate"
                : by + ", which is not in caFile " + caFile + ": add that certificate to it";
    }

    private static boolean isWithoutTrustedIssuer(CertificateException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            boolean noAnchor = cause instanceof CertPathValidatorException invalid
                    && invalid.getReason() == PKIXReason.NO_TRUST_ANCHOR;
            if (noAnchor || cause instanceof CertPathBuilderException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        explained(chain, () -> judge.checkServerTrusted(chain, authType));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        explained(chain, () -> judge.checkServerTrusted(chain, authType, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        explained(chain, () -> judge.checkServerTrusted(chain, authType, engine));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        judge.checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        judge.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        judge.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return judge.getAcceptedIssuers();
    }
}
