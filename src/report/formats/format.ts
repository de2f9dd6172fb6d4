import type { Results } from '../../engine/results.ts';
import type { Mask } from '../story/mask.ts';

export interface FormatOptions {
  runUrl?: string;
  commit?: string;
  base?: string;
  /** Address of the folder of the documentation. */
  docsUrl?: string;
  /** Masks foul words in a text of a row; undefined if they are shown. */
  mask?: Mask;
  /** Renames inputs of the action in a sentence: a terminal names its options. */
  words?: (text: string) => string;
}

/**
 * A format in which every report is written to a file. To add one: a file beside this one, and its
 * name in `formats.ts`.
 */
export interface ReportFormat {
  file: string;
  /**
   * The action's output with the file's path, for a format that later steps read. A terminal prints
   * the path.
   */
  output?: `report-${string}`;
  /** True for a page that people open: a terminal prints its path too. */
  isPage?: true;
  /**
   * Pure. Escapes every text of the results. Returns parts if the whole would take too much memory.
   */
  render(results: Results, options: FormatOptions): string | Iterable<string>;
}
