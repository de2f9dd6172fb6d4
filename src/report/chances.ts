/** What log-probabilities say of an answer, and of the answers of a test. Plain text: escaping is the writer's. */
import type { ArmProbabilities, ReportRow } from '../engine/results.js';
import { oneLine } from './escape.js';
import { percent } from './percent.js';
import { counted, present } from './words.js';

/** As for readings: ours are four or five, of a letter each. */
const MOST_LABELS = 10;
const LONGEST_LABEL = 20;

/** `A 71%, B 20%, other 9%: two draws differ in 44%, 71% would be right` */
export function chancesWords({ options, other, noise, expected }: ArmProbabilities): string {
  const all = Object.entries(options).map(([label, p]) => `${oneLine(label, LONGEST_LABEL)} ${percent(p)}`);
  const shown = present([...all.slice(0, MOST_LABELS), all.length > MOST_LABELS && '…', `other ${percent(other)}`]);
  const right = expected === null ? '' : `, ${percent(expected)} would be right`;
  return `${shown.join(', ')}: two draws would differ in ${percent(noise)}${right}`;
}

/** `by the first tokens of 75 answers, two draws of an answer would differ in 12% (noise at temperature 1), 81% would be right` */
export function chances({ probabilities, readings }: ReportRow): string | undefined {
  if (!probabilities) return undefined;
  const { answers, noise, expected } = probabilities;
  const right = expected === null ? '' : `, ${percent(expected)} would be right`;
  const line = `by the first tokens of ${counted(answers, 'answer')}, two draws would differ in ${percent(noise)} (noise at temperature 1)${right}`;
  return readings === 'probabilities' ? `${line}; the likeliest option was read, not the answer that came` : line;
}
