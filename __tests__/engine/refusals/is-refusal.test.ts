import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRefusal } from '../../../src/engine/refusals/is-refusal.js';
import { DEVELOPMENT, DOUBTFUL, type Labelled } from './development.js';
import { HARD } from './hard.js';
import { HELD_OUT } from './held-out.js';
import { RARER } from './rarer.js';
import { SEEN } from './seen.js';

const all = (texts: Record<string, readonly string[]>) => Object.values(texts).flat();

function measured({ refusals, answers }: Labelled) {
  const found = all(refusals).filter((text) => isRefusal(text) === true).length;
  const taken = all(answers).filter((text) => isRefusal(text) === true).length;
  const doubted = all(refusals).filter((text) => isRefusal(text) === 'doubtful').length;
  const asked = all(answers).filter((text) => isRefusal(text) === 'doubtful').length;
  return { precision: found / (found + taken), recall: found / all(refusals).length, withDoubt: (found + doubted) / all(refusals).length, asked: asked / all(answers).length };
}

const KNOWN = [DEVELOPMENT, SEEN, HARD, RARER];

describe('the answers that the rules were made with', () => {
  it('are many, in fifteen languages', () => {
    expect(KNOWN.flatMap(({ refusals }) => all(refusals)).length).toBeGreaterThanOrEqual(150);
    expect(KNOWN.flatMap(({ answers }) => all(answers)).length).toBeGreaterThanOrEqual(150);
    expect(Object.keys(DEVELOPMENT.refusals).sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'tr', 'zh']);
  });

  it.each(KNOWN.flatMap(({ refusals }) => all(refusals)))('declines: %s', (text) => expect(isRefusal(text)).toBe(true));
  it.each(KNOWN.flatMap(({ answers }) => all(answers)))('does not decline: %s', (text) => expect(isRefusal(text)).not.toBe(true));
  it.each(DOUBTFUL)('a judge should say: %s', (text) => expect(isRefusal(text)).toBe('doubtful'));
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
  it.each(['I can’t help with that.', '**I can’t help with that.**', '> I can’t help with that.', '# I can’t help with that.', '- I can’t help with that.', '🙅‍♀️ I can’t help with that.', '"I can’t help with that."', '  \n\nI CAN’T HELP WITH THAT', '“I can’t help with that.”', '_I_ can`t help with that', 'Ｉ can\u200b’t help with that'])('%s', (text) =>
    expect(isRefusal(text)).toBe(true),
  );

  it('is no refusal where there is nothing', () => {
    expect(isRefusal('')).toBe(false);
    expect(isRefusal(' \n ')).toBe(false);
    expect(isRefusal('🙂')).toBe(false);
  });
});

it('reads any text, however long, in no time to speak of', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => ['true', 'false', 'doubtful'].includes(String(isRefusal(text)))));
  for (const piece of ["I can't ", "sorry, i'm ", "ich kann nicht ", "'a ", '"', 'je ne ', 'मैं नहीं ', 'すみません', '我不能', 'but ', '. ', 'i will must decline ']) isRefusal(piece.repeat(5000));
});
