package io.github.llmperf.client.socket;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArrivalsTests {

    private final Arrivals arrivals = new Arrivals();
    private final byte[] target = new byte[1 << 20];

    private void add(long moment, String text) {
        arrivals.add(moment, ByteBuffer.wrap(text.getBytes(US_ASCII)));
    }

    private String take(int length) {
        return new String(target, 0, arrivals.take(target, 0, length), US_ASCII);
    }

    @Test
    void keepsApartWhatArrivedAtDifferentMoments() {
        add(10, "one");
        add(20, "two");

        assertThat(arrivals.moment()).isEqualTo(10);
        assertThat(take(100)).isEqualTo("one");
        assertThat(arrivals.moment()).isEqualTo(20);
        assertThat(take(100)).isEqualTo("two");
        assertThat(arrivals.unread()).isZero();
    }

    @Test
    void keepsTheMomentOfWhatIsTakenInParts() {
        add(10, "three");

        assertThat(take(2)).isEqualTo("th");
        assertThat(arrivals.moment()).isEqualTo(10);
        assertThat(take(2)).isEqualTo("re");
        assertThat(take(2)).isEqualTo("e");
    }

    @Test
    void seesAnEndThatArrivedInParts() {
        add(10, "5\r\nhello\r\n0\r\n");
        assertThat(arrivals.looksComplete()).isFalse();

        add(20, "\r\n");

        assertThat(arrivals.looksComplete()).isTrue();
    }

    @Test
    void losesNothingHoweverItIsAddedAndTaken() {
        Random random = new Random(7);
        StringBuilder expected = new StringBuilder();
        StringBuilder taken = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            if (random.nextBoolean()) {
                String text = Integer.toString(i).repeat(1 + random.nextInt(random.nextInt(50) == 0 ? 20_000 : 40));
                expected.append(text);
                add(i, text);
            } else if (arrivals.unread() > 0) {
                taken.append(take(1 + random.nextInt(9_000)));
            }
        }
        while (arrivals.unread() > 0) {
            taken.append(take(8_192));
        }

        assertThat(taken.toString()).isEqualTo(expected.toString());
    }
}
