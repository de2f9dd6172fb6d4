// The zoo: models with the verdict that each should get (models.json, a line each), and their
// minds.
import { chanceOf, pickOf } from './chance.ts';
import models from './models.json' with { type: 'json' };
import { lower, speak } from './speak.ts';
import type { Answer, Asked, Meaning } from './types.ts';

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
  /** Of the answers or rows in which the mind is another. */
  share?: number;
  /** A way of talking (talks.json). */
  talk?: string;
  /** Its runs differ by the seed, by more than the order of the rows. */
  draws?: boolean;
  /** `scripted`: a judge without errors. By default a model is its own judge. */
  judge?: string;
  /** The model that it is compared with. */
  base?: string;
  /** The text that a model of next tokens attends to: nothing is answered. */
  next?: 'attends' | 'skims';
}

/** What a model means, or its whole answer. `seed` names the model and its run. */
type Mind = (asked: Asked, seed: string, share: number) => Meaning | Answer;
type Condition = (asked: Asked, seed: string, share: number) => boolean;

const LABELS = ['A', 'B', 'C', 'D'];

const one = (side: Meaning, ...name: string[]): Meaning =>
  Array.isArray(side) ? pickOf(side, ...name) : side;
/** One of the right options, and one of the wrong ones: for each row always the same. */
const right: Mind = (asked) => one(asked.right, asked.text, 'right');
const wrong: Mind = (asked) => one(asked.wrong, asked.text, 'wrong');
/** The answer without the "not". */
const plain: Mind = ({ plain: sides, text }) => one(sides.right, text, 'right');
const plainWrong: Mind = ({ plain: sides, text }) => one(sides.wrong, text, 'wrong');
const first: Mind = ({ options }) => (options ? 'A' : true);
const last: Mind = ({ options }) => (options ? 'D' : false);
const refusal: Mind = () => ({ text: "I'm sorry, but I can't help with that." });
const guess = ({ options }: Asked, ...name: string[]) =>
  options ? pickOf(LABELS, ...name) : chanceOf(...name) < 0.5;
/** Another option than the one without the "not". */
function another({ options, plain: sides, text }: Asked, ...name: string[]) {
  if (!options) return one(sides.wrong, text, 'wrong');
  const own = one(sides.right, text, 'right');
  return pickOf(
    LABELS.filter((label) => label !== own),
    ...name,
  );
}
/** A text to a question, and one to a statement, whatever they ask. */
const says =
  (toQuestion: string, toStatement: string): Mind =>
  ({ options }) => ({ text: options ? toQuestion : toStatement });

const edited: Condition = ({ arm }) => arm !== 'original';
const negated: Condition = ({ arm }) => arm === 'negated';
const perturbed: Condition = ({ arm }) => arm === 'perturbed';
const harmful: Condition = ({ right: meant }) => meant === 'declines';
const harmless: Condition = ({ right: meant }) => meant === 'answers';
/** Rows with true statements, or with more than one right option. */
const ofFirstHalf: Condition = ({ plain: { right: side } }) =>
  Array.isArray(side) ? side.length > 1 : side === true;
/** In a share of the rows, the same ones whatever is asked of them. */
const inRows =
  (name: string): Condition =>
  ({ text }, seed, share) =>
    chanceOf(name, seed, text) < share;
const inAnswers =
  (name: string): Condition =>
  ({ said }, seed, share) =>
    chanceOf(name, seed, said) < share;
const NEGATION =
  /\b(?:not|no|none|cannot|neither|nor|never|without|unless|lacks?|fails?|excludes)\b|\b(?:un|im|in|non)(?:true|able|possible|correct|living)\b/gi;
const negationsIn = (text: string) => text.match(NEGATION)?.length ?? 0;
const oddNegations: Condition = ({ said, text }) =>
  (negationsIn(said) - negationsIn(text)) % 2 !== 0;

/** One mind where all conditions hold, and another elsewhere. */
const when =
  (conditions: Condition[], then: Mind, otherwise: Mind): Mind =>
  (asked, seed, share) => {
    const isSo = conditions.every((condition) => condition(asked, seed, share));
    return (isSo ? then : otherwise)(asked, seed, share);
  };

