package io.github.llmperf.simulator.http;

/** Writes the text format of Prometheus as vLLM's client library does. */
final class MetricsText {

    private final StringBuilder text = new StringBuilder();
    private final String labels;

    MetricsText(String model) {
        String escaped = model.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        this.labels = "engine=\"0\",%smodel_name=\"" + escaped + "\"";
    }

    void family(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    void sample(String name, double value) {
        line(name, "", value);
    }

    void sample(String name, String label, String labelValue, double value) {
        line(name, label + "=\"" + labelValue + "\",", value);
    }

    private void line(String name, String label, double value) {
        text.append(name).append('{').append(labels.replaceFirst("%s", label)).append("} ");
        text.append(value).append('\n');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
