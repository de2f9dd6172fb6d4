import { type Labels, union } from './decided.js';
import { isFine } from './judged.js';
import { type Mention, mentionIn, mentionsIn, X } from './mention.js';
import { any, type Finding, type Passage } from './passage.js';
import { ARTICLE, AUXILIARY, DENIAL, DOUBTS, END, START } from './phrases.js';
import { coversAll, inItsWords, isNegated, meaning } from './question.js';
import { CROSSES, POINTERS, POINTERS_BACK, TICKS } from './marks.js';

/** Options told over, one a line or one a sentence: which of them are ticked, said to be right, or said to be what is asked for. */

const FOR_IT = `${TICKS}${POINTERS}${POINTERS_BACK}`;
const TICK = new RegExp(`[${FOR_IT}]|(?<!\\p{L})(?:correct|right|true|yes|best)(?!\\p{L})`, 'iu');
const CROSS = new RegExp(`[${CROSSES}]|${START}(?:${DENIAL}|wrong|incorrect|false|no)${END}`, 'iu');
const MARK = new RegExp(`[${FOR_IT}${CROSSES}]`, 'u');
const TICKED = new RegExp(`[${FOR_IT}]`, 'u');
const OF_TRUTH = /(?<!\p{L})(?:true|false|correct|incorrect|right|wrong)(?!\p{L})/iu;
const WHOLE = new RegExp(`^["'“(\\[]*(?:${ARTICLE} )?${X}["'”)\\].,;:!]*$`, 'iu');
const BEGINS = new RegExp(`^["'“(\\[]*(?:${ARTICLE} )?(?<x>${X})`, 'iu');
const ITEM = new RegExp(`(?<=[.;] )(?=${X} ?[:–—-] ?)`, 'u');
const COMMA_ITEM = new RegExp(`(?<=, )(?=(?:and )?${X} ?(?:[:–—=-] ?|\\())`, 'u');

const NUMBERED = new RegExp(`^\\d{1,2}[.)] (?=${X})`, 'u');
const SENTENCE = /(?<=[.!;]) (?=[^\p{Ll}])/u;
/** `Gold? No. Oxygen? Yes.` */
const ASKED_ITSELF = new RegExp(
  `(?:is it (?:the |an? )?)?(?<x>${X})[?] (?<verdict>yes|no|right|wrong|correct|incorrect)[.!,;]?(?= |$)`,
  'giu',
);

/** `Is it A? No. C? No. It's B.`: what follows is no more of the list. */
const BEHIND_VERDICT = new RegExp(`(?<=${X}: (?:yes|no|right|wrong|correct|incorrect)\\.) (?!(?:and )?["'“(\\[]*${X})`, 'iu');

const VERDICT = /^[\s:–—(-]*(?:yes|no|true|false|correct|incorrect|right|wrong)[\s.!,;)]*$/iu;

