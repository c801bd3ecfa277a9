package io.github.llmperf.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** How JSON is read and written here. */
final class JsonText {

    /** Safe for use by many threads. */
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private JsonText() {}

    /** Returns a JSON text without blanks and with sorted keys; a text that is no JSON stays as it is. */
    static String canonical(String json) {
        try {
            return MAPPER.writeValueAsString(MAPPER.readValue(json, Object.class));
        } catch (JsonProcessingException e) {
            return json;
        }
    }
}
