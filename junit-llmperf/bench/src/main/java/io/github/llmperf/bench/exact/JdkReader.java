package io.github.llmperf.bench.exact;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.LongAdder;

/** {@code java.net.http}, asynchronous, with its own threads; stamps and finds where events end, and reads no JSON. */
final class JdkReader implements StreamClient {

    @Override
    public long run(StreamLoad load) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        LongAdder seen = new LongAdder();
        List<CompletableFuture<?>> streams = new ArrayList<>();
        for (int i = 0; i < load.streams(); i++) {
            streams.add(ask(client, load, i, load.rounds(), seen));
        }
        CompletableFuture.allOf(streams.toArray(CompletableFuture[]::new)).join();
        return seen.sum();
    }

    private static CompletableFuture<HttpResponse<Void>> ask(
            HttpClient client, StreamLoad load, int id, int left, LongAdder seen) {
        HttpRequest request = HttpRequest.newBuilder(load.route())
                .header("content-type", "application/json")
                .header(Pace.HEADER, load.pace().toString())
                .POST(BodyPublishers.ofString(load.body(id)))
                .build();
        return client.sendAsync(
                        request, info -> HttpResponse.BodySubscribers.fromSubscriber(new Stamps(load.pace(), seen)))
                .thenCompose(answer ->
                        left == 1 ? CompletableFuture.completedFuture(answer) : ask(client, load, id, left - 1, seen));
    }

    private static final class Stamps implements Flow.Subscriber<List<ByteBuffer>> {
        private final Events events;
        private final LongAdder seen;
        private byte[] bytes = new byte[1024];

        Stamps(Pace pace, LongAdder seen) {
            events = new Events(pace.tokens());
            this.seen = seen;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            long at = System.nanoTime();
            for (ByteBuffer buffer : buffers) {
                int count = buffer.remaining();
                if (count > bytes.length) {
                    bytes = new byte[count];
                }
                buffer.get(bytes, 0, count);
                events.add(bytes, 0, count, at);
            }
        }

        @Override
        public void onError(Throwable error) {
            throw new IllegalStateException("stream must not break", error);
        }

        @Override
        public void onComplete() {
            seen.add(events.tokens());
        }
    }
}
