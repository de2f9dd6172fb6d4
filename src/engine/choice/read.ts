import { type Claim, type Passage, claimsOf } from './claims.js';
import { ChoiceFinder } from './choices.js';
import { clean, type CleanAnswer, withoutThinking } from './clean.js';
import { isOpen, isPutAside, REACH } from './context.js';
import { TAKES_BACK } from './frames.js';
import { jsonValues } from './json.js';
import type { Option } from './options.js';
import { REFUSALS } from './refusals.js';
import { JUDGED_WRONG, NEGATES } from './wording.js';

export type Choice = { label: string } | { unreadable: string };

/** Longer answers to a multiple choice are loops; the readers look at every word many times. */
const LONGEST = 20_000;

/** In a sentence or two an option's text is the answer; in reasoning it may be one of the things considered. */
const SHORT = 300;

/** A reader says which option it is, why it cannot be said, or nothing. */
type Reader = (answer: CleanAnswer, find: ChoiceFinder) => Choice | undefined;

/** The surest first. */
const READERS: readonly Reader[] = [alone, takenBack, claimed, refusal, emphasised, mentioned];

/**
 * The option that a model's answer chooses. Never a guess: two options without a last word, a hedge, a refusal, an
 * option that is only denied or only a part of what is said are unreadable, and the reason says which.
 */
export function readChoice(answer: string, options: readonly Option[]): Choice {
  if (options.length === 0) return { unreadable: 'the options cannot be told apart' };
  const said = withoutThinking(answer);
  if (said === undefined) return { unreadable: 'the answer ends before its thinking does' };
  if (said.length > LONGEST) return { unreadable: `the answer is longer than ${LONGEST} characters` };
  const find = new ChoiceFinder(options);

  const values = jsonValues(said);
  if (values !== undefined) return agreed(values.map((value) => readProse(value, find)), 'the JSON answer names no option');
  return readProse(said, find);
}

function readProse(said: string, find: ChoiceFinder): Choice {
  const answer = clean(said);
  if (!answer.lines.some((line) => /[\p{L}\p{N}]/u.test(line))) return { unreadable: 'the answer is empty' };
  for (const read of READERS) {
    const choice = read(answer, find);
    if (choice !== undefined) return choice;
  }
  return { unreadable: 'no option is named in a way that can be read with certainty' };
}

/** The whole answer is a label, an option's text, or both. */
function alone({ lines }: CleanAnswer, find: ChoiceFinder): Choice | undefined {
  const [line, more] = lines;
  if (more !== undefined || line === undefined) return undefined;
  const choice = find.whole(line) ?? find.whole(line.replace(/^a(?:ns)?\s*:\s*/i, ''));
  return choice && !isOpen(choice.rest) ? single(choice.labels) : undefined;
}

/** `A … wait, actually B`: only what stands after the last such word counts. */
function takenBack({ lines }: CleanAnswer, find: ChoiceFinder): Choice | undefined {
  const text = lines.join('\n');
  const turn = Array.from(text.matchAll(TAKES_BACK)).at(-1);
  if (turn === undefined || isPutAside(text.slice(text.lastIndexOf('\n', turn.index) + 1, turn.index))) return undefined;
  const after = text.slice(turn.index + turn[0].length);
  const claims = claimsOf({ lines: after.split('\n').filter(Boolean), find });
  if (claims.length > 0) return decided(claims);
  const isUndone = turn.groups!.stops !== undefined && claimsOf({ lines: text.slice(0, turn.index).split('\n').filter(Boolean), find }).length > 0;
  return isUndone ? { unreadable: 'the answer takes its choice back and makes no other' } : undefined;
}

/** The places where the answer says that it chooses. */
function claimed({ lines }: CleanAnswer, find: ChoiceFinder): Choice | undefined {
  const passage: Passage = { lines, find };
  const claims = claimsOf(passage);
  return claims.length > 0 ? decided(claims) : undefined;
}

/** One choice, or a last word after a hedge or another choice. */
function decided(claims: readonly Claim[]): Choice {
  const last = claims.at(-1)!;
  const label = last.labels[0]!;
  const others = claims.filter(({ labels }) => labels.length !== 1 || labels[0] !== label);
  const isLastWord = last.labels.length === 1 && others.every(({ labels, concludes }) => labels.length > 1 || (last.concludes && !concludes));
  return isLastWord ? { label } : single(claims.flatMap(({ labels }) => labels));
}

/** What is left to read from here on are mere mentions, and a refusal mentions options too. */
function refusal({ lines }: CleanAnswer, find: ChoiceFinder): Choice | undefined {
  const text = lines.join('\n');
  const kind = REFUSALS.find(({ says }) => says.test(text) && !find.offers(says));
  return kind && { unreadable: kind.reason };
}

/** One option stands in bold letters, and no other. */
function emphasised(answer: CleanAnswer, find: ChoiceFinder): Choice | undefined {
  const text = answer.lines.join('\n');
  const found = answer.emphasised.flatMap((span) => {
    const choice = find.whole(span);
    const index = text.indexOf(span);
    const [before, after] = [text.slice(text.lastIndexOf('\n', index) + 1, Math.max(index, 0)), text.slice(index + span.length)];
    return choice && !isPutAside(before) && !isDenied(after) && !isOpen(after) ? [choice.labels] : [];
  });
  return found.length > 0 ? single(found.flat()) : undefined;
}

/** One option is mentioned and not denied, by `(B)`, `option B` or its own text. */
function mentioned({ lines }: CleanAnswer, find: ChoiceFinder): Choice | undefined {
  const isShort = lines.join(' ').length <= SHORT;
  const found = lines.flatMap((line) =>
    find.mentions(line, isShort).filter(({ before, rest }) => !isPutAside(before) && !isDenied(rest) && !isOpen(rest)),
  );
  if (found.length === 0) return undefined;
  const choice = single(found.flatMap(({ labels }) => labels));
  const isPart = 'label' in choice && !found.some(({ rest, before }) => isLabelled(before, rest)) && find.isPart(choice.label);
  return isPart ? { unreadable: `the text of option ${choice.label} is a part of another's` } : choice;
}

function isLabelled(before: string, rest: string): boolean {
  return /[([]$/.test(before) || /^[)\]]/.test(rest);
}

const CLAUSE_ENDS = /[,;.!?]\s|\n| (?:while|whereas|but(?! (?:does|do|is|was|has|cannot)\b)|because|rather|instead)\b/i;

/** `Fruit is not stored there`: denied in the rest of its clause. */
function isDenied(rest: string): boolean {
  const clause = rest.slice(0, REACH).split(CLAUSE_ENDS)[0]!;
  return JUDGED_WRONG.test(rest) || NEGATES.test(clause);
}

function agreed(choices: readonly Choice[], otherwise: string): Choice {
  const unread = choices.find((choice) => 'unreadable' in choice);
  if (choices.length === 0) return { unreadable: otherwise };
  return unread ?? single(choices.flatMap((choice) => ('label' in choice ? [choice.label] : [])));
}

function single(labels: readonly string[]): Choice {
  const distinct = [...new Set(labels)];
  if (distinct.length === 1) return { label: distinct[0]! };
  return { unreadable: `the answer names ${distinct.slice(0, -1).join(', ')} and ${distinct.at(-1)} without a last word` };
}
