String log = new File(basedir, 'build.log').getText('UTF-8')
assert log.contains('Tests run: 1, Failures: 0, Errors: 0, Skipped: 0')
assert log.contains('GreenTest.staysResponsive')

File cell = new File(basedir, 'target/llmperf/com.example.GreenTest/staysResponsive/single')
assert new File(cell, 'result.json').getText('UTF-8').contains('"NO_BASELINE"')
assert new File(cell, 'report.html').isFile()
assert new File(basedir, 'target/llmperf/summary.md').isFile()
