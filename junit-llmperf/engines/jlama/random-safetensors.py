#!/usr/bin/env python3
"""Writes a llama-type model of random weights as a directory in Hugging Face's layout, for trying a server without a
download: config.json, tokenizer.json, tokenizer_config.json and model.safetensors.

The weights are those of docs/real-engines/random-gguf.py under their other names. Needs Python 3.8 and nothing else.

    python3 random-safetensors.py DIRECTORY
"""
import argparse
import json
import pathlib
import random
import runpy
import struct

GGUF = runpy.run_path(str(pathlib.Path(__file__).resolve().parents[3] / "docs" / "real-engines" / "random-gguf.py"))

SPECIAL = 5
NAMES = {
    "token_embd": "model.embed_tokens",
    "output_norm": "model.norm",
    "output": "lm_head",
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}


def renamed(name):
    """Gives "model.layers.0.mlp.up_proj.weight" for "blk.0.ffn_up.weight"."""
    parts = name.split(".")
    layer = "model.layers.%s." % parts[1] if parts[0] == "blk" else ""
    return "%s%s.weight" % (layer, NAMES[parts[-2]])


def config(options, size):
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "hidden_act": "silu",
        "hidden_size": options.width,
        "intermediate_size": options.inner,
        "num_hidden_layers": options.layers,
        "num_attention_heads": options.heads,
        "num_key_value_heads": options.heads,
        "max_position_embeddings": 16384,  # Jlama does not start with less
        "rms_norm_eps": 1e-5,
        "rope_theta": 10000.0,
        "vocab_size": size,
        "bos_token_id": 1,
        "eos_token_id": 2,
        "tie_word_embeddings": False,
        "torch_dtype": "float32",
    }


def tokenizer(tokens):
    """Reads text character by character, or byte by byte: there are no merges."""
    space = GGUF["SPACE"]
    return {
        "version": "1.0",
        "added_tokens": [
            {"id": i, "content": token, "special": True, "single_word": False, "lstrip": False, "rstrip": False,
             "normalized": False} for i, token in enumerate(tokens[:SPECIAL])],
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": space},
            {"type": "Replace", "pattern": {"String": " "}, "content": space}]},
        "pre_tokenizer": None,
        "model": {"type": "BPE", "unk_token": "<unk>", "fuse_unk": True, "byte_fallback": True,
                  "vocab": {token: i for i, token in enumerate(tokens)}, "merges": []},
    }


def write_weights(path, weights):
    head, offset = {"__metadata__": {"format": "pt"}}, 0
    for name, shape, data in weights:
        size = 4 * len(data)
        head[renamed(name)] = {"dtype": "F32", "shape": shape[::-1], "data_offsets": [offset, offset + size]}
        offset += size
    encoded = json.dumps(head).encode()
    encoded += b" " * (-len(encoded) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(encoded)) + encoded)
        for _, _, data in weights:
            file.write(data.tobytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--inner", type=int, default=256)
    parser.add_argument("--words", type=int, default=311)  # with the rest of the vocabulary a multiple of 32
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    vocabulary, first_word = GGUF["vocabulary"](options.words, rng)
    tokens = [token for token, _, _ in vocabulary]
    options.directory.mkdir(parents=True, exist_ok=True)

    def write(name, content):
        (options.directory / name).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")

    write("config.json", config(options, len(tokens)))
    write("tokenizer.json", tokenizer(tokens))
    write("tokenizer_config.json", {
        "bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>", "legacy": True,
        "tokenizer_class": "LlamaTokenizer", "chat_template": GGUF["CHAT_TEMPLATE"]})
    write_weights(options.directory / "model.safetensors", GGUF["tensors"](options, len(tokens), first_word, rng))
    print("%s: %d tokens" % (options.directory, len(tokens)))


if __name__ == "__main__":
    main()