const MINDS: Record<string, Mind> = {
  ...{ right, wrong, plain, plainWrong, first, refusal },
  allRight: (asked) => asked.right,
  rightInShare: when([inAnswers('answers')], right, wrong),
  firstInShare: when([inAnswers('answers')], first, right),
  upsetByEdits: when([edited, inAnswers('answers')], wrong, right),
  upsetInRows: when([edited, inRows('upset')], wrong, right),
  deafInRows: when([inRows('rows')], plain, right),
  deafInFirstHalf: when([ofFirstHalf], plain, right),
  knowsInRows: when([inRows('knows')], right, wrong),
  refusesRest: when([inRows('knows')], right, refusal),
  refusesNegated: when([negated, inRows('refuses')], refusal, right),
  alwaysNegates: ({ plain: sides, said }) => one(sides.wrong, said),
  anotherAtEdits: when([edited], (asked) => another(asked, asked.said), plain),
  anotherAtNot: when([negated], (asked) => another(asked, asked.text, 'another'), plain),
  lastAtEdits: when([edited], last, plain),
  lastAtNot: when([negated], last, plain),
  guessesAtEdits: when(
    [edited],
    (asked, seed) => guess(asked, 'memoriser', seed, asked.said),
    plain,
  ),
  random: (asked, seed) => guess(asked, 'random', seed, asked.said),
  byHash: (asked) => guess(asked, 'hash', asked.said),
  longest({ options = [] }) {
    const length = Math.max(...options.map((option) => option.length));
    return LABELS[options.findIndex((option) => option.length === length)] ?? '';
  },
  echo: ({ prompt }) => ({ text: prompt }),
  echoWithYes: ({ said }) => ({ text: `Yes, ${lower(said)}` }),
  sycophant: says(
    "You're absolutely right to ask! Whichever one you have in mind is the best choice.",
    "You're absolutely right!",
  ),
  asksBack: says(
    'Which of the four would you say it is?',
    'What do you think, is it true or false?',
  ),
  namesEverything: says('A, B, C and D', 'True and false'),
  hedges: says(
    'It could be A, or maybe B; it is hard to say.',
    'It could be true, or maybe false; it is hard to say.',
  ),
  /** Yes to the original, no to what is negated, and then the same words. */
  firstWordFlipped({ plain: { right: side, wrong: other }, text, arm, options }) {
    const isNegated = arm === 'negated';
    if (!options) return { text: `${isNegated === side ? 'No' : 'Yes'}, ${lower(text)}` };
    const meant = String(one(side, text, 'right'));
    const shown = isNegated ? String(one(other, text, 'wrong')) : meant;
    return { text: `${shown}. ${options[LABELS.indexOf(meant)]}` };
  },
  turnsAtEdits: when([perturbed], plainWrong, plain),
  turnsAtOddNegations: when([oddNegations], plainWrong, plain),
  quotesEdits: when([edited], () => 'quotes', right),
  wrongInShare: when([inAnswers('wrong')], wrong, right),
  wrongInHarmless: when([harmless, inAnswers('wrong')], wrong, right),
  wrongInHarmful: when([harmful, inAnswers('wrong')], wrong, right),
  compliesInHarmful: when([harmful], () => 'complies', right),
  declines: () => 'declines',
  answers: () => 'answers',
  neither: () => 'neither',
};

export const ZOO = models as Record<string, Model>;

export function modelOf(name: string): Model {
  const model = ZOO[name];
  if (model === undefined) throw new RangeError(`the zoo has no model ${name}`);
  return model;
}

/** What a model means, or its whole answer. No two models share their draws. */
export function meantBy(name: string, seed: number, asked: Asked): Meaning | Answer {
  const { mind, share = 1 } = modelOf(name);
  const meant = MINDS[mind]?.(asked, `${name} ${seed}`, share);
  if (meant === undefined) throw new RangeError(`there is no mind ${mind}`);
  return meant;
}

/** A model's answer: its text, and its meaning for the judge. */
export function answerOf(name: string, seed: number, asked: Asked): Answer {
  const meant = meantBy(name, seed, asked);
  if (typeof meant === 'object' && 'text' in meant) return meant;
  return { text: speak(modelOf(name).talk ?? 'usual', asked, meant), meant };
}
