import { allIn } from '../all-in.js';
import { withApostrophes } from './chat.js';
import { withoutAffixes } from './affixes.js';
import { isPlainRefusal } from '../refusal.js';
import { clean, type CleanAnswer, withoutThinking } from './clean.js';
import { jsonValues } from './json.js';
import { keyed } from './keyed.js';
import { decided, isSame, type Labels, union } from './decided.js';
import { announced, itemised, listedAnswer, listedWithReasons, ticked, withoutLists } from './lists.js';
import { OptionFinder } from './mask.js';
import { withUnit } from './numbers.js';
import { type Mention, mentionIn, X } from './mention.js';
import { ALONE, any, choiceOf, type Finding, type Passage } from './passage.js';
import { ARTICLE, AUXILIARY, DENIAL, DOUBTS, END, START, STOPS, TURNS, UNKNOWING, UNKNOWING_UNSPACED } from './phrases.js';
import { type Asked, askedBy } from './question.js';
import { findingsOf } from './sentences.js';
import { inYesNo } from './yes-no.js';

export interface ChoiceQuestion {
  /** The prompt's text as asked, options included or not. */
  text: string;
  options: readonly { label: string; text: string }[];
}

/** `Ans. B`, `A: B`. */
const ANSWER_SIGN = /^(?:ans(?:wer)?[.)] ?|a: ?(?=\(?\w\)?\.?$))/i;

/** Longer answers to a multiple choice are loops. */
const LONGEST = 50_000;
/** No sentence about an option is longer. */
const LONGEST_SENTENCE = 1_000;
/** In a sentence or two what stands in bold letters is the answer; in reasoning it may be a term of it. */
const SHORT = 300;

/**
 * The labels that an answer names as its choice; none where it says that none fits, that it does not know, or refuses.
 * Never a guess: undefined where it cannot be read, as a hedge or an option that is only mentioned.
 */
export function readLabels(answer: string, question: ChoiceQuestion): Labels | undefined {
  const said = withoutThinking(answer);
  if (said === undefined || said.length > LONGEST || question.options.length === 0) return undefined;
  const asked = askedBy(
    question.text,
    question.options.map(({ text }) => text),
  );
  const find = finderOf(question.options, asked);
  const passage = { find, asked };
  const held = jsonValues(said);
  if (held === undefined) return readProse(withoutQuestion(said, question.text), passage);
  const read = held.map((values) =>
    union(
      values.map((value) => readProse(value, passage)),
      find.labels,
    ),
  );
  return read.every((labels) => labels !== undefined && isSame(labels, read[0]!)) ? read[0] : undefined;
}

/** Its patterns take milliseconds to compile, and a row's answers are read one after another. */
const FINDERS = new Map<string, OptionFinder>();
const KEPT = 50;

function finderOf(options: ChoiceQuestion['options'], { counted, kinds }: Asked): OptionFinder {
  const key = JSON.stringify([options, counted, kinds]);
  const known = FINDERS.get(key);
  if (known !== undefined) return known;
  if (FINDERS.size >= KEPT) FINDERS.clear();
  const finder = new OptionFinder(options, counted, kinds);
  FINDERS.set(key, finder);
  return finder;
}

const QUOTES = ['""', '“”', "''", '‘’', '«»', '„“'];

/** The question in quotation marks, word for word, is the question, whatever words it is made of. */
function withoutQuestion(said: string, text: string): string {
  const asked = text.trim();
  if (asked === '') return said;
  return QUOTES.reduce((rest, [open, close]) => rest.replaceAll(`${open!}${asked}${close!}`, 'this question'), said);
}

