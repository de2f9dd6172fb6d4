import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { HUB_NAMES } from '../src/models/hubs/addresses.ts';
import contract from './action-contract.json' with { type: 'json' };

interface Action {
  description: string;
  inputs: Record<string, { description: string; default?: unknown }>;
  outputs: Record<string, { description: string }>;
  runs: { using: string; main: string };
}

const action = parse(readFileSync('action.yml', 'utf8')) as Action;
const OUTPUTS = ['outcome', 'passed', 'pass-rates', 'report-json', 'requests', 'comment-url'];

it('has the inputs and the defaults of the contract, and no others', () => {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [
    name,
    input.default ?? null,
  ]);
  expect(Object.fromEntries(defaults)).toEqual(contract.inputs);
});

it('has the outputs of the contract, and no others', () => {
  expect(Object.keys(action.outputs)).toEqual(OUTPUTS);
});

it('describes the action, each input and each output, here and in docs/action.md', () => {
  const described = [action, ...Object.values(action.inputs), ...Object.values(action.outputs)];
  for (const { description } of described) expect(description).toMatch(/^\S.{15,}\S$/s);
  const page = readFileSync('docs/action.md', 'utf8');
  for (const name of [...Object.keys(action.inputs), ...OUTPUTS])
    expect(page).toMatch(new RegExp(`^\\|.*\`${name}\``, 'm'));
});

it.each([
  ['hub', ...HUB_NAMES],
  ['config-ref', 'base', 'head'],
  ['comment', 'always', 'on-failure', 'never'],
  ['review', 'comment', 'off'],
  ['fail-on', 'fail', 'inconclusive', 'error', 'none'],
  ['missing-key', 'fail', 'skip'],
])('names every value that %s is limited to', (input, ...values) => {
  for (const value of values) expect(action.inputs[input]?.description).toContain(`\`${value}\``);
});

it('runs the bundle on Node 24', () => {
  expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js' });
});
