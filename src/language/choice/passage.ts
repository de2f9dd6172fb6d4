import type { OptionFinder } from './mask.js';
import { type Mention, X } from './mention.js';
import { DENIAL, DOUBTS, END, NOT_ITS_OWN, START, STRUCK_OUT, words } from './phrases.js';
import type { Asked } from './question.js';

/** How firmly a sentence names its options: the last word, a choice, a statement of what is asked for, or `it is X`. */
export type Force = 4 | 3 | 2 | 1;

export interface Finding {
  force: Force;
  /** Undefined where it wavers: `A or B`. */
  labels: readonly string[] | undefined;
  /** They are denied; what is left may be the answer. */
  isDenied?: boolean;
  /** They join what was said before: `neither does wax`, `B is also right`. */
  adds?: boolean;
  /** Whether they join it, nobody can tell. */
  isOpen?: boolean;
  /** What it says is what the sentence before it says: `so does salt`. */
  isAsBefore?: boolean;
}

export interface Passage {
  mentions: readonly Mention[];
  find: OptionFinder;
  asked: Asked;
}

/** What is named is chosen; nobody can tell what, where it wavers. */
export const choiceOf = ({ labels, isOpen }: Mention): Finding => ({ force: 3, labels: isOpen === true ? undefined : labels });

export const any = new RegExp(X, 'u');
/** An option by itself. */
export const ALONE = new RegExp(`^["'“(\\[]*${X}["'”)\\].,;:!]*$`, 'u');
export const edged = (...list: string[]): RegExp => new RegExp(`${START}${words(...list)}${END}`, 'iu');
export const OPENING = `["'“„«(\\[]*`;
export const PUT_ASIDE = edged(
  STRUCK_OUT,
  DENIAL,
  NOT_ITS_OWN,
  'rather than|instead of|unlike|other than|except|ruled? out|eliminat\\p{L}*|exclud\\p{L}*|no(?! (?:doubt|need|question|surprise))|than|worst|least',
);
/** One more beside what was said before. */
export const ADDS = edged('also|too|either|as well|equally');
export const DOUBTFUL = edged(DOUBTS);
export const ORDERS =
  /^\W*(?:let|say|keep|continue|set|suppose|compare|consider|think|imagine|take|look|recall|note|see|check|try|start|begin|picture|for example|user|human|question|student)(?!\p{L})/iu;
/** What stands before it. */
export const first = (text: string, at: RegExp): string => text.split(at)[0]!;
