import type { Settings } from './settings.js';

/** The part of the configuration that settings come from: where their errors are. */
export type Section = 'model' | 'judge' | 'embeddings' | 'moderation' | 'classifier';

export function sectionOf(settings: Settings): Section {
  if ('parameters' in settings) return settings.section ?? 'model';
  return 'section' in settings ? settings.section : 'embeddings';
}

/** Keys of whoever is asked in prompts. A classifier has none of them. */
const OF_PROMPTS = ['api', 'parameters'];

/** What whoever is asked about texts takes from the model; every other key it has itself, a hub's own among them. */
const OF_THE_MODEL = [...OF_PROMPTS, 'timeout', 'retries'];

/** A key as a remedy names it: `model.name`, `judge.name`, `embeddings.model`. */
export function keyIn(section: Section, key: string): string {
  if (section === 'model' || section === 'judge') return `${section}.${key}`;
  return OF_THE_MODEL.includes(key) ? `model.${key}` : `${section}.${key === 'name' ? 'model' : key}`;
}

/** Those of the keys that the section has, as a remedy names them. */
export function keysIn(section: Section, keys: readonly string[]): string[] {
  const isClassifier = section === 'moderation' || section === 'classifier';
  return keys.filter((key) => !isClassifier || !OF_PROMPTS.includes(key)).map((key) => `\`${keyIn(section, key)}\``);
}