/** `: 94 %`, where each is told with its share: one has more than all others together. */
const SHARE = /^["”)\]]? ?[:=–—-]? ?\(?(\d{1,3}(?:[.,]\d{1,3})?) ?%\)?[.,;]?$/u;

/** ` is wrong because it stores bile`. */
const CALLED_WRONG = /^ (?:is|are) (?:wrong|incorrect|false|not (?:right|correct|it))(?!\p{L})/iu;

/** What is said of one option where it is told over. */
interface Told {
  labels: Labels;
  rest: string;
}

/** `A ✅ B ❌`, and what announces it. Of a question with a "not" only that tells whether a tick means the answer. */
const MARKED = new RegExp(`^(?<lead>[^\\ue000-\\uf8ff]{0,80}: )?(?<items>(?:${X} ?[${TICKS}${CROSSES}]\\ufe0f?[.,; ]{0,2}){2,12})$`, 'u');
const NEXT_MARKED = new RegExp(`(?<=\\S)[.,; ]{0,2}(?=${X})`, 'u');

function marked(line: string, asked: Passage['asked']): string[] {
  const { lead = '', items } = MARKED.exec(line)?.groups ?? {};
  if (items === undefined || (asked.isNegated && !SAYS_RIGHT.test(lead))) return [line];
  return [...(lead === '' ? [] : [lead.trim()]), ...items.trim().split(NEXT_MARKED)];
}

/** `Salmon: a fish. Whale: a mammal.` goes through them as lines would. */
export function itemised(masked: readonly string[], { mentions, find, asked }: Passage): string[] {
  const count = find.labels.length;
  const lines = withoutNumbers(masked, find.labels).map((line) =>
    asked.isNegated ? line : line.replace(ASKED_ITSELF, '$<x>: $<verdict>.'),
  );
  return lines
    .flatMap((line) => marked(line, asked))
    .flatMap((line) => line.split(BEHIND_VERDICT))
    .flatMap((line) => {
      const parts = (at: RegExp): string[] => line.split(at).map((item) => item.trim().replace(/^and /, ''));
      const [items, short] = [parts(ITEM), parts(COMMA_ITEM)];
      if (items.length > 1 && BEGINS.test(items[0]!)) return items;
      if (short.length >= Math.max(count, 2) && BEGINS.test(short[0]!)) return short;
      const sentences = line.split(SENTENCE);
      const told = sentences.filter(
        (sentence) => BEGINS.test(sentence) && !WHOLE.test(sentence) && mentionIn(sentence, mentions).isLabelFirst === true,
      );
      return told.length > 1 ? sentences : [line];
    });
}

/** `1. Coal`, `2. Natural gas`: how many they are, and no label where the options have letters. */
function withoutNumbers(lines: readonly string[], labels: Labels): readonly string[] {
  const numbered = lines.filter((line) => NUMBERED.test(line));
  const isCount =
    numbered.length > 1 && numbered.every((line, index) => line.startsWith(`${index + 1}`)) && !labels.some((label) => /\d/.test(label));
  return isCount ? lines.map((line) => line.replace(NUMBERED, '')) : lines;
}

/** Options told over again are no answer; those of them that are ticked are. */
export function ticked(lines: readonly string[], passage: Passage): Finding[] {
  const told = lines.flatMap((line): Told[] => {
    const hit = BEGINS.exec(line);
    return hit === null ? [] : [{ labels: mentionIn(hit.groups!['x']!, passage.mentions).labels, rest: line.slice(hit[0].length) }];
  });
  if (told.length < 2) return [];
  return described(told, passage) ?? pickedOf(told, passage);
}

function pickedOf(told: readonly Told[], { asked, find }: Passage): Finding[] {
  const isEach = (sign: RegExp): boolean => told.every(({ rest }) => sign.test(rest));
  // Of a question for what is false, `B: incorrect` is the answer.
  const isFalsehood = asked.isForWrong && isEach(OF_TRUTH) && !told.some(({ rest }) => MARK.test(rest));
  // Of those told over as one asks for something good, one alone is fine.
  const isWhole = told.length === find.labels.length;
  const isPicked = (rest: string): boolean => (TICK.test(rest) || (isWhole && isFine(rest, asked))) && !CROSS.test(rest);
  const picked = told.filter(({ rest }) => (isFalsehood ? CROSS.test(rest) : isPicked(rest)));
  const shares = told.map(({ rest }) => Number(SHARE.exec(rest)?.[1]!.replace(',', '.')));
  const likeliest = told[shares.findIndex((share) => share > 50)];
  if (isWhole && likeliest !== undefined && shares.every((share) => share <= 100)) return [{ force: 3, labels: likeliest.labels }];
  // All but one are crossed out.
  const left = told.filter(({ rest }) => !(CROSS.test(rest) && (VERDICT.test(rest) || MARK.test(rest) || CALLED_WRONG.test(rest))));
  if (isWhole && picked.length === 0 && !asked.isForWrong && left.length === 1 && /^[.!]?$/.test(left[0]!.rest))
    return [{ force: 3, labels: left[0]!.labels }];
  // Where each is ticked or crossed, or has its verdict, several may be meant.
  const isSeveral = isEach(MARK) || ((isFalsehood || !asked.isNegated) && isEach(VERDICT));
  return picked.length === 1 || (picked.length > 1 && isSeveral) ? [{ force: 3, labels: picked.flatMap(({ labels }) => labels) }] : [];
}

/** `Shark: not a mammal`: each is said to be what is asked for, or not to be it. Undefined where the words say nothing of that. */
function described(told: readonly Told[], { asked, find }: Passage): Finding[] | undefined {
  if (told.every(({ rest }) => VERDICT.test(rest))) return undefined;
  const lines = told.map(({ labels, rest }) => {
    const words = inItsWords(rest.replace(/^[.)] /, '').split(/[.;]/, 1)[0]!, asked);
    // `21 = 3 × 7, not prime`: behind a reason.
    const verdict = [words, words.split(/, | → | [–—-] /).at(-1)!].find((part) => coversAll(meaning(part), asked));
    const isIt = verdict === undefined ? undefined : isNegated(verdict) === asked.isNegated;
    return { labels, isIt, isSaid: /\p{L}/u.test(words), isMarked: MARK.test(rest), isTicked: TICKED.test(rest) };
  });
  const known = lines.filter(({ isIt }) => isIt !== undefined);
  // Where the marks say what the words say, the marks are the answer's.
  if (known.every(({ isIt, isMarked, isTicked }) => isMarked && isTicked === isIt)) return undefined;
  const all = told.flatMap(({ labels }) => labels);
  const isWhole = find.labels.every((label) => all.includes(label)) && lines.every(({ isSaid }) => isSaid);
  const fitting = lines.filter(({ isIt }) => isIt === true);
  // What is said in other words is not what is asked for; of a question with a "not" it might be.
  const isClear = isWhole && fitting.length > 0 && (!asked.isNegated || known.length === lines.length);
  return isClear ? [{ force: 2, labels: fitting.flatMap(({ labels }) => labels) }] : [];
}

