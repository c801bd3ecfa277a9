String log = new File(basedir, 'build.log').getText('UTF-8')
String verdict = log.readLines().find { it.contains('REGRESSION: SpeedTest.isAsFastAsBefore') }
assert verdict != null
assert verdict.contains('ttft.p50')
assert verdict.contains('e2e.p50')
assert verdict.contains(' against ')
assert verdict.contains('1 stored run')
assert verdict =~ /\+\d+(\.\d+)? %/

List<File> stored = []
new File(basedir, 'baselines').eachFileRecurse { if (it.name == 'single.jsonl') stored << it }
assert stored.size() == 1
assert stored[0].readLines().size() == 1

assert log.contains('REGRESSION: SpeedTest.isAsFastAsBefore: re-run: the first run of this build was REGRESSION (')
List<File> results = []
new File(basedir, 'target/llmperf').eachFileRecurse { if (it.name == 'result.json') results << it }
assert results.size() == 1
assert results[0].getText('UTF-8').contains('"firstVerdict" : "REGRESSION"')
