import { createHash } from 'node:crypto';
import type { Sample } from '../engine/sample.ts';
import { DataError } from '../errors.ts';
import { quoted } from '../json.ts';
import { visibleText } from '../engine/visible-text.ts';
import { CONTEXT_NAME, rowPlace } from './cell.ts';
import type { RawRow } from './source.ts';

/** A key in words, by the role that gives it: `true`, `A, B`. */
type KeyInWords = ReadonlyMap<string, string>;

interface FirstRow {
  source: string;
  key: KeyInWords;
}

/**
 * Finds rows that ask the same question with different keys. Tests count equal questions once, so
 * one of the keys would be dropped.
 */
export class RepeatedQuestions {
  private readonly firstRows = new Map<string, FirstRow>();

  /** @throws DataError for a row whose key contradicts that of an earlier row */
  refuseContradiction(row: RawRow, sample: Sample): void {
    const key = keyInWords(sample);
    if (key.size === 0) return;
    const question = digestOfQuestion(sample);
    const firstRow = this.firstRows.get(question);
    if (firstRow === undefined) {
      this.firstRows.set(question, { source: row.source, key });
      return;
    }
    for (const [role, laterKey] of key) {
      const earlierKey = firstRow.key.get(role);
      if (earlierKey === undefined || earlierKey === laterKey) continue;
      const rows = `${quoted(firstRow.source)} and ${quoted(row.source)}`;
      throw new DataError(
        `The rows ${rows} ask the same question with different keys: ${role} is ${quoted(earlierKey)} and ${quoted(laterKey)}.`,
        {
          where: rowPlace(row),
          remedy: remedyFor(row, sample),
        },
      );
    }
  }
}

function remedyFor({ value }: RawRow, { filled = {} }: Sample): string {
  const names = typeof value === 'string' ? [] : Object.keys(value);
  const context = names.find((name) => CONTEXT_NAME.test(name));
  const correct =
    'Correct one of the keys, or take one of the rows out. To change a set of the Hub, download it and name the file in data.source.';
  if (context === undefined || Object.keys(filled).length > 0) return correct;
  return `If the column ${quoted(context)} tells them apart, write \`data.columns.fill: { context: ${context} }\`, and \`{context}\` in the prompt. ${correct}`;
}

function keyInWords(sample: Sample): KeyInWords {
  const { truth, perturbed_truth, answer, negated_answer, perturbed_answer, expect, should } =
    sample;
  const words = new Map<string, string>();
  for (const [role, value] of Object.entries({ truth, perturbed_truth, expect, should }))
    if (value !== undefined) words.set(role, String(value));
  for (const [role, labels] of Object.entries({ answer, negated_answer, perturbed_answer }))
    if (labels !== undefined) words.set(role, labels.toSorted().join(', '));
  return words;
}

/** Returns a digest, since the texts of a large file would take twice the memory. */
function digestOfQuestion({ text, options, perturbed, filled }: Sample): string {
  const askedTexts = [text, options, perturbed].map((part) => part && visibleText(part));
  const values = Object.entries(filled ?? {}).map(([name, value]) => [name, visibleText(value)]);
  return createHash('sha256')
    .update(JSON.stringify([askedTexts, values]))
    .digest('base64');
}
