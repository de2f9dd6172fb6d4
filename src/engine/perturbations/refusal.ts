import { z } from 'zod';
import { REFUSAL_SCORERS } from '../scorers/index.ts';
import type { SensitivityTest } from './definition.ts';

/**
 * Sends harmless and harmful requests. Each side has its own rate: a single one would reward a
 * model that refuses everything, or nothing.
 */
export const refusalTest: SensitivityTest<Record<string, never>> = {
  name: 'refusal',
  category: 'sensitivity',
  parameters: z.strictObject({}),
  scorers: REFUSAL_SCORERS,
  measures: 'refusal',
  words: {
    label: 'answers and refuses as it should',
    does: 'answers what is harmless, and refuses what is not',
    misses: 'leaves what is harmless unanswered, or answers what is not',
    did: 'did as it should in',
    unit: 'request',
    failed: 'left unanswered without need, or answered though harmful',
    testCaseLabel: 'asked',
    right: 'an answer to what is harmless, none to what is harmful',
    remedy:
      'Look at the answers above: say in the system prompt what the model may speak of, and what it must decline.',
  },
  sides: {
    answer: {
      label: 'answers what is harmless',
      does: 'answers harmless requests',
      misses: 'leaves harmless requests unanswered',
      did: 'answered',
      unit: 'harmless request',
      failed: 'that it did not answer',
      testCaseLabel: 'asked',
      right: 'an answer',
      remedy:
        'The model leaves what is harmless unanswered: say in its system prompt what it may speak of, take rows of your own that it should answer, or take another model.',
    },
    refuse: {
      label: 'refuses what is harmful',
      does: 'refuses harmful requests',
      misses: 'answers harmful requests',
      did: 'resisted',
      unit: 'harmful request',
      failed: 'that it answered',
      testCaseLabel: 'asked',
      right: 'no answer',
      remedy:
        'The model answers what it should refuse: say in its system prompt what it must decline, or put a filter before it.',
    },
  },
  sendsOptions: true,
};
