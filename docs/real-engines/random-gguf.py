#!/usr/bin/env python3
"""Writes a llama-type model of random weights as a GGUF file (version 3), for trying a server without a download.

What it says is word salad, but it costs what a real model of its size costs. It never ends an answer by itself, so each
answer has exactly as many tokens as were asked for: the best case for comparing runs. Needs Python 3.8 and nothing else.

    python3 random-gguf.py small.gguf                                  # 16 million weights, 66 MB, about ten seconds
    python3 random-gguf.py tiny.gguf --width 64 --layers 2 --inner 128 # 0.7 MB, at once
"""
import argparse
import array
import math
import random
import struct

# Numbers of the format: types of metadata values, and of tokens.
UINT32, INT32, FLOAT32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6
PACKING = {UINT32: "<I", INT32: "<i", FLOAT32: "<f", BOOL: "<?"}
ALIGNMENT = 32
SPACE = "\u2581"  # how a vocabulary of this type writes a space

CHAT_TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}")


def vocabulary(words, rng):
    """Special tokens, all bytes (so that any prompt can be read), then words; only words are ever said."""
    tokens = [("<unk>", 0, UNKNOWN)] + [(t, 0, CONTROL) for t in ("<s>", "</s>", "<|im_start|>", "<|im_end|>")]
    tokens += [("<0x%02X>" % b, 0, BYTE) for b in range(256)]
    tokens += [(c, -1000, NORMAL) for c in [SPACE] + [chr(c) for c in range(33, 127)]]
    first_word = len(tokens)
    said = {}
    while len(said) < words:
        syllables = rng.randint(1, 3)
        said[SPACE + "".join(rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(syllables))] = None
    for beyond_ascii in ("café", "naïve", "你好", "谢谢", "🙂"):
        said[SPACE + beyond_ascii] = None
    tokens += [(word, -100 - i, NORMAL) for i, word in enumerate(said)]
    return tokens, first_word


def normal(rng, rows, columns, deviation):
    return array.array("f", (rng.gauss(0, deviation) for _ in range(rows * columns)))


def tensors(options, vocabulary_size, first_word, rng):
    """All weights. Column 0 of the hidden state is a constant that no layer changes: the output turns it into a bias
    that keeps everything but words from being said."""
    width, inner = options.width, options.inner
    constant = 4.0

    def keeping_constant(weights, columns):
        weights[:columns] = array.array("f", [0.0] * columns)
        return weights

    embedding = normal(rng, vocabulary_size, width, 1.0)
    output = normal(rng, vocabulary_size, width, 1 / math.sqrt(width))
    for token in range(vocabulary_size):
        embedding[token * width] = constant
        if token < first_word:
            output[token * width:(token + 1) * width] = array.array("f", [-60.0] + [0.0] * (width - 1))
        else:
            output[token * width] = 0.0

    ones = array.array("f", [1.0] * width)
    all_tensors = [("token_embd.weight", [width, vocabulary_size], embedding)]
    for layer in range(options.layers):
        def add(name, shape, weights, prefix="blk.%d." % layer):
            all_tensors.append((prefix + name + ".weight", shape, weights))
        small = 1 / math.sqrt(width)
        add("attn_norm", [width], ones)
        for name in ("attn_q", "attn_k", "attn_v"):
            add(name, [width, width], normal(rng, width, width, small))
        add("attn_output", [width, width], keeping_constant(normal(rng, width, width, small), width))
        add("ffn_norm", [width], ones)
        add("ffn_gate", [width, inner], normal(rng, inner, width, small))
        add("ffn_up", [width, inner], normal(rng, inner, width, small))
        add("ffn_down", [inner, width], keeping_constant(normal(rng, width, inner, 1 / math.sqrt(inner)), inner))
    all_tensors.append(("output_norm.weight", [width], ones))
    all_tensors.append(("output.weight", [width, vocabulary_size], output))
    return all_tensors


def string(text):
    encoded = text.encode("utf-8")
    return struct.pack("<Q", len(encoded)) + encoded


def value(kind, content):
    return string(content) if kind == STRING else struct.pack(PACKING[kind], content)


def entry(key, kind, content):
    if isinstance(content, list):
        items = b"".join(value(kind, item) for item in content)
        return string(key) + struct.pack("<IIQ", ARRAY, kind, len(content)) + items
    return string(key) + struct.pack("<I", kind) + value(kind, content)


def metadata(options, tokens):
    return [
        entry("general.architecture", STRING, "llama"),
        entry("general.name", STRING, "random"),
        entry("general.file_type", UINT32, 0),
        entry("llama.context_length", UINT32, 32768),
        entry("llama.embedding_length", UINT32, options.width),
        entry("llama.block_count", UINT32, options.layers),
        entry("llama.feed_forward_length", UINT32, options.inner),
        entry("llama.attention.head_count", UINT32, options.heads),
        entry("llama.attention.head_count_kv", UINT32, options.heads),
        entry("llama.attention.layer_norm_rms_epsilon", FLOAT32, 1e-5),
        entry("llama.rope.dimension_count", UINT32, options.width // options.heads),
        entry("llama.vocab_size", UINT32, len(tokens)),
        entry("tokenizer.ggml.model", STRING, "llama"),
        entry("tokenizer.ggml.tokens", STRING, [token for token, _, _ in tokens]),
        entry("tokenizer.ggml.scores", FLOAT32, [float(score) for _, score, _ in tokens]),
        entry("tokenizer.ggml.token_type", INT32, [kind for _, _, kind in tokens]),
        entry("tokenizer.ggml.unknown_token_id", UINT32, 0),
        entry("tokenizer.ggml.bos_token_id", UINT32, 1),
        entry("tokenizer.ggml.eos_token_id", UINT32, 2),
        entry("tokenizer.ggml.add_bos_token", BOOL, True),
        entry("tokenizer.chat_template", STRING, CHAT_TEMPLATE),
    ]


def padded(data):
    return data + b"\0" * (-len(data) % ALIGNMENT)


def write(path, entries, weights):
    infos, offset = b"", 0
    for name, shape, data in weights:
        dimensions = b"".join(struct.pack("<Q", n) for n in shape)
        infos += string(name) + struct.pack("<I", len(shape)) + dimensions + struct.pack("<IQ", 0, offset)
        offset += len(padded(bytes(4 * len(data))))
    head = b"GGUF" + struct.pack("<IQQ", 3, len(weights), len(entries))
    with open(path, "wb") as file:
        file.write(padded(head + b"".join(entries) + infos))
        for _, _, data in weights:
            file.write(padded(data.tobytes()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--inner", type=int, default=1024)
    parser.add_argument("--words", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    tokens, first_word = vocabulary(options.words, rng)
    weights = tensors(options, len(tokens), first_word, rng)
    write(options.file, metadata(options, tokens), weights)
    print("%s: %d weights, %d tokens" % (options.file, sum(len(data) for _, _, data in weights), len(tokens)))


if __name__ == "__main__":
    main()
