import { readFileSync } from 'node:fs';
import { readInputs } from '../../src/action/input-table.ts';
import { REMOVED } from '../../src/config/removed.ts';
import { parseCommandLine } from '../../src/terminal/command-line.ts';
import { COMMANDS } from '../../src/terminal/commands.ts';
import { errorLike } from '../support/error-like.ts';
import { errorOf } from './config-error.ts';

it.each(Object.entries(REMOVED.inputs))('the input %s is gone', (name, remedy) => {
  const env = { [`INPUT_${name.toUpperCase()}`]: 'true' };
  expect(() => readInputs(env)).toThrow(errorLike({ where: `input '${name}'`, remedy }));
});

it.each(Object.entries(REMOVED.commands))('the command %s is gone', (name, remedy) => {
  expect(() => parseCommandLine([name, 'file'], COMMANDS)).toThrow(errorLike({ remedy }));
});

it.each(Object.entries(REMOVED.options))('the option --%s is gone', (name, remedy) => {
  const line = ['run', `--${name}`, 'value'];
  expect(() => parseCommandLine(line, COMMANDS)).toThrow(errorLike({ remedy }));
});

/** Every key of version 1, where it stood. */
const WITH_ALL_KEYS = `
model: { hub: reference, name: attentive }
data: { source: "builtin:statements", columns: { cluster: topic } }
judge: { cases: evals/judge.jsonl }
cache: { mode: read }
budget: { max_tokens: 1, max_cost: 1, prices: {}, on_budget: partial }
evaluation: { baseline: report.json, watch_rows: 60 }
tests:
  sensitivity:
    add_negation: { decision: point, flaky: true, lint: off, repeats: 3, prompt: "{text}", prompt_file: p.txt }
    add_toxic_words: { obfuscation: true }
    word_order: { parameters: { wordsPerSwap: 1 } }
    word_order_answers: {}
    custom: { parameters: { name: typo, expect: same, pattern: a, replacement: b } }
`;

it('each key is gone, with its place', () => {
  const error = errorOf(WITH_ALL_KEYS)!;
  const problems = [{ where: error.where, remedy: error.ownRemedy }, ...error.others];
  for (const [key, remedy] of Object.entries(REMOVED.keys)) {
    const name = key.split('.').at(-1)!;
    const line = WITH_ALL_KEYS.split('\n').findIndex((text) => text.includes(`${name}:`)) + 1;
    const where = expect.stringMatching(new RegExp(`^f\\.yml:${line}:\\d+$`));
    expect({ key, problems }).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ where, remedy })]),
    });
  }
});

it('the changelog says the same', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const rows = Object.entries<Readonly<Record<string, string>>>(REMOVED).flatMap(([kind, names]) =>
    Object.entries(names).map(([name, instead]) => {
      const dashes = kind === 'options' ? '--' : '';
      return `| \`${dashes}${name}\` | ${instead} |`;
    }),
  );
  expect(changelog.split('\n')).toEqual(expect.arrayContaining(rows));
});