/** A base model goes on with the next question of its own making, and answers that. */
const NEXT_QUESTION = /\n(?:[^\S\n]|[#*])*(?:Q|Question|Problem|Exercise|Human|User|Instruction)(?:\s*\d+)?[*\s]*[:.)]/i;
/** It says the question over again, and `A:` before its answer. */
const QUESTION_FIRST =
  /^[\s*#]{0,6}(?:Q|Question)[*\s]{0,4}[:.][^\n]*\n\s{0,4}[*#]{0,4}A(?:nswer)?[*\s]{0,4}:(?![^]*\n[^\p{L}\n]{0,6}B[.:)])/iu;
/** A `but` begins a sentence of its own, unless it says what is instead of what is not. */
const SENTENCES =
  /(?<=(?:^|[.!?] )[^,.;\ue000-\uf8ff]{1,80}), but (?=(?:the|it|I|I['’][dm]|my|this|if|as far) )(?=[^.;]*[\ue000-\uf8ff])|(?<=[.!?…]["'”)\]]{0,3}) (?=[^\p{Ll}])|(?<=;) |(?<=[。！？；])|(?<!(?<!\p{L})(?:not|n['’]t|nicht|pas|no) [^,.;]{0,60})(?:, but | but (?=it |the |I ))(?=[^.;]*[\ue000-\uf8ff])|,? (?:and |but )?(?=(?:neither|nor|so|as) (?:is|are|was|were|do|does|did|has|have|can|would|will) (?:the |an? )?["'“(]?[\ue000-\uf8ff])/u;
const TURN = new RegExp(
  `(?:(?:^|(?<=[.,!?…;:\\n–—(-] ?)|${START}(?:hmm|oh|but) )(?:(?:no,? )?(?<stops>${STOPS})${END}|(?<turns>${TURNS})(?=[,:. –—-]+(?:it is |it's |the answer is |rather )?(?:the )?["'(]?${X}))|${START}actually${END}(?=,? ?(?:it is |it's |the answer is |the correct answer is )?["'(]?${X}))`,
  'giu',
);

/** What is said of this option is what was just said of another one; where that could not be read, neither can this. */
function asBefore(finding: Finding, before: Finding | undefined): Finding {
  if (before === undefined) return { ...finding, isOpen: true };
  return { ...finding, isDenied: before.isDenied === true };
}

function readProse(told: string, { find, asked }: Omit<Passage, 'mentions'>): Labels | undefined {
  const said = inYesNo(told.replace(QUESTION_FIRST, 'Answer:'), find.options, asked);
  const own = said.split(NEXT_QUESTION, 1)[0]!;
  const answer = clean(/[\p{L}\p{N}]/u.test(own) ? own : said);
  const mentions: Mention[] = [];
  const masked = answer.lines.map((line, row) => {
    const own = row === answer.lines.length - 1 ? withUnit(line, find.options, find.labels) : line;
    return find.mask(spelledOut(withoutAffixes(withApostrophes(own.replace(ANSWER_SIGN, 'Answer: '))), find.labels), mentions);
  });
  if (masked.includes(undefined)) return undefined;
  const passage: Passage = { mentions, find, asked };
  const { found: pairs, rest: lines } = keyed(itemised(masked as string[], passage), passage);

  const text = withoutLists(lines, mentions, find.labels).join('\n');
  const turn = allIn(text, TURN).at(-1);
  if (turn !== undefined) {
    const after = decided(findings(text.slice(turn.index + turn[0].length).replace(/^[\s,:.!…–—-]+/, ''), passage), find.labels);
    if (after !== 'nothing') return after;
    if (turn.groups!['stops'] !== undefined && decided(findings(text.slice(0, turn.index), passage), find.labels) !== 'nothing')
      return undefined;
  }
  const spoken = [...pairs, ...findings(text, passage), ...announced(lines, passage)];
  // Where a "not" is asked for, a tick may mean that an option is of the kind, or that it is the answer: words go before.
  const found = asked.isNegated && spoken.length > 0 ? spoken : [...spoken, ...ticked(lines, passage)];
  const all = listedAnswer(lines, mentions, find.labels) ?? listedWithReasons(lines, passage) ?? decided(found, find.labels);
  // `Not A. Not C. I don't know.`: what is left over is not chosen.
  if (all !== 'nothing' && found.length > 0 && found.every(({ isDenied }) => isDenied === true) && saysNothing(text, own)) return [];
  if (all !== 'nothing') return all;
  if (saysNothing(text, own)) return [];
  return emphasised(answer, passage);
}

/** `BDE`, and nothing else but what announces it. */
const RUN = /^(?:[^:]{0,60}(?::| is| are) )?["'(]?(?<run>[A-Z]{2,10})["')]?[.!]?$/;

function spelledOut(line: string, labels: Labels): string {
  const run = RUN.exec(line)?.groups!['run'];
  if (run === undefined) return line;
  const at = [...run].map((label) => labels.indexOf(label));
  // All of them are told over again.
  return at.length < labels.length && at.every((index, i) => index > (at[i - 1] ?? -1)) ? line.replace(run, [...run].join(', ')) : line;
}

const INTERJECTION =
  /^\W*(?:h+m+|well|ok(?:ay)?|sure|right|ah|oh|so|let me (?:think|see)|let['’]s see|(?:good|great|nice|interesting|tricky) (?:question|one))[.!… ]+$/iu;
const SPEAKS = /[\p{L}\p{N}\ue000-\uf8ff]/u;
const BEGINS = new RegExp(`^["'“(\\[]*${X}`, 'u');
const ASKS = /[?？]$/;
const BREAKS_OFF = new RegExp(`^["'“(]?${X}["'”)]? ?[:–—=-]$`, 'u');
const ANNOUNCES = /:["'”)]?$/;

/** `The court interprets laws; it does not propose them`: it is the court. */
const SUBJECT = new RegExp(`^(?:${ARTICLE} )?["'“(]?(?<x>${X})["'”)]? [^\\ue000-\\uf8ff]*$`, 'iu');
const PRONOUN = new RegExp(
  `^(?:(?:and|but|however|yet),? )?(?:it|they|he|she|this)(?=(?: also| therefore| however)? (?:${AUXILIARY}(?:n['’]t|not)?|can['’]t|won['’]t)${END})`,
  'iu',
);

function ofSubject(sentence: string, above: string): string {
  const subject = any.test(sentence) ? undefined : SUBJECT.exec(above)?.groups!['x'];
  return subject === undefined ? sentence : sentence.replace(PRONOUN, subject);
}

function findings(text: string, passage: Passage): Finding[] {
  const sentences = text
    .split('\n')
    .flatMap((line) =>
      line
        .split(SENTENCES)
        .filter((sentence) => SPEAKS.test(sentence) && !INTERJECTION.test(sentence))
        .map((sentence, index) => ({ sentence: sentence.trim(), isLine: index === 0 })),
    )
    .filter(({ sentence }) => sentence.length <= LONGEST_SENTENCE);
  const found: Finding[][] = [];
  // Behind a question of its own the answer begins.
  let isFirst = true;
  sentences.forEach(({ sentence, isLine }, index) => {
    // An announcement alone on its line: what it announces follows.
    const above = sentences[index - 1]?.sentence ?? '';
    // It breaks off where it comes to the next option.
    if (index === sentences.length - 1 && BREAKS_OFF.test(sentence) && sentences.slice(0, index).some((one) => any.test(one.sentence))) {
      found.push([{ force: 3, labels: undefined }]);
      return;
    }
    const announced = ANNOUNCES.test(above) && BEGINS.test(sentence) ? `${above} ` : '';
    isFirst &&= index === 0 || (ASKS.test(above) && !any.test(above));
    const own = findingsOf(announced + ofSubject(sentence, above), passage, { isFirst, isLine });
    const resolved: Finding[] = [];
    for (const finding of own)
      resolved.push(finding.isAsBefore === true ? asBefore(finding, resolved.at(-1) ?? found.at(-1)?.at(-1)) : finding);
    found.push(resolved);
  });
  return found.flat();
}

const DOUBTFUL = new RegExp(`${START}(?:${DENIAL}|${DOUBTS}|wrong|if)${END}|\\?`, 'iu');
const SAYS_NOTHING = new RegExp(`${START}(?:${UNKNOWING})${END}|${UNKNOWING_UNSPACED}`, 'iu');

function saysNothing(text: string, own: string): boolean {
  return SAYS_NOTHING.test(text) || isPlainRefusal(own);
}

/** More than these emphasise nothing. */
const MOST_BOLD = 50;

/** One option stands in bold letters, and no other. */
function emphasised({ bold, lines }: CleanAnswer, { find }: Passage): Labels | undefined {
  if (bold.length > MOST_BOLD) return undefined;
  const isLong = lines.join('\n').length > SHORT;
  const found = bold.flatMap(({ said, line, isInside }) => {
    const mentions: Mention[] = [];
    const whole = find.mask(said, mentions);
    if (whole === undefined || !ALONE.test(whole) || (isLong && isInside)) return [];
    return [DOUBTFUL.test(line) ? undefined : choiceOf(mentionIn(whole, mentions)).labels];
  });
  return found.length > 0 && found.every((labels) => labels !== undefined && isSame(labels, found[0]!)) ? found[0] : undefined;
}
