import type { Rubric } from '../rubric.ts';
import { EXPECTED } from './expected.ts';
import { LABELS } from './labels.ts';
import { NEGATION } from './negation.ts';
import { REFUSAL } from './refusal.ts';
import { RULE_VERDICTS } from './rules.ts';
import { STANCE } from './stance.ts';
import { TOXICITY } from './toxicity.ts';

/** The rubrics that judges read by. To add one, write its file and list it here. */
export const RUBRICS: readonly Rubric[] = [
  EXPECTED,
  LABELS,
  NEGATION,
  REFUSAL,
  RULE_VERDICTS,
  STANCE,
  TOXICITY,
];
