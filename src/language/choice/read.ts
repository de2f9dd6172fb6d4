import { type Claim, claimsOf, type Passage } from './claims.js';
import { ChoiceFinder } from './choices.js';
import { clean, type CleanAnswer, withoutThinking } from './clean.js';
import { isOpen, isPutAside } from './context.js';
import { agreed, type Choice, decided, single } from './decided.js';
import { TAKES_BACK } from './frames.js';
import { jsonValues } from './json.js';
import { emphasised, mentioned } from './mentioned.js';
import type { Option } from './options.js';
import { REFUSALS } from './refusals.js';

export type { Choice };

/** Longer answers to a multiple choice are loops; the readers look at every word many times. */
const LONGEST = 20_000;

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

/** A base model goes on with the next question of its own making, and answers that. */
const NEXT_QUESTION = /\n(?:[^\S\n]|[#*])*(?:Q|Question|Problem|Exercise|Human|User|Instruction)(?:\s*\d+)?[*\s]*[:.)]/i;

function readProse(said: string, find: ChoiceFinder): Choice {
  const [own, next] = said.split(NEXT_QUESTION, 2);
  if (next !== undefined && /[\p{L}\p{N}]/u.test(own!)) {
    const choice = [alone, claimed].map((read) => read(clean(own!), find)).find((found) => found !== undefined);
    if (choice !== undefined) return choice;
  }
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
  if (claims.length === 0 || (claims.every(({ isWeak }) => isWeak) && hasRival(claims, passage))) return undefined;
  return decided(claims);
}

/** `It is Monday, …, which is Wednesday (C)`: another option gets its label. */
function hasRival(claims: readonly Claim[], { lines, find }: Passage): boolean {
  return lines.some((line) => find.mentions(line).some(({ isLabelled, labels }) => isLabelled && claims.every((claim) => claim.labels[0] !== labels[0])));
}

/** What is left to read from here on are mere mentions, and a refusal mentions options too. */
function refusal({ lines }: CleanAnswer, find: ChoiceFinder): Choice | undefined {
  const text = lines.join('\n');
  const kind = REFUSALS.find(({ says }) => says.test(text) && !find.offers(says));
  return kind && { unreadable: kind.reason };
}
