String log = new File(basedir, 'build.log').getText('UTF-8')
String verdict = log.readLines().find { it.contains('REGRESSION: SpeedTest.isAsFastAsBefore') }
assert verdict != null
assert verdict =~ /ttft\.p50|e2e\.p50|outputTokenRate/
assert verdict =~ /1 stored run/
assert verdict =~ /\d %/

List<File> stored = []
new File(basedir, 'baselines').eachFileRecurse { if (it.name == 'single.jsonl') stored << it }
assert stored.size() == 1
assert stored[0].readLines().size() == 1
