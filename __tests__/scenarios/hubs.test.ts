import { describe, expect, it } from '@jest/globals';
import { CONFIG_PATH, KEY, modelServer, scenario } from '../support/scenario.js';
import { attentive, oblivious, parrot } from '../support/model-server.js';

/** Every hub through dist over real HTTP: an attentive model passes, an oblivious one fails. */
const tests = 'data: { source: evals/statements.txt }\ntests: { sensitivity: { add_negation: { method: pair } } }\n';
const quiet = { comment: 'never' };

describe.each([
  [
    'azure-openai',
    (url: string) => ({
      config: 'model: { hub: azure-openai, name: deployed, api_version: "2024-10-21" }\nembeddings: { model: embedder }\n',
      inputs: { 'base-url': url },
    }),
  ],
  [
    'openai completions',
    (url: string) => ({ config: `model: { hub: openai, name: m, api: completions, base_url: ${url}/v1 }\n`, inputs: {} }),
  ],
  [
    'huggingface chat',
    (url: string) => ({
      config: `model: { hub: huggingface, name: o/m }\nembeddings: { base_url: ${url} }\n`,
      inputs: { 'base-url': url },
    }),
  ],
  [
    'huggingface text generation',
    (url: string) => ({
      config: `model: { hub: huggingface, name: o/m, api: completions }\nembeddings: { base_url: ${url} }\n`,
      inputs: { 'base-url': url },
    }),
  ],
  [
    'http',
    (url: string) => ({
      config: `model: { hub: http, name: m, url: ${url}/v1/chat/completions, body: { model: m, messages: [{ role: user, content: "{prompt}" }] }, answer: /choices/0/message/content }\nembeddings: { hub: openai, model: e, base_url: ${url}/v1 }\n`,
      inputs: {},
      env: { OPENAI_API_KEY: KEY },
    }),
  ],
])('%s', (_name, hub) => {
  it('passes an attentive model and fails an oblivious one', async () => {
    const model = await modelServer({ answer: attentive, features: true });
    const { config, ...over } = hub(model.url);
    const run = () => scenario({ ...over, files: { [CONFIG_PATH]: config + tests }, inputs: { ...quiet, ...over.inputs } });
    const passed = await run();
    expect(passed.report!.problem).toBeUndefined();
    expect(passed.report!.results.map(({ error }) => error)).toEqual(Array(5).fill(undefined));
    expect(passed.outputs.outcome).toBe('pass');
    model.options.answer = oblivious;
    expect((await run()).outputs.outcome).toBe('fail');
  });
});

it('the reference hub needs no key and no network', async () => {
  const files = { [CONFIG_PATH]: tests };
  const run = (model: string) => scenario({ files, inputs: { ...quiet, hub: 'reference', model, 'api-key': '' } });
  expect((await run('attentive')).outputs.outcome).toBe('pass');
  expect((await run('oblivious')).outputs.outcome).toBe('fail');
});

it('the keys of the environment go to their hub', async () => {
  const model = await modelServer({ answer: parrot, keys: ['hf_0123456789abcdefghij'] });
  const files = {
    [CONFIG_PATH]: `model: { hub: huggingface, name: o/m, base_url: ${model.url} }\n${tests.replace('add_negation', 'add_toxic_words')}`,
  };
  const { outputs } = await scenario({
    files,
    inputs: { ...quiet, 'api-key': '' },
    env: { HF_TOKEN: 'hf_0123456789abcdefghij', OPENAI_API_KEY: KEY },
  });
  expect(outputs.outcome).toBe('fail');
  expect(model.requests.every(({ headers }) => headers.authorization === 'Bearer hf_0123456789abcdefghij')).toBe(true);
});

it('a host that is not allowed gets nothing, and the error names it and the input', async () => {
  const files = { [CONFIG_PATH]: `model: { hub: openai, name: m, base_url: "https://evil.example/v1" }\n${tests}` };
  const { exitCode, outputs, report } = await scenario({ files, inputs: quiet });
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ outcome: 'error', requests: '0' });
  expect(`${report!.problem!.message} ${report!.problem!.remedy}`).toMatch(/evil\.example.*allowed-hosts/s);
});
