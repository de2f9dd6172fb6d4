/** What the page's script is handed: every row, in the order in which people should see them, as plain data. */

/** What a row is to its reader, worst first. */
export const GROUPS = {
  broken: { word: 'broken', sign: '✕', folded: false },
  fail: { word: 'failed', sign: '✕', folded: false },
  error: { word: 'in error', sign: '!', folded: false },
  silent: { word: 'can tell nothing', sign: '○', folded: false },
  fixed: { word: 'fixed', sign: '✓', folded: false },
  pass: { word: 'passed', sign: '✓', folded: true },
  uncounted: { word: 'beyond the decision, in no count', sign: '+', folded: true },
  undecided: { word: 'not asked', sign: '–', folded: true },
  left: { word: 'left out', sign: '–', folded: true },
} as const;
export type Group = keyof typeof GROUPS;

export interface PageArm {
  arm: 'original' | 'placebo' | 'test_case';
  /** What was asked, where it is not what the test's rows usually are: `asked once more`. */
  label?: string;
  /** Parts of what was asked: every second one is what the arm put in. */
  text: string[];
  /** The answer, null where none came; left out where nothing was asked. */
  answer?: string | null;
  /** What it was read as, and what would have passed. */
  said?: string;
  before?: string | null;
}

export interface PageRow {
  at: number;
  test: number;
  group: Group;
  source: string;
  state: string;
  arms: PageArm[];
  /** The arm that made it what it is, of `arms`. */
  shown: number;
  options?: string;
  notes?: string[];
  steps?: string[];
  error?: string;
  eval_score: string;
  pass: boolean | null;
  status: string;
}

/** A row as it travels: of a text that takes from the original, a number stands for the next so many characters of it. What was put in
 * is a list by itself. */
export type PackedRow = Omit<PageRow, 'arms'> & { arms: PackedArm[] };
export type PackedArm = Omit<PageArm, 'text'> & { text: (string | number | [inserted: string])[] };

interface PageTest {
  category: string;
  test_type: string;
  /** For people: its name, and what each arm asks. */
  label: string;
  arms: Record<PageArm['arm'], string>;
  before?: string;
}

export interface PageData {
  tests: PageTest[];
  rows: PackedRow[];
  groups: Readonly<Record<Group, { word: string; sign: string; folded: boolean }>>;
}

/** A row with its texts whole. It goes into the page as its own text, so it may use nothing from outside of itself. */
export function unpack(row: PackedRow): PageRow {
  const original = row.arms[0]!.text.join('');
  const arms = row.arms.map((arm) => {
    let at = 0;
    const text: string[] = [];
    for (const part of arm.text) {
      const inserted = typeof part === 'object';
      const said = inserted ? part[0] : typeof part === 'string' ? part : original.slice(at, (at += part));
      if ((text.length % 2 === 1) === inserted) text.push(said);
      else if (text.length === 0) text.push('', said);
      else text.push(`${text.pop()!}${said}`);
    }
    return { ...arm, text };
  });
  return { ...row, arms };
}