const SAYS = new RegExp(`^["'“(\\[]*${X}["'”)\\]]* (?:${AUXILIARY})${END}`, 'iu');
/** Lines one below the other that begin with one option each, in the options' order, and go on: told over again, not chosen. */
export function withoutLists(lines: readonly string[], mentions: readonly Mention[], labels: Labels): string[] {
  const begun = lines.map((line) => {
    const hit = BEGINS.exec(line);
    const [mention] = hit ? mentionsIn(hit.groups!['x']!, mentions) : [];
    return mention?.labels.length === 1 ? labels.indexOf(mention.labels[0]!) : -1;
  });
  // `Nitrogen is the most abundant` below a table is no row of it.
  const says = lines.map((line) => SAYS.test(line));
  const place = (row: number, own: number): number => (says[own] && !says[row] ? -1 : (begun[row] ?? -1));
  const all = new Set(begun);
  if (lines.length > 1 && lines.every((line) => WHOLE.test(line)) && labels.every((_, index) => all.has(index))) return [];
  return lines.filter((_, row) => {
    const [above, own, below] = [place(row - 1, row), begun[row]!, place(row + 1, row)];
    return own < 0 || !((above >= 0 && above < own) || (below >= 0 && own < below));
  });
}

const ANNOUNCES = /:["'”)]?$/;
const SAYS_RIGHT = /(?<!\p{L})(?:answers?|right|correct)(?!\p{L})/iu;
const NAMES_ANSWERS = /(?<!\p{L})(?:answers?|options?|choices?|correct)(?!\p{L})/iu;

/** Some of the options and nothing else, one a line, below a line that says what they are. */
export function announced(lines: readonly string[], { mentions, asked, find }: Passage): Finding[] {
  return lines.flatMap((line, row): Finding[] => {
    if (!ANNOUNCES.test(line) || any.test(line)) return [];
    const below = lines.slice(row + 1);
    const end = below.findIndex((item) => !WHOLE.test(item));
    const listed = listedAnswer(end < 0 ? below : below.slice(0, end), mentions, find.labels);
    const isOfIt = coversAll(meaning(line), asked) ? isNegated(line) === asked.isNegated : NAMES_ANSWERS.test(line) && !CROSS.test(line);
    return listed !== undefined && isOfIt ? [{ force: 3, labels: listed }] : [];
  });
}

/** `B. Portugal (Europe)`: why it is listed. */
const WHY = new RegExp(
  `(?<=${X}) \\((?![^()]*(?:[?${TICKS}${CROSSES}]|${START}(?:${DENIAL}|${DOUBTS}|right|correct|true|yes|no)${END}))[^()\\ue000-\\uf8ff]{1,60}\\)(?=[.,;]?$)`,
  'iu',
);
/** The same where each is told with why it is none, to a question with a "not"; the first ones alone may be a list that breaks off. */
export function listedWithReasons(lines: readonly string[], { mentions, asked, find: { labels } }: Passage): Labels | undefined {
  if (!asked.isNegated || !lines.every((line) => WHY.test(line))) return undefined;
  const listed = listedAnswer(
    lines.map((line) => line.replace(WHY, '')),
    mentions,
    labels,
  );
  return listed?.at(-1) === labels[(listed?.length ?? 0) - 1] ? undefined : listed;
}

/** Some of the options and nothing else, one a line. */
export function listedAnswer(lines: readonly string[], mentions: readonly Mention[], labels: Labels): Labels | undefined {
  if (lines.length < 2 || !lines.every((line) => WHOLE.test(line))) return undefined;
  const named = lines.flatMap((line) => mentionsIn(line, mentions));
  if (named.some(({ isOpen, labels: own }) => isOpen || own.length !== 1)) return undefined;
  const all = union(
    named.map((mention) => mention.labels),
    labels,
  )!;
  return all.length === named.length && all.length < labels.length ? all : undefined;
}
