import { calibrationOf, versionOf } from '../calibration.js';
import { lazy } from '../../language/lazy.js';
import type { Calibration, RowError } from '../results.js';
import { CALIBRATION_PAIRS } from './calibration-pairs.js';
import { JUDGEMENT_FORMAT, JUDGEMENTS, readJudgement } from './judgement.js';
import { judgePrompt } from './rubric.js';

export const calibrationVersion = lazy(() =>
  versionOf([JUDGEMENT_FORMAT, CALIBRATION_PAIRS.map((pair) => [judgePrompt(pair), pair.verdict])]),
);

/**
 * Puts every known pair to the judge, once.
 *
 * @param judge `hub/name`, for the report
 * @param ask one call a pair, all at the same time: how many run at once is the caller's to limit
 */
export async function calibrate(judge: string, ask: (prompt: string) => Promise<string | RowError>): Promise<Calibration> {
  const judged = await Promise.all(
    CALIBRATION_PAIRS.map(async (pair) => ({ known: pair.verdict, as: judgedAs(await ask(judgePrompt(pair))) })),
  );
  return calibrationOf(judge, { verdicts: JUDGEMENTS, judged });
}

function judgedAs(reply: string | RowError) {
  if (typeof reply !== 'string') return 'error';
  const read = readJudgement(reply);
  return 'unreadable' in read ? 'unreadable' : read.verdict;
}
