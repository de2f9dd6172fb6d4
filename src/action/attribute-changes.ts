import { ConfigError } from '../errors.ts';
import { eventKind } from '../github/event-kinds.ts';
import { writeSummary } from '../github/outputs.ts';
import { effectsHtml } from '../report/formats/part-effects.ts';
import { effectSentences, effectsPlanSentence } from '../report/story/part-effects.ts';
import { attributeAll, type EffectsPlan } from '../run/attribute-all.ts';
import { redact } from '../secrets.ts';
import { evaluateChange } from './evaluate-change.ts';
import { failWithProblem, untilInterrupted, type Job } from './job.ts';

/**
 * Says in the log and the summary which answers each changed part changes. The base is the default
 * branch.
 */
export async function attributeChanges(job: Job): Promise<void> {
  const { inputs, event, environment } = job;
  if (!eventKind(event.name).isManual) {
    const error = new ConfigError('the input works on workflow_dispatch only', {
      where: "input 'attribute'",
      remedy: 'Leave the input out, or run the workflow by hand (`on: workflow_dispatch`).',
    });
    environment.fail(error.describe());
    return;
  }
  const onPlan = (plan: EffectsPlan) => {
    environment.say(effectsPlanSentence(plan));
  };
  const { baseRef = event.defaultBranch } = event;
  const work = evaluateChange({ ...job, event: { ...event, baseRef } }, async (options) =>
    attributeAll({ ...options, missingKey: 'fail', onPlan }),
  );
  const evaluation = await untilInterrupted(work, job);
  if (!('effects' in evaluation)) {
    failWithProblem(evaluation.results, environment);
    return;
  }
  const effects = redact(evaluation.effects, inputs.secrets);
  effectSentences(effects).forEach(environment.say);
  await writeSummary(effectsHtml(effects), environment.env);
}
