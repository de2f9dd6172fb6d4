import { expect, it } from '@jest/globals';
import {
  edited,
  splitIntoParts,
  revert,
  type Subject,
} from '../../../src/engine/attribution/parts.js';
import { drawFrom } from '../../../src/engine/random.js';

const subject = (prompt: string, values: Record<string, unknown> = {}): Subject => ({
  texts: { prompt },
  values,
});
const lines = (...of: string[]): string => of.join('\n');

it('splits a prompt into hunks; hunks within two common lines are one', () => {
  const base = lines('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const head = lines('A', 'b', 'c', 'D', 'e', 'f', 'g', 'new', 'h');
  expect(splitIntoParts(subject(base), subject(head))).toEqual([
    { field: 'prompt', hunks: [{ line: 1, count: 4, base: ['a', 'b', 'c', 'd'], from: 1 }] },
    { field: 'prompt', hunks: [{ line: 8, count: 1, base: [], from: 8 }] },
  ]);
});

it('names changed values one by one, and those that one side alone has', () => {
  const parts = splitIntoParts(
    subject('p', { name: 'm', temperature: 0 }),
    subject('p', { name: 'm', temperature: 1, top_p: 0.5 }),
  );
  expect(parts).toEqual([
    { field: 'temperature', old: 0, new: 1 },
    { field: 'top_p', old: undefined, new: 0.5 },
  ]);
});

it('puts the hunks of one text together above eight parts', () => {
  const base = Array.from({ length: 60 }, (_, i) => `line ${i}`);
  const head = base.map((line, i) => (i % 6 === 0 ? `${line}!` : line));
  const parts = splitIntoParts(subject(base.join('\n')), subject(head.join('\n'), { name: 'n' }));
  expect(parts.map(({ field, hunks }) => [field, hunks?.length])).toEqual([
    ['name', undefined],
    ['prompt', 10],
  ]);
});

it('reverts a part alone, and all parts to the base, for random texts', () => {
  for (let seed = 0; seed < 300; seed++) {
    const draw = drawFrom('parts', seed);
    const text = () => Array.from({ length: draw(14) }, () => 'abcd'[draw(4)]!).join('\n');
    const [base, head] = [subject(text(), { name: draw(2) }), subject(text(), { name: draw(2) })];
    const parts = splitIntoParts(base, head);
    const old = base.texts['prompt']!.split('\n');
    for (const { from, base: lines } of parts.flatMap((part) => part.hunks ?? []))
      expect(old.slice(from - 1, from - 1 + lines.length)).toEqual(lines);
    expect(revert(head, parts, base)).toEqual(base);
    expect(revert(head, [], base)).toEqual(head);
    for (const part of parts)
      expect(splitIntoParts(base, revert(head, [part], base)).length).toBeLessThan(parts.length);
  }
});

it('edits harmlessly: blank lines at the end of the texts that changed', () => {
  expect(
    edited({ texts: { prompt: 'p', system_prompt: 's' }, values: {} }, ['system_prompt'], 2).texts,
  ).toEqual({
    prompt: 'p',
    system_prompt: 's\n\n',
  });
});
