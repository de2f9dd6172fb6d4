import { isAsserted, isPlain } from './assertion.js';
import type { ChoiceFinder } from './choices.js';
import type { CleanAnswer } from './clean.js';
import { isOpen, isPutAside, REACH } from './context.js';
import { EVADES } from './doubt.js';
import { type Choice, single } from './decided.js';
import { JUDGED_WRONG, NEGATES } from './wording.js';

/** In a sentence or two an option's text is the answer; in reasoning it may be one of the things considered. */
const SHORT = 300;

/** One option stands in bold letters, and no other. */
export function emphasised(answer: CleanAnswer, find: ChoiceFinder): Choice | undefined {
  const isLong = answer.lines.join('\n').length > SHORT;
  const found = answer.emphasised.flatMap(({ said, before, after, isInside }) => {
    const choice = find.whole(said);
    // In a long answer the bold words in the midst are the terms of its reasoning.
    const isTerm = isLong && isInside;
    return choice && !isTerm && stands(before, after) && isPlain(before, after) ? [choice.labels] : [];
  });
  return found.length > 0 ? single(found.flat()) : undefined;
}

/** A short answer asserts one option, by `(B)`, `option B` or its own text, and names no other but to deny it. */
export function mentioned({ lines }: CleanAnswer, find: ChoiceFinder): Choice | undefined {
  if (lines.join('\n').length > SHORT) return undefined;
  const found = lines.flatMap((line) => find.mentions(line).filter(({ before, rest }) => stands(before, rest)));
  if (found.length === 0) return undefined;
  // Of several options only the chosen one gets its label: `into the aorta by the left ventricle (A)`.
  const labelled = found.filter(({ isLabelled }) => isLabelled);
  const chosen = lines.length === 1 && labelled.length === found.length ? labelled.filter(isAsserted) : labelled;
  const meant = chosen.length === 1 ? chosen : found;
  const choice = single(meant.flatMap(({ labels }) => labels));
  if ('unreadable' in choice) return choice;
  // An option may itself be `unknown`: only what stands around the options evades.
  const around = lines.map((line) => meant.reduce((left, mention) => (left.startsWith(mention.before) && left.endsWith(mention.rest) ? `${mention.before} ${mention.rest}` : left), line));
  if (EVADES.test(around.join('\n')) || !meant.every(isAsserted)) {
    return { unreadable: `the answer mentions option ${choice.label} without choosing it` };
  }
  return found.some(({ isLabelled }) => isLabelled) || !find.isPart(choice.label) ? choice : { unreadable: `the text of option ${choice.label} is a part of another's` };
}

/** Neither put aside, denied nor asked. */
function stands(before: string, rest: string): boolean {
  return !isPutAside(before) && !isDenied(rest) && !isOpen(rest);
}

const CLAUSE_ENDS = /[,;.!?]\s|\n| (?:while|whereas|but(?! (?:does|do|is|was|has|cannot)\b)|because|rather|instead)\b/i;

/** `Fruit is not stored there`: denied in the rest of its clause. */
function isDenied(rest: string): boolean {
  const clause = rest.slice(0, REACH).split(CLAUSE_ENDS)[0]!;
  return JUDGED_WRONG.test(rest) || NEGATES.test(clause);
}
