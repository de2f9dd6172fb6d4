import { expect, it } from '@jest/globals';
import { recognise } from '../../../src/evaluate/convert/recognise.js';
import { converting } from '../../support/converting.js';

it.each([
  ['promptfoo', 'prompts: ["{{q}}"]\nproviders: [openai:gpt-4o]\n'],
  ['promptfoo', '{"providers": ["openai:gpt-4o"], "tests": "file://t.csv"}'],
  ['promptfoo', 'tests: file://t.csv\n'],
  ['langtest', 'tests: { defaults: { min_pass_rate: 1.0 }, accuracy: {} }\n'],
  ['langtest', "{'tests': {'sensitivity': {'negation': {}}}}"],
  ['openai-eval', '{"testing_criteria": []}'],
  ['openai-eval', '\n{\n  "object": "eval.run",\n  "data_source": {}\n}\n'],
  ['openai-rows', '{"item": {"q": 1}}\n{"item": {}}\n'],
  ['openai-rows', '{"input": "q", "ideal": "a"}'],
])('%s, by what stands in it', (kind, text) => {
  expect(recognise(text, 'a file').kind).toBe(kind);
});

it.each([
  ['', /the file is empty/],
  ['just words', /no mapping of keys/],
  ['- a\n- b\n', /no mapping of keys/],
  ['{"name": "sk-secret", "data": 1}', /the keys "name", "data"/],
  ['{"text": "a"}\n{"text": "b"}\n', /the rows of it have the keys "text"/],
  ['model: { hub: openai, name: m }\ntests: { sensitivity: { add_negation: {} } }\n', /a configuration of this project already/],
  [
    'mine:\n  id: mine.dev.v0\nmine.dev.v0:\n  class: evals.elsuite.basic.match:Match\n  args: { samples_jsonl: mine/samples.jsonl }\n',
    /openai\/evals/,
  ],
])('%j is refused with what was seen', (text, message) => {
  let said: unknown;
  try {
    recognise(text, 'a file');
  } catch (error) {
    said = error;
  }
  expect(said).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(message) });
  expect(String((said as Error).message)).not.toContain('sk-secret');
});

it('broken JSON is told as JSON where the name says so', () => {
  expect(() => recognise('{\n  "testing_criteria": [,]\n}', 'eval.json')).toThrow(expect.objectContaining({ where: 'eval.json:2:24' }));
});

it('a second file, and data, belong to one format each', async () => {
  const text = 'providers: [openai:gpt-4o]\nprompts: ["{{q}}"]\n';
  await expect(converting(text, { rows: { name: 'rows.jsonl', text: '' } })).rejects.toMatchObject({ where: 'rows.jsonl' });
  await expect(converting(text, { data: 'evals/q.csv' })).rejects.toMatchObject({ where: '--data' });
});
