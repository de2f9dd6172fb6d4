import type { ClassifierSettings, EmbeddingSettings, ModelSettings } from './settings.js';

/** The part of the configuration that settings come from: where their errors are. */
export type Section = 'model' | 'judge' | 'embeddings' | 'moderation' | 'classifier';

export function sectionOf(settings: ModelSettings | EmbeddingSettings | ClassifierSettings): Section {
  if ('parameters' in settings) return settings.section ?? 'model';
  return 'section' in settings ? settings.section : 'embeddings';
}

/** Keys that whoever is asked about texts has itself; all else it takes from the model. */
const OF_ENDPOINTS: Record<string, string> = { hub: 'hub', name: 'model', base_url: 'base_url', provider: 'provider' };

/** Keys of whoever is asked in prompts. A classifier has none of them. */
const OF_PROMPTS = ['api', 'parameters'];

/** A key as a remedy names it: `model.name`, `judge.name`, `embeddings.model`. */
export function keyIn(section: Section, key: string): string {
  if (section === 'model' || section === 'judge') return `${section}.${key}`;
  const own = OF_ENDPOINTS[key];
  return own === undefined ? `model.${key}` : `${section}.${own}`;
}

/** Those of the keys that the section has, as a remedy names them. */
export function keysIn(section: Section, keys: readonly string[]): string[] {
  const isClassifier = section === 'moderation' || section === 'classifier';
  return keys.filter((key) => !isClassifier || !OF_PROMPTS.includes(key)).map((key) => `\`${keyIn(section, key)}\``);
}

/** `a, b or c`. */
export function enumerate(items: readonly string[], word: 'and' | 'or'): string {
  return [items.slice(0, -1).join(', '), items.at(-1)].filter(Boolean).join(` ${word} `);
}
