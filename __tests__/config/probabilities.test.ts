import { expect, it } from '@jest/globals';
import { parseConfig } from '../../src/config/load.js';

interface Written {
  model?: string;
  evaluation?: string;
  tests?: string;
}

const config = ({ model = 'hub: openai, name: m', evaluation = '', tests = 'add_negation: {}' }: Written = {}) =>
  parseConfig(
    `model: { ${model} }
data: { source: "builtin:multiple-choice" }
evaluation: { method: triplet${evaluation && `, ${evaluation}`} }
tests: { sensitivity: { ${tests} } }
`,
    'a.yml',
  );
const problem = (written: Written) => {
  try {
    config(written);
  } catch (error) {
    const { where, message, remedy } = error as { where: string; message: string; remedy: string };
    return `${where}: ${message} ${remedy}`;
  }
  return undefined;
};

const READS = 'scorer: choice, readings: probabilities';

it('nothing is asked for that nobody wrote, and what is read asks for what it needs', () => {
  expect(config().tests[0]).toMatchObject({ logprobs: 'off', readings: 'answers' });
  expect(config({ evaluation: 'logprobs: auto' }).tests[0]).toMatchObject({ logprobs: 'auto', readings: 'answers' });
  expect(config({ evaluation: READS }).tests[0]).toMatchObject({ logprobs: 'auto', readings: 'probabilities' });
  // What stands for the whole run is of no concern to answers that are no options.
  const [, toxicity] = config({ evaluation: READS, tests: 'add_negation: {}, add_toxic_words: {}' }).tests;
  expect(toxicity).toMatchObject({ readings: 'answers' });
});

it('a judge has nothing to read in probabilities, and is not asked', () => {
  const judge = ', judge: { name: j }';
  expect(config({ evaluation: `scorer: choice${judge}` }).tests[0]!.judge).toBeDefined();
  expect(config({ evaluation: `${READS}${judge}` }).tests[0]!.judge).toBeUndefined();
});

it.each<[what: string, written: Written, told: RegExp]>([
  ['rows that may have no options', { evaluation: 'readings: probabilities' }, /^a\.yml:3:\d+: .*`scorer: choice`/],
  ['a stance', { evaluation: 'scorer: stance, readings: probabilities' }, /reads the letter of an option/],
  ['pairs', { tests: 'add_negation: { method: pair, scorer: choice, readings: probabilities }' }, /^a\.yml:4:\d+: .*`method: triplet`/],
  ['toxicity', { tests: 'add_toxic_words: { readings: probabilities }' }, /the answers to add_toxic_words are not read as options/],
  ['a hub that cannot', { model: 'hub: reference, name: attentive', evaluation: READS }, /the hub reference does not tell/],
  ['bare text', { model: 'hub: openai, name: m, api: completions', evaluation: READS }, /`api: completions` does not tell/],
  ['no log-probabilities', { evaluation: `${READS}, logprobs: off` }, /`logprobs: off` beside `readings: probabilities`/],
  ['repeats', { evaluation: `${READS}, repeats: 5` }, /repeats: 5 beside `readings: probabilities`/],
  ['pairs that ask', { tests: 'add_negation: { method: pair, logprobs: auto }' }, /`logprobs` belongs to method: triplet/],
  ['toxicity that asks', { tests: 'add_toxic_words: { logprobs: auto }' }, /`logprobs` belongs to answers that name options/],
])('%s: probabilities have no place there, and the error says what to write', (_what, written, told) => {
  expect(problem(written)).toMatch(told);
});
