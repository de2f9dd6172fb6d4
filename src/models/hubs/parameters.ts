import { ConfigError } from '../../errors.js';
import { sectionOf, type ModelSettings } from '../settings.js';

/** Parameters of how an answer is drawn and how long it may be. `logit_bias` and `response_format` are none: they can force an answer. */

interface Kind {
  fits: (value: unknown) => boolean;
  /** In the words of a message. */
  name: string;
}

const isText = (value: unknown) => typeof value === 'string';

const NUMBER: Kind = { fits: Number.isFinite, name: 'a number' };
/** `low`, `minimal` … */
const WORD: Kind = { fits: (value) => isText(value) && /^[\w-]{1,40}$/.test(value), name: 'one word' };
const TEXTS: Kind = { fits: (value) => isText(value) || (Array.isArray(value) && value.every(isText)), name: 'a text or a list of texts' };
const FLAG: Kind = { fits: (value) => typeof value === 'boolean', name: 'true or false' };

const KINDS = {
  temperature: NUMBER,
  top_p: NUMBER,
  top_k: NUMBER,
  min_p: NUMBER,
  typical_p: NUMBER,
  max_tokens: NUMBER,
  max_completion_tokens: NUMBER,
  max_new_tokens: NUMBER,
  frequency_penalty: NUMBER,
  presence_penalty: NUMBER,
  repetition_penalty: NUMBER,
  repeat_penalty: NUMBER,
  seed: NUMBER,
  do_sample: FLAG,
  stop: TEXTS,
  reasoning_effort: WORD,
  verbosity: WORD,
} as const satisfies Record<string, Kind>;

export type SamplingParameter = keyof typeof KINDS;

/** The names that mean the same nearly everywhere. */
export const COMMON_SAMPLING = [
  ...(['temperature', 'top_p', 'max_tokens', 'seed', 'stop'] as const),
  ...(['frequency_penalty', 'presence_penalty', 'reasoning_effort'] as const),
];

/** What such a parameter must be, where its value is something else: a mapping could carry anything. */
export function kindMissed(name: SamplingParameter, value: unknown): string | undefined {
  return KINDS[name].fits(value) ? undefined : KINDS[name].name;
}

/** `model.parameters`, sent as written. Throws ConfigError for a name in `reserved`, which another key of the configuration sets. */
export function parametersOf(settings: ModelSettings, reserved: readonly string[]): Record<string, unknown> {
  const { parameters } = settings;
  const section = sectionOf(settings);
  for (const name of ['stream', ...reserved]) {
    if (Object.hasOwn(parameters, name)) {
      const remedy = `Remove it. Model, endpoint and prompt have keys of their own under \`${section}\`; answers are never streamed.`;
      throw new ConfigError(`\`${name}\` is no parameter that can be set here.`, { where: `${section}.parameters.${name}`, remedy });
    }
  }
  return parameters;
}
