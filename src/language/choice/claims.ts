import type { ChoiceFinder } from './choices.js';
import type { Mention, Named } from './mention.js';
import { CONCLUDES, FRAMES, type Frame } from './frames.js';
import { isPlain } from './assertion.js';
import { CLAUSES, isOpen, isPutAside, lastSentence, MAIN } from './context.js';
import { NOT_ITS_OWN, QUOTED, SAID_BY_OTHERS, SUPPOSES } from './doubt.js';
import { BUT, END, FITS, JUDGED_RIGHT, JUDGED_WRONG, NEGATES, NOT, REASON, TEXT_JUDGED_RIGHT } from './wording.js';

/** A place where the answer says which option it is; several labels where it wavers there. */
export interface Claim {
  labels: string[];
  /** Line and column, so that claims of different readers can be put in order. */
  at: readonly [line: number, column: number];
  /** Words beside it say that it is the last word. */
  concludes: boolean;
  /** It is only said to be possible: `it could be B`. */
  isGuess?: boolean;
  /** An option's text behind everyday words: `it is Monday` may be a step of the reasoning. */
  isWeak?: boolean | undefined;
}

export interface Passage {
  lines: readonly string[];
  find: ChoiceFinder;
}

type Reader = (passage: Passage) => Claim[];

/** In the order of the text. */
export function claimsOf(passage: Passage): Claim[] {
  const readers: Reader[] = [framed, judged, leading, closing, ticked];
  return readers.flatMap((read) => read(passage)).sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1]);
}

/** `The answer is B`, `I'd go with B`, `Therefore, B`: frames, language by language. */
function framed({ lines, find }: Passage): Claim[] {
  return lines.flatMap((line, row) =>
    FRAMES.flatMap((frame) =>
      Array.from(line.matchAll(frame.opens)).flatMap((hit) => {
        const before = line.slice(0, hit.index);
        if (isPutAside(before) || SPEAKS_OF_WRONG.test(hit[0]) || isOfOthers(before, hit[0])) return [];
        const told = line.slice(hit.index + hit[0].length);
        const choice = named(told, frame, { next: lines[row + 1], find });
        if (choice === undefined || isOpen(choice.rest) || isOnlySupposed(choice.rest) || JUDGED_WRONG.test(choice.rest) || QUOTED.test(choice.rest)) return [];
        const said = told.slice(0, told.length - choice.rest.length);
        if (frame.isLoose && find.isCommonWord(said)) return [];
        const isWeak = frame.isLoose && find.labels(said).length === 0;
        // `I think B is larger than C`: a statement about B, no choice.
        if (frame.isLoose && TELLS_MORE.test(choice.rest) && !JUDGED_RIGHT.test(choice.rest) && !FITS.test(choice.rest)) return [];
        if (NOT_ITS_OWN.test(clauseOf(choice.rest))) return [];
        // `The answer was B in the old edition.`
        if (/\bwas\W*$/i.test(hit[0]) && /^\s*\p{L}/u.test(choice.rest)) return [];
        const isGuess = GUESSES.test(`${before.split(CLAUSES).at(-1)!}${hit[0]}`) || GUESSED.test(choice.rest);
        return [{ labels: choice.labels, at: [row, hit.index] as const, concludes: !isGuess && CONCLUDES.test(lastSentence(before) + hit[0]), isGuess, isWeak }];
      }),
    ),
  );
}

/** Said by somebody else, or of some other case: the whole sentence counts, up to its last `so`. */
function isOfOthers(before: string, frame: string): boolean {
  const sentence = lastSentence(before).split(MAIN).at(-1)!;
  return NOT_ITS_OWN.test(before.split(CLAUSES).at(-1)! + frame) || SAID_BY_OTHERS.test(sentence) || SUPPOSES.test(sentence);
}

