import { calibrationOf, versionOf } from '../calibration.js';
import type { Failure } from '../breaker.js';
import { readWord } from '../judge/judgement.js';
import { lazy } from '../../language/lazy.js';
import type { Calibration } from '../results.js';
import type { Ask, JudgeCalibration } from '../scorers/scorer.js';
import { correctedRate, type CorrectedRate } from '../statistics/corrected-rate.js';
import { STANCES, type Read } from '../triplet/reading.js';
import { STANCE_CASES } from './cases.js';
import { STANCE_FORMAT, stancePrompt, type StanceTexts } from './rubric.js';

/** What a judge takes an answer to hold. */
export async function judgeStance(texts: StanceTexts, ask: Ask): Promise<Read<Failure>> {
  const said = await ask(stancePrompt(texts), STANCE_FORMAT);
  if (typeof said !== 'string') return { failure: said };
  const read = readWord(said, { field: 'stance', words: STANCES });
  if ('unreadable' in read)
    return { failure: { kind: 'unreadable_judgement', message: `The judge's stance cannot be read: ${read.unreadable}.` } };
  return { reading: read.word };
}

/** Known cases, each a request; a judge that misses too many may not read answers. */
export const STANCE_CALIBRATION: JudgeCalibration = {
  version: lazy(() => versionOf([STANCE_FORMAT, STANCE_CASES.map((one) => [stancePrompt(one), one.stance])])),
  size: STANCE_CASES.length,
  async run(judge: string, ask: Ask): Promise<Calibration> {
    const judged = await Promise.all(
      STANCE_CASES.map(async (one) => {
        const read = await judgeStance(one, ask);
        if ('reading' in read) return { known: one.stance, as: read.reading as (typeof STANCES)[number] };
        return { known: one.stance, as: read.failure.kind === 'unreadable_judgement' ? ('unreadable' as const) : ('error' as const) };
      }),
    );
    return calibrationOf(judge, { verdicts: STANCES, judged });
  },
};

/**
 * A pass rate without the errors that the judge made on the known cases. Right is an answer that holds what it should: a judge finds it so
 * (q1) where it reads a known stance as what it is, and finds a wrong one so (q0) where it reads another as anything but the one that is
 * wanted.
 */
export function correctedBy({ confusion }: Calibration, { passes, scored }: { passes: number; scored: number }): CorrectedRate | undefined {
  const count = (known: string, as: (word: string) => boolean) =>
    Object.entries(confusion[known] ?? {}).reduce((sum, [word, cases]) => sum + (as(word) ? cases : 0), 0);
  const [positives, negatives] = [
    { right: 0, total: 0 },
    { right: 0, total: 0 },
  ];
  for (const wanted of ['true', 'false']) {
    for (const known of STANCES) {
      const side = known === wanted ? positives : negatives;
      side.total += count(known, () => true);
      side.right += count(known, (word) => (word === wanted) === (known === wanted));
    }
  }
  return correctedRate({ passes, scored, positives, negatives });
}
