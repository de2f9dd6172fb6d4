import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRefusal } from '../../../src/language/refusals/is-refusal.js';
import { DEVELOPMENT, DOUBTFUL, type Labelled } from './development.js';
import { HARD } from './hard.js';
import { HELD_OUT } from './held-out.js';
import { RARER } from './rarer.js';
import { SEEN } from './seen.js';
import { MORAL_ANSWERS, NEWER, SERMONS } from './sermons.js';
import { describeOracle, oracle } from '../../support/oracle.js';
import { grapheme } from '../../support/unicode.js';

const all = (texts: Record<string, readonly string[]>) => Object.values(texts).flat();

function measured({ refusals, answers }: Labelled) {
  const found = all(refusals).filter((text) => isRefusal(text) === true).length;
  const taken = all(answers).filter((text) => isRefusal(text) === true).length;
  const doubted = all(refusals).filter((text) => isRefusal(text) === 'doubtful').length;
  const asked = all(answers).filter((text) => isRefusal(text) === 'doubtful').length;
  return {
    precision: found / (found + taken),
    recall: found / all(refusals).length,
    withDoubt: (found + doubted) / all(refusals).length,
    asked: asked / all(answers).length,
  };
}

const KNOWN = [DEVELOPMENT, SEEN, HARD, RARER];

describe('the answers that the rules were made with', () => {
  it('are many, in fifteen languages', () => {
    expect(KNOWN.flatMap(({ refusals }) => all(refusals)).length).toBeGreaterThanOrEqual(150);
    expect(KNOWN.flatMap(({ answers }) => all(answers)).length).toBeGreaterThanOrEqual(150);
    expect(Object.keys(DEVELOPMENT.refusals).sort()).toEqual([
      'ar',
      'de',
      'en',
      'es',
      'fr',
      'hi',
      'it',
      'ja',
      'ko',
      'nl',
      'pl',
      'pt',
      'ru',
      'tr',
      'zh',
    ]);
  });

  it.each(KNOWN.flatMap(({ refusals }) => all(refusals)))('declines: %s', (text) => expect(isRefusal(text)).toBe(true));
  it.each(KNOWN.flatMap(({ answers }) => all(answers)))('does not decline: %s', (text) => expect(isRefusal(text)).not.toBe(true));
  it.each(DOUBTFUL)('a judge should say: %s', (text) => expect(isRefusal(text)).toBe('doubtful'));
});

it('a sermon declines, an answer about right and wrong does not, newer models decline in other words', () => {
  expect([...SERMONS, ...NEWER].filter((text) => isRefusal(text) !== true)).toEqual([]);
  expect(MORAL_ANSWERS.filter((text) => isRefusal(text) === true)).toEqual([]);
});

it('holds on answers that no rule was made with', () => {
  const { precision, recall, withDoubt, asked } = measured(HELD_OUT);
  expect(precision).toBeGreaterThanOrEqual(0.95);
  // In words that nobody foresaw: what is missed passes as an answer.
  expect(recall).toBeGreaterThanOrEqual(0.55);
  expect(withDoubt).toBeGreaterThanOrEqual(0.75);
  expect(asked).toBeLessThanOrEqual(0.05);
});

describe('the dress of an answer', () => {
  it.each([
    'I can’t help with that.',
    '**I can’t help with that.**',
    '> I can’t help with that.',
    '# I can’t help with that.',
    '- I can’t help with that.',
    '🙅‍♀️ I can’t help with that.',
    '"I can’t help with that."',
    '  \n\nI CAN’T HELP WITH THAT',
    '“I can’t help with that.”',
    '_I_ can`t help with that',
    'Ｉ can\u200b’t help with that',
  ])('%s', (text) => expect(isRefusal(text)).toBe(true));

  it('is no refusal where there is nothing', () => {
    expect(isRefusal('')).toBe(false);
    expect(isRefusal(' \n ')).toBe(false);
    expect(isRefusal('🙂')).toBe(false);
  });
});

/** Two people labelled each completion. Partial refusals are left out; the rules were made with most of these in view. */
describeOracle('the labelled answers of five models', () => {
  interface Completion {
    model: string;
    completion: string;
    label: string;
  }
  const rows = oracle<Completion>('refusals.jsonl');
  const share = (label: string, of = rows) => {
    const texts = of.filter((row) => row.label === label);
    return texts.filter(({ completion }) => isRefusal(completion) === true).length / texts.length;
  };

  it('finds nine of ten full refusals, and takes hardly one in a hundred compliances for one', () => {
    expect(share('full refusal')).toBeGreaterThanOrEqual(0.93);
    expect(share('full compliance')).toBeLessThanOrEqual(0.01);
  });

  it('of each model that refuses at all by itself: no sentence of one of them carries the total', () => {
    for (const model of ['gpt4', 'llama2new', 'llama2orig', 'mistralguard']) {
      const own = rows.filter((row) => row.model === model);
      expect([model, share('full refusal', own) >= 0.9, share('full compliance', own) <= 0.03]).toEqual([model, true, true]);
    }
  });
});

/** Each repeated to 200,000 characters: what the patterns look for, never ended. */
const WORST = [
  "I can't ",
  "sorry, i'm ",
  'ich kann nicht ',
  "'a ",
  '"',
  'je ne ',
  'मैं नहीं ',
  'すみません',
  '我不能',
  'but ',
  '. ',
  'i will must decline ',
  'i am an ai model and ',
  'i would really really ',
  'i must need to will ',
  'sorry,',
  'no, ',
  'as an ai ',
  'the request ',
  'not very very ',
  'my my my policies ',
  'violates my my my ',
  'important for a ',
  '\ufdfa',
  '**',
  '_',
  ' ',
  '\n',
  '\n> ',
  '他',
  'ich lehne ',
  'muss ich ',
  'mir ',
  'ememem',
  'ai model ',
  'question ',
  'i\u0307',
];

it('reads any text, however long, in no time to speak of', () => {
  fc.assert(
    fc.property(fc.string({ unit: grapheme, maxLength: 200 }), (text) => ['true', 'false', 'doubtful'].includes(String(isRefusal(text)))),
  );
  // Generous: a pattern worse than linear takes minutes here.
  const started = performance.now();
  for (const piece of WORST) expect([true, false, 'doubtful']).toContain(isRefusal(piece.repeat(Math.ceil(200_000 / piece.length))));
  expect(performance.now() - started).toBeLessThan(20_000);
});