const SPEAKS_OF_WRONG = /\b(?:not|wrong|incorrect|false|least|worst|unlikely)\b/i;
const TELLS_MORE = /^\)?\s+(?:is|are|was|were|has|have|had|does|did|can|will|would|wrote|knew|came|took|made|(?!(?:as|thus|always)\s)\p{Ll}+(?:s|ed))\s/u;
const GUESSES = /\b(?:could|might|may|maybe|perhaps|possibly)\b/i;
const GUESSED = /^[\s,)]*(?:maybe|perhaps|possibly)\b/i;
const SAYS_NOT = new RegExp(`^\\s*${NOT}\\s+`, 'iu');
const SAYS_BUT = new RegExp(`^${BUT}\\s*`, 'iu');

/** What stands in a frame: a choice, `not A but B`, or for an announcement the next line. */
function named(rest: string, frame: Frame, { next, find }: { next: string | undefined; find: ChoiceFinder }): Named | undefined {
  const not = SAYS_NOT.exec(rest);
  if (not) return insteadOf(rest.slice(not[0].length), find);
  if (/^[\s:=–—-]*$/.test(rest)) return frame.announces && next !== undefined ? find.whole(next) : undefined;
  return find.at(rest.replace(/^\s*to\s+/, ' '));
}

/** After `not`: `A but B`, `fruit, it's liquid`. */
function insteadOf(rest: string, find: ChoiceFinder): Named | undefined {
  const wrong = find.at(rest);
  const but = wrong && SAYS_BUT.exec(wrong.rest);
  return but ? find.at(wrong.rest.slice(but[0].length)) : undefined;
}

/** `B is correct`, `(B) fits best`, `Liquid is the best answer`. */
function judged({ lines, find }: Passage): Claim[] {
  return lines.flatMap((line, row) => {
    const labels = [...find.labels(line), ...find.mentions(line).filter(({ isLabelled }) => isLabelled)];
    const texts = find.mentions(line).filter(({ rest }) => TEXT_JUDGED_RIGHT.test(rest));
    return [...labels.filter(({ before, rest }) => JUDGED_RIGHT.test(rest) || FITS.test(rest) || isTheOnly(before, rest)), ...texts].flatMap(({ labels, before, rest }) => {
      if (isPutAside(before) || isOpen(rest) || isOnlySupposed(rest) || WOULD_BE.test(rest) || NOT_ITS_OWN.test(clauseOf(rest))) return [];
      const isGuess = /^.{0,4}(?:might|may|could)\b/i.test(rest);
      return [{ labels, at: [row, before.length] as const, concludes: !isGuess && CONCLUDES.test(lastSentence(before)), isGuess }];
    });
  });
}

/** `… would be the answer for a square`: of another question. */
const WOULD_BE = /^\W*would(?=[^.,;!]*\b(?:for|in|to|of|with)\s+(?!this\b|these\b|me\b))/i;

/** `Only D helps`. */
function isTheOnly(before: string, rest: string): boolean {
  return /\bonly(?: option| answer)? $/i.test(before) && /^\)? \p{Ll}+s\b/u.test(rest) && !JUDGED_WRONG.test(rest) && isPlain(before, rest);
}

/** `… would be right if …`, but not `… is right, because if …`. */
function isOnlySupposed(rest: string): boolean {
  return /\b(?:if|unless|provided|as long as)\b/i.test(rest.split(/[.!;]\s|\b(?:because|since|as)\b/)[0]!);
}

function clauseOf(rest: string): string {
  return rest.split(/[,.;:!]\s|\s(?:because|since|but|although|though|while)\s/)[0]!;
}

