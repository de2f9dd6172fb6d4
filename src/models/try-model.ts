import { finalText } from '../engine/final-text.ts';
import { createEmbedder, createModel } from './model.ts';
import type { Access } from './context.ts';
import type { ModelSettings, SectionName } from './settings.ts';

/** The settings of a model, and the section of the configuration that holds them. */
export interface ModelSection {
  section: SectionName;
  settings: ModelSettings;
}

/** Sends one request to a model, without retries; `isUsable`: a run could use the answer. */
export async function tryModel(
  { section, settings }: ModelSection,
  access: Access,
  systemPrompt?: string,
) {
  const once = { ...settings, retries: 0 };
  if (section === 'embeddings') {
    await (await createEmbedder(once, access)).embed(['yes']);
    return { answer: '', isUsable: true };
  }
  const model = await createModel(once, access);
  const system = section === 'model' ? systemPrompt : undefined;
  // The question is short, so the answer of a model that does not reason has a few tokens.
  const { text, filter } = await model.answer('Is water wet? Answer with yes or no.', { system });
  if (filter !== undefined) return { answer: filter, isUsable: false };
  const final = finalText(text);
  return { answer: final ?? text, isUsable: final !== undefined };
}
