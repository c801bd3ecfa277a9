package io.github.llmperf.bench.exact;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** OkHttp by itself, with the settings of a load, one thread per stream; finds where events end, and reads no JSON. */
final class OkHttpReader implements StreamClient {

    private static final int STACK = 512 * 1024;
    private static final int READ = 8192;

    @Override
    public long run(StreamLoad load) throws Exception {
        OkHttpClient client = new OkHttpClient.Builder()
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectionPool(new ConnectionPool(load.streams(), 1, TimeUnit.DAYS))
                .fastFallback(false)
                .retryOnConnectionFailure(false)
                .readTimeout(Duration.ZERO)
                .callTimeout(Duration.ofSeconds(60))
                .build();
        ExecutorService threads =
                Executors.newFixedThreadPool(load.streams(), work -> new Thread(null, work, "okhttp", STACK));
        LongAdder seen = new LongAdder();
        List<Future<?>> streams = IntStream.range(0, load.streams())
                .<Future<?>>mapToObj(i -> threads.submit(() -> {
                    for (int round = 0; round < load.rounds(); round++) {
                        seen.add(ask(client, load, i));
                    }
                    return null;
                }))
                .toList();
        for (Future<?> stream : streams) {
            stream.get();
        }
        threads.shutdown();
        client.connectionPool().evictAll();
        return seen.sum();
    }

    private static int ask(OkHttpClient client, StreamLoad load, int id) throws IOException {
        Request request = new Request.Builder()
                .url(load.route().toString())
                .header("accept-encoding", "identity")
                .header(Pace.HEADER, load.pace().toString())
                .post(RequestBody.create(load.body(id), MediaType.get("application/json")))
                .build();
        Events events = new Events(load.pace().tokens());
        byte[] bytes = new byte[READ];
        try (Response response = client.newCall(request).execute()) {
            var source = response.body().source();
            for (int count = source.read(bytes); count >= 0; count = source.read(bytes)) {
                events.add(bytes, 0, count, System.nanoTime());
            }
        }
        return events.tokens();
    }
}
