List<File> stored = []
new File(basedir, 'baselines').eachFileRecurse { if (it.name == 'single.jsonl') stored << it }
assert stored.size() == 1
assert stored[0].readLines().size() == 5

String log = new File(basedir, 'build.log').getText('UTF-8')
assert log.count('Tests run: 1, Failures: 0, Errors: 0, Skipped: 0') >= 6

String result = new File(basedir, 'target/llmperf/com.example.SpeedTest/isAsFastAsBefore/single/result.json').getText('UTF-8')
assert result =~ /"verdict"\s*:\s*"(PASS|UNDECIDED)"/
assert result =~ /"runs"\s*:\s*5/
