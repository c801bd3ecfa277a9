String log = new File(basedir, 'build.log').getText('UTF-8')
List<File> stored = []
File baselines = new File(basedir, 'baselines')
if (baselines.isDirectory()) {
    baselines.eachFileRecurse { if (it.name == 'single.jsonl') stored << it }
}
if (stored.isEmpty()) {
    // What a busy machine has measured is not stored: nothing can be said of the second run then, but that the gate fails it.
    println 'half-speed: this machine was too busy to store a run'
    assert log.contains('did not store this run of SpeedTest.isAsFastAsBefore')
    assert log.contains('NO BASELINE: SpeedTest.isAsFastAsBefore') || log.contains('INVALID: SpeedTest.isAsFastAsBefore')
    return true
}
assert stored.size() == 1
assert stored[0].readLines().size() == 1

String verdict = log.readLines().find { it.contains('REGRESSION: SpeedTest.isAsFastAsBefore') }
assert verdict != null
assert verdict.contains('ttft.p50')
assert verdict.contains('e2e.p50')
assert verdict.contains(' against ')
assert verdict.contains('1 stored run')
assert verdict =~ /\+\d+(\.\d+)? %/

assert log.contains('REGRESSION: SpeedTest.isAsFastAsBefore: re-run: the first run of this build was REGRESSION (')
List<File> results = []
new File(basedir, 'target/llmperf').eachFileRecurse { if (it.name == 'result.json') results << it }
assert results.size() == 1
assert results[0].getText('UTF-8').contains('"firstVerdict" : "REGRESSION"')
