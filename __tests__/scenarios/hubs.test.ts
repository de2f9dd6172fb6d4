import { expect, it } from '@jest/globals';
import { CONFIG_PATH, KEY, modelServer, scenario } from '../support/scenario.js';
import { parrot } from '../support/model-server.js';

/** Every hub through dist over real HTTP: an attentive model passes, an oblivious one fails. */
const tests = 'data: { source: evals/statements.txt }\ntests: { sensitivity: { add_negation: { method: pair } } }\n';
const quiet = { comment: 'never' };

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
