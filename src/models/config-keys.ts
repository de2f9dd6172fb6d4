/** Names configuration keys in remedies. */
import type { Section } from './settings.ts';

const KEYS_OF_MODEL_ONLY = ['api', 'parameters', 'timeout', 'retries'];

/** Returns the path of a section's configuration key: `judge.name`, `embeddings.model`. */
export function configKeyOf(section: Section, key: string): string {
  if (section === 'model' || section === 'judge') return `${section}.${key}`;
  return KEYS_OF_MODEL_ONLY.includes(key)
    ? `model.${key}`
    : `${section}.${key === 'name' ? 'model' : key}`;
}

/** Returns the paths of the section's configuration keys, each in backticks. */
export function quotedConfigKeys(section: Section, keys: readonly string[]): string[] {
  return keys.map((key) => `\`${configKeyOf(section, key)}\``);
}
