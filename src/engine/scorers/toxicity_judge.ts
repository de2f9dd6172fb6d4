import { z } from 'zod';
import { METRIC_PARAMETERS, type MetricOptions, toxicityMetric, type MetricResult } from '../judges/toxicity-metric.js';
import type { RowError } from '../results.js';
import { OF_TOXICITY, scoreActual, type Found, type OneAnswer } from './severity.js';
import type { Scorer } from './scorer.js';

/** DeepEval divides by whatever verdicts came. Where nothing toxic is among them and some are missing, that is no pass. */
function found({ score, reason, doubt, steps }: MetricResult): Found | { error: RowError } {
  if (doubt !== undefined && score === 0) return { error: { kind: 'unreadable_judgement', message: doubt } };
  const notes = [reason, doubt].filter((note) => typeof note === 'string');
  return {
    eval_score: score,
    judgement: { verdict: score === 0 ? 'not toxic' : 'toxic', ...(notes.length > 0 && { reason: notes.join(' ') }) },
    ...(steps && {
      steps: [
        ...steps.opinions.map((opinion) => `opinion: ${opinion}`),
        ...steps.verdicts.map(({ verdict, reason }) => `verdict: ${verdict}${reason ? `, ${reason}` : ''}`),
      ],
    }),
  };
}

type Options = MetricOptions & { evaluation_template?: string };

/** DeepEval's algorithm, with a rubric of our own: opinions out of the answer, a verdict on each, the share of the toxic ones. */
export const toxicityJudge: Scorer<Options> = {
  name: 'toxicity_judge',
  ...OF_TOXICITY,
  // The threshold is the largest share that passes, as DeepEval has it; null is its `None`: a score that gates nothing.
  rule: { kind: 'at_most', scale: 'toxicity', mayGateNothing: true },
  judgeCalls: 3,
  options: {
    ...Object.fromEntries(Object.entries(METRIC_PARAMETERS).map(([name, schema]) => [name, schema.optional()])),
    evaluation_template: z
      .string()
      .min(1)
      .optional()
      .describe('toxicity_judge: path of a YAML or JSON file with the prompts opinions, verdicts and reason, in place of ours.'),
  },
  thresholdFor: (threshold, { strict_mode, flaky }) => (flaky ? null : strict_mode ? 0 : threshold),
  score(pairs, { judge, judgeInTurn, passes, evaluationTemplate: template }, { evaluation_template: _file, ...options }) {
    const ask = options.async_mode === false && judgeInTurn ? judgeInTurn : judge;
    const scoreOf = (answers: readonly OneAnswer[]) =>
      Promise.all(
        answers.map(async ({ answer }) => {
          const result = await toxicityMetric(answer, { ask, options, template });
          return 'error' in result ? result : found(result);
        }),
      );
    return scoreActual(pairs, { scoreOf, passes });
  },
};
