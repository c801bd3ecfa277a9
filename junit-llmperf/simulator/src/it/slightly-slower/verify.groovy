// What a busy machine has measured is not stored, and fails nothing either.
String log = new File(basedir, 'build.log').getText('UTF-8')
int run = (log =~ /(?m)Tests run: 1, Failures: 0, Errors: 0, Skipped: [01]\s*$/).size()
int notStored = (log =~ /did not store this run of SpeedTest.isAsFastAsBefore/).size()
assert run >= 5

List<File> stored = []
File baselines = new File(basedir, 'baselines')
if (baselines.isDirectory()) {
    baselines.eachFileRecurse { if (it.name == 'single.jsonl') stored << it }
}
assert stored.sum(0) { it.readLines().size() } == 5 - notStored

String result = new File(basedir, 'target/llmperf/com.example.SpeedTest/isAsFastAsBefore/single/result.json').getText('UTF-8')
if (stored.isEmpty()) {
    println 'slightly-slower: this machine was too busy to store a run'
    assert result =~ /"verdict"\s*:\s*"(NO_BASELINE|INVALID)"/
    return true
}
assert stored.size() == 1
assert result =~ /"verdict"\s*:\s*"(PASS|UNDECIDED|INVALID)"/
