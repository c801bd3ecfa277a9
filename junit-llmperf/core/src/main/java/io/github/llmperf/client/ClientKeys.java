package io.github.llmperf.client;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows the one client certificate that was named, whatever issuers a server says it wants: an answer with a reason is
 * better than a request without a certificate. Also knows whether a server has asked, which explains how it ends.
 */
final class ClientKeys extends X509ExtendedKeyManager {

    private static final String ALIAS = "client";

    private final @Nullable ClientKey key;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicBoolean answered = new AtomicBoolean();

    ClientKeys(@Nullable ClientKey key) {
        this.key = key;
    }

    @Nullable
    ClientKey key() {
        return key;
    }

    /** Returns whether a server wanted a certificate so far. */
    boolean asked() {
        return asked.get();
    }

    /** Records that an answer came: the client's certificate cannot be the problem then. */
    void answered() {
        answered.set(true);
    }

    /** Returns whether a server wanted a certificate and has answered nothing since. */
    boolean inDoubt() {
        return asked.get() && !answered.get();
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        asked.set(true);
        return key != null && List.of(keyTypes).contains(key.key().getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return chooseClientAlias(keyTypes, issuers, null);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return key == null ? null : key.chain().toArray(new X509Certificate[0]);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return key == null ? null : key.key();
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return key == null ? null : new String[] {ALIAS};
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
