package io.github.llmperf.bench.verdict;
import java.nio.file.Path;
import java.util.List;
record BenchmarkPage(List<CellResult> done) { void write(Path results) {} }
