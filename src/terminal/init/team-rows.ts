import { CONTEXT_COLUMNS, TEXT_COLUMNS } from './names.ts';
import { normalizeName } from '../../data/cell.ts';
import { ANSWER_NAMES } from '../../data/expected.ts';
import { columnsOfFile } from '../../data/read-files.ts';
import { orProblem, type GateError } from '../../errors.ts';
import { isOfDocuments, placeholdersToFill } from './prompt-text.ts';

/** A file of the team's own rows, and what its columns are for. */
export interface TeamRows {
  file: string;
  rowCount: number;
  /** The column of the text, unless it is `text` or `question`, which need no key. */
  text?: string;
  /** True if a column has the expected answer in words. */
  hasAnswers: boolean;
  /** Columns by the placeholder of the prompt that they fill. */
  fill: Readonly<Record<string, string>>;
  /** True if rows have options to choose from, or say whether they are true. */
  isKeyed: boolean;
}

/** Columns that are read as the right answer without being named, the surest first. */
const EXPECTED_COLUMNS = ['answer', ...ANSWER_NAMES];

/** A file in which no column is known as that of the texts. */
export interface UnnamedColumns {
  file: string;
  /** The names of its columns. */
  columns: readonly string[];
}

/**
 * Reads the header of a file of rows.
 *
 * @throws GateError for a file that cannot be read
 */
export async function readTeamRows(
  root: string,
  { file, prompt = '' }: { file: string; prompt: string | undefined },
): Promise<TeamRows | UnnamedColumns> {
  const textColumns = [...TEXT_COLUMNS, ...EXPECTED_COLUMNS];
  const { names, rows } = await columnsOfFile(root, { file, textColumns });
  const text = columnNamed(names, TEXT_COLUMNS);
  if (text === undefined) return { file, columns: names };
  return {
    file,
    rowCount: rows,
    text: ['text', 'question'].includes(text.toLowerCase()) ? undefined : text,
    hasAnswers: columnNamed(names, EXPECTED_COLUMNS) !== undefined,
    fill: fillFor(names, prompt),
    isKeyed: columnNamed(names, ['options', 'truth']) !== undefined,
  };
}

/** Returns why a file of rows cannot be read; undefined if it can. */
export async function problemOfRows(root: string, file: string): Promise<GateError | undefined> {
  const read = await orProblem(async () => ({
    rows: await readTeamRows(root, { file, prompt: undefined }),
  }));
  return 'problem' in read ? read.problem : undefined;
}

/** The column with the first of these usual names; case, spaces and dashes do not matter. */
function columnNamed(columns: readonly string[], usualNames: readonly string[]) {
  const byName = new Map(columns.toReversed().map((column) => [normalizeName(column), column]));
  const usualName = usualNames.find((name) => byName.has(normalizeName(name)));
  return usualName === undefined ? undefined : byName.get(normalizeName(usualName));
}

/** A column for each placeholder of the prompt: of its name, or the only one of documents. */
function fillFor(columns: readonly string[], prompt: string): Record<string, string> {
  const fill: Record<string, string> = {};
  for (const placeholder of placeholdersToFill(prompt)) {
    const otherNames = isOfDocuments(placeholder) ? CONTEXT_COLUMNS : [];
    const column = columnNamed(columns, [placeholder, ...otherNames]);
    if (column !== undefined) fill[placeholder] = column;
  }
  return fill;
}
