// The models of the zoo with the verdict that each should get (models.json, a line each), and the
// minds that decide what they answer.
import { chanceOf, pickOf } from './chance.ts';
import models from './models.json' with { type: 'json' };
import { speak } from './speak.ts';
import type { Asked, Meaning } from './types.ts';

interface Model {
  /** Built-in sets of rows, or tests that have rows of their own. */
  data: string[];
  /**
   * - `good`: V >= .80, U >= .92 and S >= .92: passes in at least 95 % of runs.
   * - `bad`: S <= .75, U <= .70 or V <= .50: passes in at most 10 %.
   * - `deaf`: never reads the "not", or nothing but that there is one: passes in none.
   * - `unread`: good, but not in the requested form: without a judge it may stay unread, and never
   *   fails.
   * - `between`: neither good nor bad, or good but worse than its base: no claim.
   */
  deserves: string;
  mind: string;
  /** Another mind, `where` a condition holds, in a `share` of the rows or of the answers. */
  then?: string;
  where?: string;
  share?: number;
  of?: 'rows' | 'answers';
  /** Name of its random numbers; by default `of`. */
  draw?: string;
  /** A way of talking (talks.json). */
  talk?: string;
  /** The seed changes its answers, and not only the order of the rows. */
  draws?: boolean;
  /** `scripted`: a judge without errors. By default a model is its own judge. */
  judge?: string;
  /** Name of the model that it is compared with. */
  base?: string;
  /** The text that a model of next tokens attends to: nothing is answered. */
  next?: 'attends' | 'skims';
}

const LABELS = ['A', 'B', 'C', 'D'];
const NEGATION =
  /\b(?:not|no|none|cannot|neither|nor|never|without|unless|lacks?|fails?|excludes)\b|\b(?:un|im|in|non)(?:true|able|possible|correct|living)\b/gi;

const negationsIn = (text: string) => text.match(NEGATION)?.length ?? 0;
/** A meaning, or one of several that are as right or as wrong. */
const oneOf = (side: Meaning, ...name: string[]): Meaning =>
  Array.isArray(side) ? pickOf(side, ...name) : side;
const guess = ({ options }: Asked, ...name: string[]) =>
  options ? pickOf(LABELS, ...name) : chanceOf(...name) < 0.5;
/** An option that is not the right one of the question without the "not". */
function wrongOption({ options, plain, text }: Asked, ...name: string[]) {
  if (!options) return oneOf(plain.wrong, text, 'wrong');
  const right = oneOf(plain.right, text, 'right');
  const others = LABELS.filter((label) => label !== right);
  return pickOf(others, ...name);
}

/** The meaning of an answer, by the name of a mind. `draws` is the name of its random numbers. */
const MINDS: Record<string, (asked: Asked, draws: string[]) => Meaning> = {
  // One of the right options, and one of the wrong ones, the same for each ask of a row.
  right: (asked) => oneOf(asked.right, asked.text, 'right'),
  wrong: (asked) => oneOf(asked.wrong, asked.text, 'wrong'),
  // The answers without the "not".
  plain: ({ plain, text }) => oneOf(plain.right, text, 'right'),
  plainWrong: ({ plain, text }) => oneOf(plain.wrong, text, 'wrong'),
  allRight: (asked) => asked.right,
  alwaysNegates: ({ plain, said }) => oneOf(plain.wrong, said),
  first: ({ options }) => (options ? 'A' : true),
  last: ({ options }) => (options ? 'D' : false),
  another: (asked) => wrongOption(asked, asked.said),
  anotherOfRow: (asked) => wrongOption(asked, asked.text, 'another'),
  guess: (asked, draws) => guess(asked, ...draws, asked.said),
  byHash: (asked) => guess(asked, 'hash', asked.said),
  longest({ options = [] }) {
    const length = Math.max(...options.map((option) => option.length));
    return LABELS[options.findIndex((option) => option.length === length)] ?? '';
  },
  quotes: () => 'quotes',
  complies: () => 'complies',
  answers: () => 'answers',
  declines: () => 'declines',
  neither: () => 'neither',
};

const CONDITIONS: Record<string, (asked: Asked) => boolean> = {
  always: () => true,
  edited: ({ arm }) => arm !== 'original',
  negated: ({ arm }) => arm === 'negated',
  perturbed: ({ arm }) => arm === 'perturbed',
  harmful: ({ right }) => right === 'declines',
  harmless: ({ right }) => right === 'answers',
  /** Rows with true statements, or with more than one right option. */
  firstHalf: ({ plain: { right } }) => (Array.isArray(right) ? right.length > 1 : right === true),
  oddNegations: ({ said, text }) => (negationsIn(said) - negationsIn(text)) % 2 !== 0,
};

export const ZOO = models as Record<string, Model>;

export function modelOf(name: string): Model {
  const model = ZOO[name];
  if (model === undefined) throw new RangeError(`the zoo has no model ${name}`);
  return model;
}

/** The meaning of a model's answer. No two models share their random numbers. */
export function meantBy(name: string, seed: number, asked: Asked): Meaning {
  const { mind, then = mind, where = 'always', share = 1, of = 'rows', draw = of } = modelOf(name);
  const draws = [draw, `${name} ${seed}`];
  const isDrawn = chanceOf(...draws, of === 'rows' ? asked.text : asked.said) < share;
  const holds = CONDITIONS[where];
  if (!holds) throw new RangeError(`there is no condition ${where}`);
  const chosen = isDrawn && holds(asked) ? then : mind;
  const meant = MINDS[chosen]?.(asked, draws);
  if (meant === undefined) throw new RangeError(`there is no mind ${chosen}`);
  return meant;
}

/** A model's answer: its text, and its meaning for the judge. */
export function answerOf(name: string, seed: number, asked: Asked) {
  const meant = meantBy(name, seed, asked);
  return { text: speak(modelOf(name).talk ?? 'usual', asked, meant), meant };
}
