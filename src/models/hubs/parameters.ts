import { ConfigError } from '../../errors.ts';
import { type ModelSettings, sectionOf } from '../settings.ts';

/**
 * Parameters that an untrusted pull request may change. `logit_bias` and `response_format` are not
 * among them, since they can force an answer.
 */
export type SamplingParameter = NumberParameter | keyof typeof VALUE_KINDS;

type NumberParameter =
  | 'temperature'
  | 'top_p'
  | 'top_k'
  | 'min_p'
  | 'typical_p'
  | 'max_tokens'
  | 'max_completion_tokens'
  | 'max_output_tokens'
  | 'max_new_tokens'
  | 'frequency_penalty'
  | 'presence_penalty'
  | 'repetition_penalty'
  | 'repeat_penalty'
  | 'seed';

const isText = (value: unknown) => typeof value === 'string';

interface ValueKind {
  fits: (value: unknown) => boolean;
  /** Names the kind in messages. */
  name: string;
}

/** Parameters that are not numbers. A mapping could carry anything. */
const VALUE_KINDS = {
  do_sample: { fits: (value: unknown) => typeof value === 'boolean', name: 'true or false' },
  stop: {
    fits: (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText)),
    name: 'a text or a list of texts',
  },
  reasoning_effort: { fits: isWord, name: 'one word' },
  verbosity: { fits: isWord, name: 'one word' },
};

function isWord(value: unknown): boolean {
  return isText(value) && /^[\w-]{1,40}$/.test(value);
}

/** Names that mean the same nearly everywhere. */
export const COMMON_SAMPLING = [
  'temperature',
  'top_p',
  'max_tokens',
  'seed',
  'stop',
  'frequency_penalty',
  'presence_penalty',
  'reasoning_effort',
] as const;

/** Returns the kind of value that a parameter needs; undefined if `value` is of that kind. */
export function kindMissed(name: SamplingParameter, value: unknown): string | undefined {
  const kinds: Partial<Record<SamplingParameter, ValueKind>> = VALUE_KINDS;
  const kind = kinds[name] ?? { fits: Number.isFinite, name: 'a number' };
  return kind.fits(value) ? undefined : kind.name;
}

/**
 * Returns `model.parameters`, which are sent unchanged.
 * @throws ConfigError for a name in `reserved`, which another configuration key sets.
 */
export function checkedParameters(
  settings: ModelSettings,
  reserved: readonly string[],
): Record<string, unknown> {
  const { parameters } = settings;
  const section = sectionOf(settings);
  for (const name of ['stream', ...reserved]) {
    if (Object.hasOwn(parameters, name)) {
      const remedy = `Remove it. Model, endpoint and prompt have keys of their own under \`${section}\`; answers are not streamed.`;
      throw new ConfigError(`\`${name}\` cannot be set as a parameter.`, {
        where: `${section}.parameters.${name}`,
        remedy,
      });
    }
  }
  return parameters;
}
