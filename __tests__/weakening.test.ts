import { expect, it } from '@jest/globals';
import { readInputs } from '../src/inputs.js';
import { weakenings } from '../src/weakening.js';

const inputs = readInputs({ INPUT_HUB: 'reference', INPUT_MODEL: 'attentive' });
const base = `data: { source: a.jsonl, limit: 50 }
tests:
  sensitivity:
    add_negation: { min_pass_rate: 0.7, threshold: [-0.2, 0.2] }
    add_toxic_words: { threshold: 1, words: [blockhead], parameters: { ending_context: [x] } }
`;
const told = (from: string, to: string) => weakenings({ base, head: base.replace(from, to), inputs })!;

it.each([
  ['min_pass_rate: 0.7', 'min_pass_rate: 0.6', 'add_negation: min_pass_rate goes from 0.7 to 0.6'],
  ['[-0.2, 0.2]', '[-0.2, 0.1]', 'add_negation: the threshold goes from [-0.2,0.2] to [-0.2,0.1]'],
  ['[-0.2, 0.2]', '[-0.1, 0.3]', 'add_negation: the threshold'],
  ['threshold: 1', 'threshold: 2', 'add_toxic_words: the threshold goes from 1 to 2'],
  ['    add_negation: { min_pass_rate: 0.7, threshold: [-0.2, 0.2] }\n', '', 'the test add_negation is removed'],
  ['threshold: [-0.2, 0.2]', 'scorer: loss', 'the scorer is loss, no longer embedding'],
  ['words: [blockhead]', 'words: []', 'the options of the scorer'],
  ['[x]', '[y]', 'the parameters of the perturbation'],
  ['limit: 50', 'limit: 5', 'the limit goes from 50 to 5'],
  // Another draw: who may choose among draws chooses a good one.
  ['limit: 50', 'limit: 51', 'the limit goes from 50 to 51'],
  ['a.jsonl', 'b.jsonl', 'the data is b.jsonl, no longer a.jsonl'],
])('%s -> %s', (from, to, sentence) => {
  const sentences = told(from, to);
  expect(sentences.length).toBeGreaterThan(0);
  expect(sentences.join('\n')).toContain(sentence);
});

it.each([
  ['min_pass_rate: 0.7', 'min_pass_rate: 0.8'],
  ['[-0.2, 0.2]', '[-0.3, 0.3]'],
  ['threshold: 1', 'threshold: 0'],
  ['tests:', '# a remark\ntests:'],
])('%s -> %s weakens nothing', (from, to) => {
  expect(told(from, to)).toEqual([]);
});
