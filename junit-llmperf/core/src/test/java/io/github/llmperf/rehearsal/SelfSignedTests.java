package io.github.llmperf.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelfSignedTests {

    private static final Instant NOW = Instant.parse("2026-03-02T10:15:30Z");

    @Test
    void isSignedByItselfForTheLoopback() throws Exception {
        X509Certificate certificate = SelfSigned.at(NOW).certificate();

        assertThatCode(() -> certificate.verify(certificate.getPublicKey())).doesNotThrowAnyException();
        assertThat(certificate.getSubjectX500Principal()).isEqualTo(certificate.getIssuerX500Principal());
        assertThat(certificate.getSubjectAlternativeNames()).containsExactly(List.of(7, "127.0.0.1"));
        assertThat(certificate.getVersion()).isEqualTo(3);
    }

    @Test
    void holdsForADayBeforeAndAfter() throws Exception {
        X509Certificate certificate = SelfSigned.at(NOW).certificate();

        assertThat(certificate.getNotBefore()).isEqualTo(Date.from(NOW.minus(Duration.ofDays(1))));
        assertThat(certificate.getNotAfter()).isEqualTo(Date.from(NOW.plus(Duration.ofDays(1))));
    }

    @Test
    void isAnotherEachTime() throws Exception {
        assertThat(SelfSigned.at(NOW).pem()).isNotEqualTo(SelfSigned.at(NOW).pem());
    }
}
