import { ConfigError } from '../errors.js';
import { hubNamed } from '../models/hubs/registry.js';
import type { ModelSettings } from '../models/settings.js';
import type { TestConfig } from './config.js';
import type { Asking } from './keys/asking.js';
import { OF_A_TEST } from './keys/test.js';
import type { Source, WrittenTest } from './written.js';

type Settled = Pick<TestConfig, 'logprobs' | 'readings' | 'repeats'>;

/**
 * Whether a test's answers come with log-probabilities, and are read by them. What stands for the whole run does not reach tests whose
 * answers are no options: of toxicity, of divergence, of refusals.
 * @throws ConfigError where the probabilities should be read and cannot be.
 */
export function chancesOf(
  { raw, yaml }: Source,
  {
    written: { own, test, path },
    model,
    asking: { reader },
    settled,
  }: { written: WrittenTest; model: ModelSettings; asking: Asking; settled: Settled },
): Pick<Settled, 'logprobs' | 'readings'> {
  const { readings, logprobs, repeats } = settled;
  if (readings === 'answers') return { readings, logprobs };
  if (own.readings === undefined && test.measures !== 'change') return { readings: OF_A_TEST.readings.default, logprobs };
  const refuse = (key: keyof Settled, message: string, remedy: string): never => {
    throw new ConfigError(message, { where: yaml.where(own[key] !== undefined ? path : ['evaluation'], key), remedy });
  };
  if (reader !== 'choice') {
    refuse(
      'readings',
      `\`readings: probabilities\` reads the letter of an option, and the answers to ${test.name} are not read as options alone`,
      `Write \`method: triplet\` and \`scorer: choice\` beside it, for rows that all have options; or leave it out${own.readings === undefined ? ', and write it under the tests that it is for' : ''}.`,
    );
  }
  if (hubNamed(model.hub).mayTellChances !== true || model.api !== 'chat') {
    const who = model.api === 'chat' ? `the hub ${model.hub}` : `\`api: ${model.api}\``;
    refuse(
      'readings',
      `${who} does not tell how likely the first token of an answer was, which \`readings: probabilities\` reads`,
      'Write `readings: answers`, or take the hub openai or azure-openai with `api: chat`.',
    );
  }
  if ((own.logprobs ?? raw.evaluation?.logprobs) === 'off')
    refuse(
      'logprobs',
      '`logprobs: off` beside `readings: probabilities`, which are read from them',
      'Leave logprobs out, or write `readings: answers`.',
    );
  if (repeats > 1)
    refuse(
      'repeats',
      `repeats: ${repeats} beside \`readings: probabilities\`: one answer tells them all, and every further one tells the same`,
      'Leave repeats out, or write `readings: answers`.',
    );
  return { readings, logprobs: 'auto' };
}
