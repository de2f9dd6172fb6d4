import type { EmbeddingSettings, ModelSettings } from './settings.js';

/** The part of the configuration that settings come from: where their errors are. */
export type Section = 'model' | 'judge' | 'embeddings';

export function sectionOf(settings: ModelSettings | EmbeddingSettings): Section {
  return 'parameters' in settings ? (settings.section ?? 'model') : 'embeddings';
}

/** Keys that `embeddings` has itself; all else it takes from the model. */
const OF_EMBEDDINGS: Record<string, string> = { hub: 'hub', name: 'model', provider: 'provider' };

/** A key as a remedy names it: `model.name`, `judge.name`, `embeddings.model`. */
export function keyIn(section: Section, key: string): string {
  if (section !== 'embeddings') return `${section}.${key}`;
  const own = OF_EMBEDDINGS[key];
  return own === undefined ? `model.${key}` : `embeddings.${own}`;
}
