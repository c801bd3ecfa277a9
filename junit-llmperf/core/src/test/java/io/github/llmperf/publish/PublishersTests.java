package io.github.llmperf.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.secret.Secret;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;

/** The second target's secrets are kept as its own are. */
class PublishersTests {

    @TempDir
    Path output;

    private Report report() {
        return Reports.passed()
                .into(output)
                .pairedWith(Target.at("http://canary").withKey(Secret.of("sk-second")), 8)
                .failed("second target http://canary: it said sk-second is wrong, and " + Reports.PLANTED_KEY)
                .build();
    }

    @Test
    void tellsNoSecretOfEitherTargetWhenAPublisherFails() {
        Publisher broken = report -> {
            throw new IOException("disk is full of sk-second and " + Reports.PLANTED_KEY);
        };
        assertThat(Publishers.publishAll(new JudgedRun(report(), false), List.of(broken)))
                .singleElement()
                .asString()
                .contains("disk is full of *** and ***");
    }

    @Test
    void handsJUnitNoSecretOfEitherTarget() throws IOException {
        List<Object> said = new ArrayList<>();
        ExtensionContext context = (ExtensionContext) Proxy.newProxyInstance(
                ExtensionContext.class.getClassLoader(),
                new Class<?>[] {ExtensionContext.class},
                (proxy, method, args) -> {
                    said.addAll(List.of(args));
                    return null;
                });
        new JUnitPublisher(context).publish(new JudgedRun(report(), false));
        assertThat(said.toString()).contains("it said *** is wrong, and ***");
    }
}
