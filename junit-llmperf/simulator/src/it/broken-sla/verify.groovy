String log = new File(basedir, 'build.log').getText('UTF-8')
String verdict = log.readLines().find { it.contains('SLA VIOLATED: BrokenSlaTest.isTooSlow') }
assert verdict != null
assert verdict.contains('ttft.p90')
assert verdict.contains('e2e')
assert !verdict.contains('responseTime')
