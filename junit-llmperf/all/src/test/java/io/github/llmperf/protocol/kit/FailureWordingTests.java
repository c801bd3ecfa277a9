package io.github.llmperf.protocol.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What servers say in place of an answer, in their own words: with an error status, and inside a stream of status 200. */
class FailureWordingTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    # vLLM
                    LENGTH | 400 | {"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens","type":"BadRequestError","param":null,"code":400}}
                    LENGTH | 400 | {"object":"error","message":"max_tokens must be at least 1, got -12.","type":"BadRequestError","param":null,"code":400}
                    AUTH   | 401 | {"error":"Unauthorized"}
                    BAD_REQUEST | 404 | {"error":{"message":"The model `m` does not exist.","type":"NotFoundError","param":"model","code":404}}
                    SERVER_ERROR | 500 | {"error":{"message":"EngineCore encountered an issue.","type":"InternalServerError","param":null,"code":500}}
                    # SGLang
                    LENGTH | 400 | {"object":"error","message":"The input (5000 tokens) is longer than the model's context length (4096 tokens).","type":"BadRequestError","code":400}
                    LENGTH | 400 | {"error":{"message":"Input length (5000 tokens) exceeds the maximum allowed length (4096 tokens)."}}
                    OVERLOAD | 503 | {"object":"error","message":"The request queue is full.","type":"503","code":503}
                    # TGI
                    OVERLOAD | 429 | {"error":"Model is overloaded","error_type":"overloaded"}
                    LENGTH | 422 | {"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 2000 `inputs` tokens and 512 `max_new_tokens`","error_type":"validation"}
                    LENGTH | 422 | {"error":"Input validation error: `inputs` must have less than 1024 tokens. Given: 2000","error_type":"validation"}
                    BAD_REQUEST | 422 | {"error":"Input validation error: `temperature` must be strictly positive","error_type":"validation"}
                    SERVER_ERROR | 424 | {"error":"Request failed during generation: Server error: CUDA out of memory","error_type":"generation"}
                    SERVER_ERROR | 500 | {"error":"Incomplete generation","error_type":"incomplete_generation"}
                    AUTH   | 401 |
                    # LightLLM
                    LENGTH | 417 | {"message":"the input prompt token len 5000 + max_new_tokens 512 > max_total_token_num"}
                    BAD_REQUEST | 417 | {"message":"division by zero"}
                    OVERLOAD | 503 | {"message":"Server is busy, please try again later."}
                    OVERLOAD | 417 | {"message":"Server is busy, please try again later."}
                    # llama.cpp
                    LENGTH | 400 | {"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error"}}
                    AUTH   | 401 | {"error":{"code":401,"message":"Invalid API Key","type":"authentication_error"}}
                    SERVER_ERROR | 501 | {"error":{"code":501,"message":"This feature is disabled","type":"not_supported_error"}}
                    OVERLOAD | 503 | {"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}
                    # Ollama
                    OVERLOAD | 503 | {"error":"server busy, please try again.  maximum pending requests exceeded"}
                    BAD_REQUEST | 404 | {"error":"model \\"m\\" not found, try pulling it first"}
                    # LMDeploy
                    LENGTH | 400 | {"object":"error","message":"The prompt is too big","type":"CONTEXT_LENGTH_EXCEEDED","code":400,"param":null}
                    # TensorRT-LLM
                    LENGTH | 400 | {"object":"error","message":"The sum of prompt length (5000) and max_tokens (512) should not exceed max_seq_len (4096)","type":"BadRequestError","param":null,"code":400}
                    BAD_REQUEST | 400 | {"object":"error","message":"[{'type': 'extra_forbidden', 'loc': ('body', 'chat', 'foo'), 'msg': 'Extra inputs are not permitted'}]","type":"BadRequestError","param":null,"code":400}
                    # Triton
                    LENGTH | 400 | {"error":"Encountered an error in forward function: Prompt length (5000) exceeds maximum input length (4096)."}
                    OVERLOAD | 503 | {"error":"Exceeds maximum queue size"}
                    OVERLOAD | 400 | {"error":"Exceeds maximum queue size"}
                    # DJL
                    OVERLOAD | 503 | {"code":503,"type":"WlmCapacityException","message":"No worker is available to serve request: m"}
                    OVERLOAD | 500 | {"code":500,"type":"WlmCapacityException","message":"No worker is available to serve request: m"}
                    SERVER_ERROR | 424 | {"error":"generation failed","code":424}
                    SERVER_ERROR | 500 | {"code":500,"type":"TranslateException","message":"Inference Engine Failure"}
                    # SageMaker
                    OVERLOAD | 429 | {"Message":"Model is not ready"}
                    OVERLOAD | 400 | {"__type":"ThrottlingException","message":"Rate exceeded"}
                    OVERLOAD | 503 | {"message":"Service Unavailable"}
                    SERVER_ERROR | 530 | {"message":"internal dependency"}
                    # OpenAI and Azure
                    OVERLOAD | 429 | {"error":{"message":"Rate limit reached for gpt-4o","type":"requests","param":null,"code":"rate_limit_exceeded"}}
                    LENGTH | 400 | {"error":{"message":"too many","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}
                    AUTH   | 401 | {"error":{"message":"Incorrect API key provided: sk-1","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}
                    AUTH   | 401 | {"statusCode":401,"message":"Access denied due to invalid subscription key or wrong API endpoint."}
                    # Anthropic
                    OVERLOAD | 529 | {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}
                    OVERLOAD | 429 | {"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your rate limit"}}
                    AUTH   | 403 | {"type":"error","error":{"type":"permission_error","message":"no"}}
                    LENGTH | 400 | {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 200001 tokens > 200000 maximum"}}
                    LENGTH | 400 | {"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000"}}
                    LENGTH | 413 | {"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}
                    # Gemini
                    AUTH   | 400 | [{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]
                    AUTH   | 403 | {"error":{"code":403,"message":"denied","status":"PERMISSION_DENIED"}}
                    OVERLOAD | 503 | {"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}
                    LENGTH | 400 | {"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}
                    # gateways
                    OVERLOAD | 503 | <html><h1>503 Service Temporarily Unavailable</h1></html>
                    SERVER_ERROR | 502 | <html><h1>502 Bad Gateway</h1></html>
                    SERVER_ERROR | 504 | {"message":"The request took too long to complete"}
                    # several at once
                    LENGTH | 429 | {"error":{"message":"maximum context length is 5","type":"authentication_error"}}
                    AUTH   | 503 | {"error":{"message":"no","type":"authentication_error"}}
                    """)
    void areSortedWithAnErrorStatus(FailureKind kind, int status, String body) {
        Feeding feeding = new Feeding("openai-chat", true, new AnswerHead(status, Map.of()));
        AnswerResult reading = feeding.whole(body == null ? "" : body).end(BodyEnd.CLEAN);

        assertThat(reading.trouble().kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    # vLLM, new and old
                    LENGTH | {"error":{"message":"maximum context length is 4096","type":"BadRequestError","code":400}}
                    STREAM_ERROR | {"error":{"object":"error","message":"EngineCore died","type":"InternalServerError","code":500}}
                    # SGLang
                    OVERLOAD | {"error":{"message":"The request queue is full.","type":"abort","code":503}}
                    OVERLOAD | {"choices":[{"index":0,"delta":{},"finish_reason":{"type":"abort","message":"later","status_code":503,"err_type":"x"}}]}
                    LENGTH | {"choices":[{"index":0,"delta":{},"finish_reason":{"type":"abort","message":"The input is longer than the model allows","status_code":400}}]}
                    STREAM_ERROR | {"choices":[{"index":0,"delta":{},"finish_reason":{"type":"abort","message":"Aborted","status_code":500}}]}
                    # TGI
                    OVERLOAD | {"error":"Model is overloaded","error_type":"overloaded"}
                    LENGTH | {"error":"`inputs` tokens + `max_new_tokens` must be <= 5","error_type":"validation"}
                    STREAM_ERROR | {"error":{"message":"Incomplete generation stream","http_status_code":500}}
                    OVERLOAD | {"error":{"message":"later","http_status_code":429}}
                    STREAM_ERROR | {"error":{"message":"`temperature` must be strictly positive","http_status_code":422}}
                    # llama.cpp
                    LENGTH | {"error":{"code":500,"message":"Context size has been exceeded.","type":"server_error"}}
                    # Ollama
                    STREAM_ERROR | {"error":"an error was encountered while running the model: unexpected EOF"}
                    # LMDeploy
                    LENGTH | {"error":{"object":"error","message":"no","type":"context_length_exceeded","code":400,"param":null}}
                    STREAM_ERROR | {"choices":[{"index":0,"delta":{},"finish_reason":"parse_error"}]}
                    # TensorRT-LLM
                    STREAM_ERROR | {"error":{"message":"executor failed","type":"server_error","code":null,"param":null}}
                    # Triton
                    OVERLOAD | {"error":"Exceeds maximum queue size"}
                    STREAM_ERROR | {"error":"unexpected end of inference"}
                    STREAM_ERROR | {"detail":"boom"}
                    # DJL
                    STREAM_ERROR | {"code":500,"type":"TranslateException","message":"Inference Engine Failure"}
                    OVERLOAD | {"code":503,"type":"WlmCapacityException","message":"no worker"}
                    # OpenAI and Azure
                    OVERLOAD | {"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}
                    AUTH | {"error":{"message":"Your token expired","type":"invalid_request_error","code":"401"}}
                    # Anthropic
                    OVERLOAD | {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}
                    # Gemini
                    OVERLOAD | {"error":{"code":429,"message":"slow","status":"RESOURCE_EXHAUSTED"}}
                    AUTH | {"error":{"code":401,"message":"no","status":"UNAUTHENTICATED"}}
                    # several at once
                    LENGTH | {"error":{"message":"overloaded: maximum context length is 5","code":401}}
                    AUTH | {"error":{"message":"overloaded","code":401}}
                    STREAM_ERROR | {"error":{"message":"the request took too long"}}
                    """)
    void areSortedInsideAStream(FailureKind kind, String event) {
        assertThat(inStream("data: " + event + "\n\n").trouble().kind()).isEqualTo(kind);
        assertThat(inStream("data: " + event + "\n\ndata: [DONE]\n\n").trouble().kind())
                .isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    OVERLOAD     | {"error":"overloaded"}
                    SERVER_ERROR | {"error":"boom"}
                    LENGTH       | {"object":"error","message":"maximum context length is 5","code":400}
                    AUTH         | {"detail":"Unauthorized"}
                    """)
    void areSortedInAWholeAnswerWithStatus200(FailureKind kind, String body) {
        Feeding feeding = new Feeding("openai-chat", false, new AnswerHead(200, Map.of()));

        assertThat(feeding.whole(body).end(BodyEnd.CLEAN).trouble().kind()).isEqualTo(kind);
    }

    @Test
    void winOverWhatIsWrongWithTheStreamItself() {
        String text = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
        String broken = "data: {oops\n\n";
        String error = "data: {\"error\":\"boom\"}\n\n";
        String overload = "data: {\"error\":\"overloaded\"}\n\n";

        assertThat(inStream("").trouble().kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(inStream("data: [DONE]\n\n").trouble().kind()).isEqualTo(FailureKind.EMPTY_OUTPUT);
        assertThat(inStream(text).trouble().kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(inStream(text + broken).trouble().kind()).isEqualTo(FailureKind.PROTOCOL);
        assertThat(inStream(text + broken + error).trouble().kind()).isEqualTo(FailureKind.STREAM_ERROR);
        assertThat(inStream(text + broken + error + overload).trouble().kind()).isEqualTo(FailureKind.OVERLOAD);
    }

    private static AnswerResult inStream(String body) {
        AnswerHead head = new AnswerHead(200, Map.of("content-type", "text/event-stream"));
        return new Feeding("openai-chat", true, head).whole(body).end(BodyEnd.CLEAN);
    }
}
