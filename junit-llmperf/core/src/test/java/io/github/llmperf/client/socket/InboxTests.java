package io.github.llmperf.client.socket;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.client.socket.Inbox.Wake;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InboxTests {

    private final List<Long> handOvers = new ArrayList<>();
    private final UnreadTimes unread = new UnreadTimes() {
        @Override
        void add(long nanos) {
            super.add(nanos);
            handOvers.add(nanos);
        }
    };
    private final ReaderPermits permits = new ReaderPermits(1, () -> 0);
    private final Inbox inbox = new Inbox(permits);
    private final SocketStamp stamp = new SocketStamp(unread);

    private Wake add(long moment, String text) {
        return inbox.add(moment, ByteBuffer.wrap(text.getBytes(US_ASCII)));
    }

    private String take(long timeoutMillis) throws IOException {
        byte[] target = new byte[100];
        int count = inbox.take(target, 0, target.length, timeoutMillis, stamp, () -> {});
        return count < 0 ? "end" : new String(target, 0, count, US_ASCII);
    }

    private CompletableFuture<String> takingElsewhere() {
        CompletableFuture<String> taken = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                taken.complete(take(0));
            } catch (IOException e) {
                taken.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return taken;
    }

    /** What lay together counts once. */
    @Test
    void countsEachHandOverOnce() throws IOException {
        add(10, "one");
        add(20, "two");
        take(0);
        take(0);
        add(30, "three");
        take(0);

        assertThat(handOvers).hasSize(2);
        assertThat(unread.take().isKnown()).isTrue();
        assertThat(unread.take()).isEqualTo(Unread.NONE);
    }

    /** Such as the tickets that end a TLS handshake, long before the request is due. */
    @Test
    void doesNotCountWhatCameBeforeSomethingWasSent() throws IOException {
        add(10, "ticket");
        inbox.expect();
        take(0);

        assertThat(handOvers).isEmpty();
    }

    @Test
    void stampsWhatIsTakenWithItsArrival() throws IOException {
        add(10, "one");
        add(20, "two");

        assertThat(take(0)).isEqualTo("one");
        assertThat(stamp.last()).isEqualTo(10);
        assertThat(take(0)).isEqualTo("two");
        assertThat(stamp.last()).isEqualTo(20);
    }

    @Test
    void endsAfterAllThatArrived() throws IOException {
        add(10, "one");
        inbox.end(30);

        assertThat(take(0)).isEqualTo("one");
        assertThat(take(0)).isEqualTo("end");
        assertThat(stamp.last()).isEqualTo(30);
        assertThat(stamp.lastBytes()).isEqualTo(10);
    }

    @Test
    void breaksAfterAllThatArrived() throws IOException {
        add(10, "one");
        inbox.fail(new IOException("Connection reset"));

        assertThat(take(0)).isEqualTo("one");
        assertThatThrownBy(() -> take(0)).isInstanceOf(SocketException.class).hasMessage("Connection reset");
    }

    @Test
    void losesPatienceWhenNothingComes() {
        assertThatThrownBy(() -> take(1)).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void wakesTheOneWhoWaitsAtOnce() {
        CompletableFuture<String> taken = takingElsewhere();

        assertThat(add(10, "one")).isEqualTo(Wake.NOW);
        inbox.wake(null);

        assertThat(taken.join()).isEqualTo("one");
    }

    @Test
    void wakesNobodyWhenNobodyWaits() {
        assertThat(add(10, "one")).isEqualTo(Wake.NO);
    }

    @Test
    void wakesThePatientOnceForSeveralArrivals() {
        inbox.patience(1_000_000);
        CompletableFuture<String> taken = takingElsewhere();

        assertThat(add(10, "one")).isEqualTo(Wake.LATER);
        assertThat(add(20, "two")).isEqualTo(Wake.NO);
        inbox.wake(null);

        assertThat(taken.join()).isEqualTo("one");
    }

    @Test
    void wakesThePatientAtOnceAtTheEndOfAnAnswer() {
        inbox.patience(1_000_000);
        CompletableFuture<String> taken = takingElsewhere();

        assertThat(add(10, "one")).isEqualTo(Wake.LATER);
        assertThat(add(20, "\r\n0\r\n\r\n")).isEqualTo(Wake.NOW);
        inbox.wake(null);

        assertThat(taken.join()).isEqualTo("one");
    }

    @Test
    void wakesThePatientAtOnceWhenMuchIsUnread() {
        inbox.patience(1_000_000);
        CompletableFuture<String> taken = takingElsewhere();

        assertThat(add(10, "one")).isEqualTo(Wake.LATER);
        assertThat(add(20, "x".repeat(20_000))).isEqualTo(Wake.NOW);
        inbox.wake(null);

        assertThat(taken.join()).isEqualTo("one");
    }

    @Test
    void wakesTheOneWhoWaitsWhenTheSocketIsClosed() {
        CompletableFuture<String> taken = takingElsewhere();

        inbox.close();
        inbox.wake(null);

        assertThatThrownBy(taken::join).hasRootCauseMessage("Socket closed");
    }

    @Test
    void isOverOnlyWhenTheServerHadAnswered() {
        inbox.expect();
        inbox.end(10);
        assertThat(inbox.isOver()).isFalse();

        Inbox answered = new Inbox(permits);
        answered.expect();
        answered.add(10, ByteBuffer.wrap(new byte[1]));
        assertThat(answered.isOver()).isFalse();
        answered.end(20);
        assertThat(answered.isOver()).isTrue();
    }

    @Test
    void pausesWhenTooMuchIsUnreadAndResumesLater() throws IOException {
        int[] resumed = {0};
        add(10, "x".repeat(1 << 20));
        assertThat(inbox.isPaused()).isTrue();

        byte[] target = new byte[600_000];
        inbox.take(target, 0, target.length, 0, stamp, () -> resumed[0]++);

        assertThat(inbox.isPaused()).isFalse();
        assertThat(resumed[0]).isEqualTo(1);
    }
}
