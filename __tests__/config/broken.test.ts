import fc from 'fast-check';
import type { Overrides } from '../../src/config/config.ts';
import { remedyOfRemovedKey } from '../../src/config/faults.ts';
import removed from '../../src/config/removed.json' with { type: 'json' };
import { itShared, recordsIn } from '../support/oracle.ts';
import { times } from '../support/times.ts';
import { problemsOf } from './support.ts';

type Broken = [name: string, text: string, found: readonly string[], inputs?: Overrides];

const numbered = times(2000, (i) => `  k${i}: 1`).join('\n');

/** Each fault gives one entry, with the line, what is allowed and what to do. */
const BROKEN: Broken[] = [
  ...recordsIn<Broken>('__tests__/config/data/broken.jsonl'),
  ['thousands of levels', `a: ${'['.repeat(12_000)}`, ['^f\\.yml: .*100 levels']],
  ['more than a MiB', `# ${'x'.repeat(1024 ** 2)}`, ['^f\\.yml: .*1048576']],
  ['thousands of keys', 'a: 1\n'.repeat(10_000), ['tokens']],
  ['two thousand keys, the last twice', `model:\n${numbered}\n  k1: 2\n`, [':2002:3: .*unique']],
];

it.each(BROKEN)('%s', async (_name, text, found, overrides) => {
  const problems = await problemsOf(text, { overrides });
  expect(problems).toHaveLength(found.length);
  for (const [i, pattern] of found.entries()) expect(problems[i]).toMatch(new RegExp(pattern));
});

it('no more than 50 faults are named, those of the files among them', async () => {
  const keys = times(49, (i) => `k${i}: 1`).join(', ');
  const text = `budget: { ${keys} }\nmodel: { hub: openai, name: m, prompt_file: p.yml }\n`;
  const files = { 'p.yml': 'messages: [' };
  expect(await problemsOf(text, { files })).toHaveLength(50);
});

interface Written {
  name: string;
  yml: string;
  right: string;
  or?: string;
}
const WRITTEN = '25-yaml-as-people-write-it/input/files.json';
const AS_MEANT = 'YAML as people write it is read as meant, or its fault is named';

itShared(AS_MEANT, WRITTEN, async (text) => {
  for (const one of JSON.parse(text) as Written[]) await checkWritten(one);
});

async function checkWritten({ name, yml, right, or = '^$' }: Written) {
  const problems = await problemsOf(yml.replace('evaluation: { judge: off }', 'judge: off'));
  const isNamed = problems.some((problem) => new RegExp(or, 'i').test(problem));
  const isReadAsMeant = right === 'valid' || yml.includes('\u00a0');
  const isRight = isNamed || (isReadAsMeant && problems.length === 0);
  expect({ name, problems, isRight }).toMatchObject({ isRight: true });
}

it('every name that is gone has its sentence', () => {
  for (const [key, instead] of Object.entries(removed.keys))
    expect(remedyOfRemovedKey(`x.${key}`)).toBe(instead);
  expect(remedyOfRemovedKey('evaluation.margin')).toBeUndefined();
});

it('reads no file in a way that is no error of a user', async () => {
  const keys =
    'model data tests evaluation judge budget sensitivity add_negation rules file variables __proto__ toString';
  const key = fc.constantFrom(...keys.split(' '));
  const file = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }));
  const nested = fc.record({
    model: fc.jsonValue(),
    tests: fc.record({ sensitivity: fc.dictionary(key, fc.jsonValue()) }),
  });
  const odd = { toString: [] };
  await fc.assert(
    fc.asyncProperty(fc.oneof(file, nested), async (value) => {
      expect(await problemsOf(JSON.stringify(value))).not.toEqual([]);
    }),
    { numRuns: 100, examples: [[{ model: [odd] }], [{ model: { parameters: { x: odd } } }]] },
  );
});
