import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { jsonSchema, configSchema } from '../../src/config/schema.ts';
import { inlined } from '../support/config-schema.ts';
import { ajv } from '../support/report-schema.ts';

const ours = JSON.parse(JSON.stringify(jsonSchema('org/name'))) as Record<string, unknown>;

it('the committed JSON Schema is what the sources say, in at most 150 kB', () => {
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as { repository: string };
  const committed = readFileSync('schema/sensitivity.schema.json', 'utf8');
  expect(JSON.parse(committed)).toEqual(
    JSON.parse(JSON.stringify(jsonSchema(repository.replace('github:', '')))),
  );
  expect(Buffer.byteLength(committed)).toBeLessThanOrEqual(150_000);
});

it('shared parts are written once, and mean what they would mean in their places', () => {
  const { $id: _id, title: _title, ...whole } = inlined(ours);
  const inPlace = JSON.stringify(z.toJSONSchema(configSchema, { io: 'input' })).replaceAll(
    '"format":"starts_with",',
    '',
  );
  expect(whole).toEqual(JSON.parse(inPlace));
});

it('a validator takes what the action takes, and nothing else', () => {
  expect(ajv().validateSchema(ours)).toBe(true);
  const validate = ajv().compile(ours);
  const file = (more: object) => ({
    model: { hub: 'openai', name: 'm' },
    tests: { sensitivity: { add_negation: {} } },
    ...more,
  });
  const whole = {
    model: {
      hub: 'http',
      url: 'https://models.example.com',
      body: { q: '{prompt}' },
      parameters: { temperature: 0 },
    },
    data: { source: 'evals/*.jsonl', limit: 100, columns: { text: 'question' } },
    tests: {
      defaults: { min_pass_rate: 0.65, negation: { min_pass_rate: 0.5 } },
      sensitivity: {
        negation: null,
        add_toxic_words: {
          threshold: 0,
          parameters: { strategy: 'start' },
          data: { source: 'c.txt' },
        },
      },
    },
    embeddings: { hub: 'openai', model: 'e' },
    evaluation: { compare: 'base' },
  };
  expect(
    [file({}), file({ data: { source: 'builtin:statements' } }), whole].map((one) => validate(one)),
  ).toEqual([true, true, true]);
  const wrong = [
    file({ modle: {} }),
    file({ tests: { sensitivity: { add_negation: { min_pass_rate: 2 } } } }),
    file({ tests: { sensitivity: { add_negation: { min_pas_rate: 0.5 } } } }),
    file({ tests: { sensitivity: { add_toxic_words: { parameters: { strategy: 'middle' } } } } }),
    file({ evaluation: { compare: 'main' } }),
    file({ data: { source: 'a.csv', limit: 0 } }),
  ];
  expect(wrong.map((one) => validate(one))).toEqual(wrong.map(() => false));
});
