/** The effects of changed parts as HTML that GitHub keeps: the job summary. */
import type { PartEffects } from '../../engine/attribution/effects.ts';
import { effectSentences, effectsBlock } from '../story/part-effects.ts';
import { blockHtml, paragraphs } from './github-html.ts';

const MAX_NAME_LENGTH = 500;

export function effectsHtml(effects: PartEffects): string {
  return [
    ...paragraphs(effectSentences(effects)),
    ...blockHtml(effectsBlock(effects), { longest: MAX_NAME_LENGTH }),
  ].join('\n');
}
