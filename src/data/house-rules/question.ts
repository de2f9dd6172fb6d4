import type { Domain, Form } from './forms.ts';

/** A deed that a person has done or not: a condition of the rule, or a fact of the case. */
export interface Statement {
  deed: string;
  isNegated: boolean;
}

export interface RuleQuestion {
  domain: Domain;
  form: Form;
  /** The words that stand in the place of the form's brackets. */
  words: string;
  conditions: readonly Statement[];
  /** Number of the case, which decides nothing. */
  number: number;
  facts: readonly Statement[];
}

export const [YES, NO, DEPENDS] = ['Yes', 'No', 'It depends on a fact that is not given'] as const;

/** Returns the answer if it is the same in every case that the facts allow; else `DEPENDS`. */
export function answerTo({ form, words, conditions, facts }: RuleQuestion): string {
  const [xs = [], ys = [false], zs = [false]] = conditions.map((condition) =>
    valuesOf(condition, facts),
  );
  const outcomes = new Set(
    xs.flatMap((x) => ys.flatMap((y) => zs.map((z) => form.grants({ words, x, y, z })))),
  );
  if (outcomes.size > 1) return DEPENDS;
  return outcomes.has(true) ? YES : NO;
}

function valuesOf({ deed, isNegated }: Statement, facts: readonly Statement[]): boolean[] {
  const fact = facts.find((statement) => statement.deed === deed);
  return fact ? [fact.isNegated === isNegated] : [true, false];
}

export function textOf({ domain, form, words, conditions, number, facts }: RuleQuestion): string {
  const clauseOf = ({ deed, isNegated }: Statement) =>
    `${domain.person} has ${isNegated ? 'not ' : ''}${deed}`;
  const [x, y, z] = conditions.map(clauseOf);
  const [notX] = conditions.map((condition) => clauseOf(negateStatement(condition)));
  const { grants: R, denies: noR } = domain;
  const parts: Readonly<Record<string, string | undefined>> = {
    R,
    'no R': noR,
    x,
    'not x': notX,
    y,
    z,
  };
  const rule = form.rule
    .replace(/\[[^[\]]*\]/, words)
    .replace(/\{([^{}]*)\}/g, (_, name: string) => parts[name] ?? '');
  return [
    'One rule alone decides, and it decides every case:',
    capitalize(rule),
    `Now take ${domain.file} ${number}.`,
    ...facts.map((fact) => `${capitalize(clauseOf(fact))}.`),
    'Nothing else is known; what is not stated may be so or not.',
    domain.question,
    // `add_negation` skips an "is" beside "is not", so it negates the "are" here.
    'Which of these answers are right?',
  ].join(' ');
}

export function negateStatement({ deed, isNegated }: Statement): Statement {
  return { deed, isNegated: !isNegated };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
