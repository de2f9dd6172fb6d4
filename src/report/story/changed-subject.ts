/**
 * What differs between the model under test and the base's, for the next step after a regression.
 */
import { diffWordsWithSpace } from 'diff';
import type { Results } from '../../engine/results.js';
import { quotedName } from '../../json.js';
import { cut } from './cut.js';
import { type Segment, shorten } from './inserted.js';

export interface ChangedText {
  key: string;
  old: Segment[] | undefined;
  now: Segment[] | undefined;
}

const MOST_SHOWN = 3;
const LONGEST = 600;
const MOST_EDITS = 2_000;

/** The changed keys of the model and the prompt with both values, in a run in which rows broke. */
export function changedTexts({ outcome, report, changed_subject = [] }: Results): ChangedText[] {
  const isBroken = report.some(
    (test) => test.outcome === 'fail' && test.baseline && test.baseline.broken > 0,
  );
  if (outcome !== 'fail' || !isBroken) return [];
  return changed_subject
    .slice(0, MOST_SHOWN)
    .map(({ path, old, new: now }) => ({ key: path, ...difference(textOf(old), textOf(now)) }));
}

/** ``compare the old and the new `prompt` ``: a step for a regression. */
export function compareSubject({ changed_subject = [] }: Pick<Results, 'changed_subject'>): string {
  if (changed_subject.length === 0) return 'look at the model, its prompt and its parameters';
  return `compare the old and the new ${changed_subject.map(({ path }) => quotedName(path)).join(', ')}`;
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function difference(old: string | undefined, now: string | undefined): Omit<ChangedText, 'key'> {
  const whole = (text: string | undefined) =>
    text === undefined ? undefined : [{ text: cut(text, LONGEST), inserted: false }];
  const isText = old !== undefined && now !== undefined && /\s/.test(old + now);
  const changes = isText ? diffWordsWithSpace(old, now, { maxEditLength: MOST_EDITS }) : undefined;
  if (!changes) return { old: whole(old), now: whole(now) };
  const side = (kind: 'added' | 'removed', other: 'added' | 'removed'): Segment[] =>
    shorten(
      changes
        .filter((change) => !change[other])
        .map((change) => ({ text: change.value, inserted: change[kind] })),
      LONGEST,
    );
  return { old: side('removed', 'added'), now: side('added', 'removed') };
}
