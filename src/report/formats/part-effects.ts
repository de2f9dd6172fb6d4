/** The effects of changed parts as HTML that GitHub keeps: the job summary. */
import type { PartEffects } from '../../engine/attribution/effects.js';
import { effectSentences, effectsBlock } from '../story/part-effects.js';
import { blockHtml, paragraphs } from './github-html.js';

const LONGEST = 500;

export function effectsHtml(effects: PartEffects): string {
  return [
    ...paragraphs(effectSentences(effects)),
    ...blockHtml(effectsBlock(effects), { longest: LONGEST }),
  ].join('\n');
}
