package io.github.llmperf.report.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.github.llmperf.metric.Measure;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the parts of {@code result.json} that are read back: a record has a key for each of its components.
 * Every key must be there, and unknown ones are passed over. A {@code double} that is not a number is null.
 */
final class JsonRecords {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
            .addModule(new SimpleModule()
                    .addSerializer(double.class, new NumberWriter())
                    .addSerializer(Double.class, new NumberWriter())
                    .addDeserializer(double.class, new NumberReader())
                    .addSerializer(Measure.class, ToStringSerializer.instance)
                    .addDeserializer(Measure.class, new MeasureReader()))
            .build();

    private static final Map<Class<?>, String> NAMES =
            Map.of(String.class, "a text", Measure.class, "a measure", List.class, "a list");

    private JsonRecords() {}

    /** Returns the object of a record, or the array of a list of records. */
    static JsonNode tree(Object record) {
        return MAPPER.valueToTree(record);
    }

    static JsonNode parse(String text) throws IOException {
        return MAPPER.readTree(text);
    }

    /**
     * Reads a record.
     *
     * @param place where it stands in the file; empty for the whole
     * @throws IOException if a key is missing or has no such value; the message names key and value
     */
    static <T> T read(JsonNode node, String place, Class<T> type) throws IOException {
        if (!node.isObject()) {
            throw new IOException(place + " must be an object, but is " + said(node));
        }
        try {
            return MAPPER.treeToValue(node, type);
        } catch (JsonMappingException e) {
            throw new IOException(message(e, node, place), e);
        }
    }

    private static String message(JsonMappingException e, JsonNode root, String place) {
        StringBuilder path = new StringBuilder(place);
        JsonNode value = root;
        for (JsonMappingException.Reference step : e.getPath()) {
            boolean isKey = step.getFieldName() != null;
            path.append(path.isEmpty() || !isKey ? "" : ".")
                    .append(isKey ? step.getFieldName() : "[" + step.getIndex() + "]");
            value = isKey ? value.path(step.getFieldName()) : value.path(step.getIndex());
        }
        Class<?> wanted = e instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        return path + " must be " + words(wanted) + ", but is " + said(value);
    }

    private static String words(@Nullable Class<?> wanted) {
        if (wanted == null) {
            return "something else";
        }
        if (wanted.isEnum()) {
            return Arrays.stream(wanted.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name())
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        if (wanted == boolean.class) {
            return "true or false";
        }
        return wanted.isPrimitive() || Number.class.isAssignableFrom(wanted)
                ? "a number"
                : NAMES.getOrDefault(wanted, "an object");
    }

    static String said(JsonNode node) {
        return node.isMissingNode() ? "missing" : node.toString();
    }

    private static final class NumberWriter extends StdScalarSerializer<Double> {

        private static final long serialVersionUID = 1;

        private NumberWriter() {
            super(Double.class);
        }

        @Override
        public void serialize(Double number, JsonGenerator json, SerializerProvider provider) throws IOException {
            JsonWriting.number(number).serialize(json, provider);
        }
    }

    private static final class NumberReader extends StdScalarDeserializer<Double> {

        private static final long serialVersionUID = 1;

        private NumberReader() {
            super(double.class);
        }

        @Override
        public Double deserialize(JsonParser json, DeserializationContext context) throws IOException {
            boolean isInfinite = json.currentToken() == JsonToken.VALUE_STRING
                    && json.getText().endsWith("Infinity");
            return isInfinite ? Double.valueOf(json.getText()) : _parseDoublePrimitive(json, context);
        }

        @Override
        public Double getNullValue(DeserializationContext context) {
            return Double.NaN;
        }
    }

    private static final class MeasureReader extends FromStringDeserializer<Measure> {

        private static final long serialVersionUID = 1;

        private MeasureReader() {
            super(Measure.class);
        }

        @Override
        protected Measure _deserialize(String name, DeserializationContext context) {
            return Measure.parse(name);
        }
    }
}