/** The first line begins with the choice, and is not the first of the options told over again. */
function leading({ lines, find }: Passage): Claim[] {
  const first = lines[0] ?? '';
  const not = SAYS_NOT.exec(first);
  const choice = (not && insteadOf(first.slice(not[0].length), find)) ?? leadingChoice(first, find);
  if (choice === undefined || isOpen(choice.rest) || /^\W*I (?:do not|don['’]t|can)/.test(choice.rest)) return [];
  if (JUDGED_WRONG.test(choice.rest) || NOT_ITS_OWN.test(clauseOf(choice.rest.replace(/^[\s,:()–—-]+/, ''))) || listed({ lines, find }).has(0)) return [];
  return [{ labels: choice.labels, at: [0, 0], concludes: false }];
}

/** `Fruit, which grows on top, is not stored`: a comma ends nothing unless a reason or a denial follows it. */
const GOES_ON = '(?:it|they|this|that|the|of course|for sure|most likely|\\p{L}+ly|I (?:think|believe|guess|suppose|would say))';
const SETS_OFF = new RegExp(`^\\s*(?:$|[.!;:()–—。！；]|-\\s|(?:,\\s*)?(?:${REASON}|${NOT})${END}|,\\s*${GOES_ON}${END}|,\\s*(?:although|though|by|who|which|together|in|\\p{L}+ed (?:from|by|as|in|under))\\s[^,.!?]*(?:[.!]|$))`, 'iu');

function leadingChoice(first: string, find: ChoiceFinder): Named | undefined {
  const choice = find.at(first);
  return choice && SETS_OFF.test(choice.rest) ? choice : undefined;
}

/** Up to the last sentence; the full stop of `D.` ends none. */
const SENTENCES = /^.*(?:(?<!(?:^|[^\p{L}\p{N}])[\p{L}\p{N}])[.!?]|[^:]:)\s/su;

const NEXT_IN_TURN = /(?:^|[.!?]\s+|\n)(?:option|answer|choice|statement) \(?\w\)?\s/i;

/** The last line, or its last sentence, is the choice and nothing else. */
function closing({ lines, find }: Passage): Claim[] {
  const row = lines.length - 1;
  if (row < 0 || listed({ lines, find }).has(row)) return [];
  const last = lines[row]!;
  const sentence = last.slice(SENTENCES.exec(last)?.[0].length ?? 0);
  const ahead = last.slice(0, last.length - sentence.length);
  const isAside = isPutAside(ahead.replace(/(?<![\s:])[\s:]+$/, '')) || SAID_BY_OTHERS.test(ahead);
  const choice = (row > 0 ? find.whole(last) : undefined) ?? (isAside ? undefined : find.whole(sentence));
  // `Option A is … Option B`: cut off in the midst of going through them.
  if (/^(?:option|answer|choice|statement) .{0,4}$/i.test(sentence) && NEXT_IN_TURN.test([...lines.slice(0, -1), last.slice(0, -sentence.length)].join('\n'))) return [];
  return choice && !isOpen(choice.rest) ? [{ labels: choice.labels, at: [row, last.length], concludes: false }] : [];
}

const TICK = /✅|✓|✔|☑|\b(?:correct|right|true|yes|best)\b/iu;
const CROSS = /❌|✗|✘|✖/u;

/** Options told over again, one of them with a tick. */
function ticked(passage: Passage): Claim[] {
  const rows = [...listed(passage).entries()];
  const right = rows.filter(([, { rest }]) => TICK.test(rest) && !CROSS.test(rest) && !NEGATES.test(rest));
  return right.length === 1 ? [{ labels: right[0]![1].labels, at: [right[0]![0], 0], concludes: false }] : [];
}

/** Lines one after another that begin with one option each, in the options' order: told over again, not chosen. */
function listed({ lines, find }: Passage): Map<number, Mention> {
  const begun = lines.map((line) => find.labels(line).find(({ before, rest }) => before.trim() === '' && /^[)\].:]|^\s*[-–—:(]/.test(rest)));
  const found = new Map<number, Mention>();
  begun.forEach((hit, row) => {
    const [above, below] = [begun[row - 1]?.labels[0], begun[row + 1]?.labels[0]];
    const own = hit?.labels[0];
    if (hit && own && ((above !== undefined && follows(above, own)) || (below !== undefined && follows(own, below)))) found.set(row, hit);
  });
  return found;
}

/** `B`, then `C`. A chosen `A` above an explained `B` looks the same, and is left unread. */
function follows(above: string, below: string): boolean {
  return above.length === below.length ? above.codePointAt(0)! < below.codePointAt(0)! || Number(above) < Number(below) : above.length < below.length;
}
