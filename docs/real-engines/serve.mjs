// llama.cpp behind an OpenAI API on 127.0.0.1: node serve.mjs MODEL.gguf PORT INSTANCES
import path from 'node:path';
import { InferenceServer } from 'inference-server';
// The package does not export its HTTP side; this is the file that its own command starts.
import { createExpressServer } from './node_modules/inference-server/dist/http.js';

const [file, port, instances] = process.argv.slice(2);
if (!file || !port || !instances) {
  console.error('usage: node serve.mjs MODEL.gguf PORT INSTANCES');
  process.exit(2);
}

const server = new InferenceServer({
  log: 'warn',
  concurrency: Number(instances),
  cachePath: path.resolve('cache'),
  models: {
    random: {
      task: 'text-completion',
      engine: 'node-llama-cpp',
      location: path.resolve(file), // a relative one would be looked for in the cache
      minInstances: Number(instances), // all at once: an instance started under load would be part of the measurement
      maxInstances: Number(instances),
      prepare: 'blocking',
      contextSize: 8192, // of each instance; prompts that do not fit are cut without a word
      device: { gpu: false, cpuThreads: 1 },
    },
  },
});
createExpressServer(server).listen(Number(port), '127.0.0.1');
await server.start();
console.log(`ready: http://127.0.0.1:${port}/openai/v1, model random`);
