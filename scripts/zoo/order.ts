// Questions whose answer depends on the word order, and the models' answers to shuffled ones.
import { chanceOf, pickOf } from '../kit/chance.mjs';
import type { Arm, Mind, OrderQuestion } from './types.ts';

const NAMES = [
  'Ada',
  'Boris',
  'Clara',
  'Dmitri',
  'Elena',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Karin',
  'Luis',
];
/** Subject, verb and object, and whether the first or the second option is right. */
const ASKED: [make: (one: string, other: string) => string, right: 0 | 1][] = [
  [(one, other) => `${one} lent the ladder to ${other} before the storm. Who owned the ladder?`, 0],
  [(one, other) => `${one} told ${other} the secret on the way home. Who heard something new?`, 1],
  [(one, other) => `At the market ${one} bought a lamp from ${other} yesterday. Who was paid?`, 1],
  [
    (one, other) =>
      `${one} arrived an hour after ${other} had left the party. Who was there first?`,
    1,
  ],
  [
    (one, other) => `${one} wrote a long letter that ${other} never answered. Who waited in vain?`,
    0,
  ],
  [
    (one, other) =>
      `Because ${one} is older than ${other} the cake was cut in two. Who is younger?`,
    1,
  ],
];
const LABELS = ['A', 'B', 'C', 'D'];
/** The product's default. */
const WAY_OUT = 'E';

const PAIRS = NAMES.flatMap((one, i) =>
  NAMES.slice(i + 1).map((other): [string, string] => [one, other]),
);

/** The list begins again at its end. */
function itemAt<Item>(items: Item[], at: number): Item {
  return items.at(at % items.length)!;
}

/** One hundred and twenty rows, as a user's file has them; no two have the same words. */
export const rows = Array.from({ length: 120 }, (_, i) => {
  const kind = i % ASKED.length;
  const [make, who] = itemAt(ASKED, kind);
  const turn = Math.floor(i / ASKED.length);
  const [one, other] = itemAt(PAIRS, 7 * turn + 11 * kind);
  const pair: [string, string] = turn % 2 === 0 ? [one, other] : [other, one];
  const others = NAMES.filter((name) => !pair.includes(name));
  const options = [...pair, itemAt(others, i), itemAt(others, i + 3)].sort();
  return { text: make(...pair), options, answer: itemAt(LABELS, options.indexOf(pair[who])) };
});

const wordsOf = (text: string): string[] => text.match(/[\p{L}']+/gu) ?? [];
const bagOf = (text: string) => wordsOf(text).sort().join(' ');
const byBag = new Map(rows.map((row) => [bagOf(row.text), row]));
const isInOrder = (text: string, row: { text: string }) =>
  wordsOf(text).join(' ') === wordsOf(row.text).join(' ');

/** The question in a prompt, if it is one of these: `text` in the right order, `said` as sent. */
export function orderIn(prompt: string): OrderQuestion | undefined {
  const [said = ''] = prompt.split('\n');
  const row = byBag.get(bagOf(said));
  if (!row) return undefined;
  const arm = armOf(said, row);
  const options = row.options.map((text, i) => ({ label: itemAt(LABELS, i), text }));
  options.push({ label: WAY_OUT, text: 'The question makes no sense' });
  return {
    kind: 'question',
    text: row.text,
    said,
    arm,
    options,
    right: [arm === 'scrambled' ? WAY_OUT : row.answer],
    known: row.answer,
  };
}

function armOf(said: string, row: { text: string }): Arm {
  if (said === row.text) return 'original';
  return isInOrder(said, row) ? 'placebo' : 'scrambled';
}

const isScrambled = ({ arm }: OrderQuestion) => arm === 'scrambled';
const others = ({ known }: OrderQuestion) => LABELS.filter((label) => label !== known);
export const reads: Mind<OrderQuestion> = ({ right }) => right[0];
export const readsIn =
  (share: number): Mind<OrderQuestion> =>
  (asked, seed) =>
    chanceOf('reads', seed, asked.said) < share ? asked.right[0] : asked.known;
export const saysSo: Mind<OrderQuestion> = (asked) =>
  isScrambled(asked)
    ? { text: "I'm sorry, but I can't make sense of this question." }
    : asked.known;
export const keywords: Mind<OrderQuestion> = ({ known }) => known;
export const keywordsIn =
  (share: number): Mind<OrderQuestion> =>
  (asked, seed) =>
    chanceOf('keywords', seed, asked.text) < share ? asked.known : asked.right[0];
export const guesses: Mind<OrderQuestion> = (asked, seed) =>
  isScrambled(asked) ? pickOf([...LABELS, WAY_OUT], seed, asked.said) : asked.known;
export const takesAnother: Mind<OrderQuestion> = (asked, seed) =>
  isScrambled(asked) ? pickOf(others(asked), seed, asked.said) : asked.known;
export const upset: Mind<OrderQuestion> = (asked) =>
  asked.arm === 'original' ? asked.known : WAY_OUT;
export const neverSure: Mind<OrderQuestion> = () => WAY_OUT;
