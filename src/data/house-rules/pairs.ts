import { drawFrom, shuffled, type Draw } from '../../engine/random.ts';
import { FORMS, HOTEL, SHOP, type Form } from './forms.ts';
import {
  answerTo,
  DEPENDS,
  negateStatement,
  NO,
  textOf,
  YES,
  type RuleQuestion,
  type Statement,
} from './question.ts';

/** Rows without a limit: each of the nine combinations of right answers 22 times. */
const DEFAULT_ROWS = 198;
const MAX_ROWS = 10_000;

const ANSWERS = [YES, NO, DEPENDS];
const COMBINATIONS = ANSWERS.flatMap((answer) =>
  ANSWERS.map((perturbed_answer) => ({ answer, perturbed_answer })),
);

interface HouseRulesOptions {
  seed: number;
  /** Maximum number of rows. A larger limit appends rows to those of a smaller one. */
  limit?: number;
  /** Number of conditions and facts of each original to negate; default: as drawn. */
  negations?: number;
}

/**
 * Draws pairs of questions about one rule. The answer to the perturbed text is drawn independently
 * of the answer to the original, so a model that ignores the edit is right in a third of them.
 */
export function houseRules({
  seed,
  limit = DEFAULT_ROWS,
  negations,
}: HouseRulesOptions): Record<string, unknown>[] {
  const draw = drawFrom(seed, 'house-rules', negations ?? 'any');
  const rowCount = Math.min(limit, MAX_ROWS);
  const rows = new Map<string, Record<string, unknown>>();
  while (rows.size < rowCount) {
    for (const rightAnswers of shuffled(COMBINATIONS, draw)) {
      const { original, perturbed } = drawPair(rightAnswers, {
        draw,
        negations,
        knownQuestions: rows,
      });
      const placebo = placeboOf(original, draw);
      rows.set(identityOf(original), {
        text: textOf(original),
        perturbed: textOf(perturbed),
        placebo: textOf(placebo),
        options: ANSWERS,
        ...rightAnswers,
      });
    }
  }
  return [...rows.values()].slice(0, rowCount);
}

/** Maximum number of questions drawn of one form. No form has all combinations of answers. */
const MAX_TRIES = 50;
/** Maximum number of rounds over all forms. One round is nearly always enough. */
const MAX_ROUNDS = 1000;

interface PairDrawing {
  draw: Draw;
  negations: number | undefined;
  /** Identities of questions that are rows already. */
  knownQuestions: ReadonlyMap<string, unknown>;
}

function drawPair(
  rightAnswers: { answer: string; perturbed_answer: string },
  { draw, negations, knownQuestions }: PairDrawing,
): { original: RuleQuestion; perturbed: RuleQuestion } {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    for (const form of shuffled(FORMS, draw)) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const original = drawQuestion(form, draw, negations);
        if (answerTo(original) !== rightAnswers.answer) continue;
        const [perturbed] = shuffled(editsOf(original), draw).filter(
          (edited) => answerTo(edited) === rightAnswers.perturbed_answer,
        );
        if (perturbed && !knownQuestions.has(identityOf(original))) return { original, perturbed };
      }
    }
  }
  throw new RangeError(
    `no form of a rule leads from "${rightAnswers.answer}" to "${rightAnswers.perturbed_answer}"`,
  );
}

function identityOf(question: RuleQuestion): string {
  return textOf({ ...question, number: 0 });
}

function drawQuestion(form: Form, draw: Draw, negations: number | undefined): RuleQuestion {
  const domain = draw(2) === 0 ? SHOP : HOTEL;
  const deeds = shuffled(domain.deeds, draw);
  const [words = ''] = shuffled(wordsOf(form), draw);
  const { size } = new Set(form.rule.match(/\{[xyz]\}/g));
  const conditionDeeds = deeds.slice(0, size);
  const statedConditions = conditionDeeds.filter(() => draw(3) > 0);
  // A case has two facts at least, and a question as many statements as are negated.
  const minFacts = Math.max(2, (negations ?? 0) - size);
  const count = Math.max(minFacts - statedConditions.length, draw(2));
  const statedDeeds = [...conditionDeeds, ...statedConditions, ...deeds.slice(size, size + count)];
  const negatedCount = negations ?? draw(statedDeeds.length + 1);
  const places = shuffled([...statedDeeds.keys()], draw).slice(0, negatedCount);
  const statements = statedDeeds.map((deed, i): Statement => ({
    deed,
    isNegated: places.includes(i),
  }));
  return {
    domain,
    form,
    words,
    conditions: statements.slice(0, size),
    number: 1000 + draw(9000),
    facts: shuffled(statements.slice(size), draw),
  };
}

function wordsOf(form: Form): string[] {
  return /\[([^[\]]*)\]/.exec(form.rule)?.[1]?.split('|') ?? [];
}

/** Returns the question with one of its words of negation or connection changed, in all ways. */
function editsOf(question: RuleQuestion): RuleQuestion[] {
  const { form, words, conditions, facts } = question;
  // A rule that says its first condition twice needs two words to change it.
  const isFixed = (index: number) => index === 0 && form.rule.includes('{not x}');
  const isNamed = ({ deed }: Statement) => conditions.some((condition) => condition.deed === deed);
  const edits = wordsOf(form)
    .filter((otherWords) => otherWords !== words)
    .map((otherWords): RuleQuestion => ({ ...question, words: otherWords }));
  for (const [i, condition] of conditions.entries())
    if (!isFixed(i))
      edits.push({ ...question, conditions: conditions.with(i, negateStatement(condition)) });
  for (const [i, fact] of facts.entries())
    if (isNamed(fact)) edits.push({ ...question, facts: facts.with(i, negateStatement(fact)) });
  return edits;
}

/** Returns the question with its first two facts, or its number, exchanged. */
function placeboOf(question: RuleQuestion, draw: Draw): RuleQuestion {
  const { facts, number } = question;
  if (draw(2) === 0) return { ...question, number: 10_999 - number };
  return { ...question, facts: [...facts.slice(0, 2).reverse(), ...facts.slice(2)] };
}
