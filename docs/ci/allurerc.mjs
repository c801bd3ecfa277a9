// Settings of Allure 3 for load tests: copy it beside your pom.xml.
export default {
  name: "Load tests",
  output: "target/allure-report",
  // One line for each report: keep it between builds, and the metrics and the history of each test go on from there.
  historyPath: "allure-history.jsonl",
  appendHistory: true,
  // Allure 3 does not sort by the categories.json among the results: these are the same.
  categories: [
    { name: "SLA violated", matchers: { labels: { "llmperf.verdict": "SLA_VIOLATED" } } },
    { name: "Regression", matchers: { labels: { "llmperf.verdict": "REGRESSION" } } },
    { name: "Inconclusive", matchers: { labels: { "llmperf.verdict": "UNDECIDED|NO_BASELINE" } } },
    { name: "Load generator saturated", matchers: { labels: { "llmperf.verdict": "INVALID" }, message: "saturated" } },
    { name: "Run not valid", matchers: { labels: { "llmperf.verdict": "INVALID" } } },
    { name: "Target not measurable", matchers: { labels: { "llmperf.verdict": "ERROR" } } },
  ],
  plugins: {
    awesome: {
      options: {
        reportName: "Load tests",
        groupBy: ["epic", "feature", "story"],
      },
    },
  },
};
