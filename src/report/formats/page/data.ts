/** The rows of the HTML page as plain data: written as JSON into the page, read by its script. */

/** Groups of rows, worst first. Folded rows are shown on request. */
export const GROUPS = {
  broken: { word: 'broken', sign: '✕', folded: false },
  fail: { word: 'failed', sign: '✕', folded: false },
  error: { word: 'in error', sign: '!', folded: false },
  silent: { word: 'can tell nothing', sign: '○', folded: false },
  fixed: { word: 'fixed', sign: '✓', folded: false },
  pass: { word: 'passed', sign: '✓', folded: true },
  uncounted: { word: 'not counted', sign: '+', folded: true },
  undecided: { word: 'not asked', sign: '–', folded: true },
  left: { word: 'left out', sign: '–', folded: true },
} as const;
export type Group = keyof typeof GROUPS;

export interface PageArm {
  /** What was asked, for people: `with a harmless word`. */
  label: string;
  /** Parts of the prompt. A part that the arm inserted is a list of one. */
  text: (string | [inserted: string])[];
  /** Null if no answer came; absent if the arm was not asked. */
  answer?: string | null;
  /** The reading of the answer, and the right one. */
  reading?: string;
  /** The baseline's answer. */
  before?: string | null;
}

export interface PageRow {
  /** Index in the report's order. */
  at: number;
  /** Index of the test. */
  test: number;
  group: Group;
  source: string;
  state: string;
  arms: PageArm[];
  /** Index of the arm that decided the state. */
  shown: number;
  options?: string;
  notes?: string[];
  steps?: string[];
  error?: string;
  score: string;
}

export interface PageData {
  tests: { label: string; before?: string }[];
  rows: PageRow[];
  groups: Readonly<Record<Group, { word: string; sign: string; folded: boolean }>>;
}
