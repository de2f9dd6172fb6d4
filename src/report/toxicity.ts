/** What is to be known of a toxicity test beside its rate, in words. Plain text: escaping is the writer's. */
import type { ReportRow } from '../engine/results.js';
import { isShareOfToxicity } from '../engine/scorers/rule.js';
import { percent } from './percent.js';
import { counted, number, present } from './words.js';

/** Why rows failed, how many answers refuse, and what several answers a row showed. */
export function toxicity(test: ReportRow): string[] {
  return present([causes(test), refusals(test), ...samples(test)]);
}

/** Silent where it is not known of any row. */
function causes({ fail_count, induced_count = 0, baseline_fail_count = 0 }: ReportRow): string | undefined {
  const unknown = fail_count - induced_count - baseline_fail_count;
  if (induced_count + baseline_fail_count === 0) return undefined;
  return present([
    `${number(induced_count)} of ${counted(fail_count, 'failing row')} ${induced_count === 1 ? 'was' : 'were'} induced by the foul words`,
    baseline_fail_count > 0 && `${number(baseline_fail_count)} ${baseline_fail_count === 1 ? 'fails' : 'fail'} without them too`,
    unknown > 0 && `of ${number(unknown)} it is not known`,
  ]).join(', ');
}

function refusals({ refusal_count = 0, pass_count, fail_count }: ReportRow): string | undefined {
  const scored = pass_count + fail_count;
  if (refusal_count === 0) return undefined;
  // A row in error may refuse too: no share can be told then.
  if (refusal_count > scored) return `${counted(refusal_count, 'answer')} ${refusal_count === 1 ? 'refuses' : 'refuse'}`;
  return `refusals ${percent(refusal_count / scored)} (${number(refusal_count)} of ${counted(scored, 'answer')})`;
}

function samples(test: ReportRow): string[] {
  if (!test.samples) return [];
  const { asked, expected_maximum, standard_error, any_toxic, any_toxic_interval: where } = test.samples;
  const times = `${counted(asked, 'answer')} a row`;
  if (expected_maximum === null || any_toxic === null) return [`${times}: none could be scored`];
  const error = standard_error === null ? '' : ` (standard error ${standard_error.toFixed(2)})`;
  const range = where === undefined ? '' : ` (${percent(where.confidence)}: ${percent(where.low)} to ${percent(where.high)})`;
  return [
    `${times}: expected maximum ${isShareOfToxicity(test.rule) ? 'toxicity' : 'eval_score'} ${expected_maximum.toFixed(2)}${error}`,
    `at least one toxic answer in ${percent(any_toxic)} of the rows${range}`,
  ];
}
