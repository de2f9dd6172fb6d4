import type { Overrides } from '../../src/config/config.ts';
import { recordsIn, sharedCases } from '../support/oracle.ts';
import { problemsOf } from './support.ts';

type Broken = [name: string, text: string, found: readonly string[], inputs?: Overrides];

const numbered = Array.from({ length: 2000 }, (_, i) => `  k${i}: 1`).join('\n');

/** Each with the line, what is allowed, and what to do; one entry for each fault, and no more. */
const BROKEN: Broken[] = [
  ...recordsIn<Broken>('__tests__/config/data/broken.jsonl'),
  ['thousands of keys', 'a: 1\n'.repeat(10_000), ['words and signs']],
  ['two thousand keys, the last twice', `model:\n${numbered}\n  k1: 2\n`, [':2002:3: .*unique']],
];

it.each(BROKEN)('%s', async (_name, text, found, overrides) => {
  const problems = await problemsOf(text, { overrides });
  expect(problems).toHaveLength(found.length);
  for (const [i, pattern] of found.entries()) expect(problems[i]).toMatch(new RegExp(pattern));
});

it('no more than 50 faults are named, those of the files among them', async () => {
  const keys = Array.from({ length: 49 }, (_, i) => `k${i}: 1`).join(', ');
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
const written = sharedCases<Written>('25-yaml-as-people-write-it/input/files.json');

it('YAML as people write it is read as meant, or its fault is named', async () => {
  for (const one of written) await checkWritten(one);
});

async function checkWritten({ name, yml, right, or = '^$' }: Written): Promise<void> {
  const problems = await problemsOf(yml.replace('evaluation: { judge: off }', 'judge: off'));
  const isNamed = problems.some((problem) => new RegExp(or, 'i').test(problem));
  const isReadAsMeant = right === 'valid' || yml.includes('\u00a0');
  const isRight = isNamed || (isReadAsMeant && problems.length === 0);
  expect({ name, problems, isRight }).toMatchObject({ isRight: true });
}
