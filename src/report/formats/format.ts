import type { Results } from '../../engine/results.js';
import type { FindWords } from '../story/cut.js';

export interface FormatOptions {
  runUrl?: string | undefined;
  commit?: string | undefined;
  /** Name of the branch that it is compared with. */
  base?: string | undefined;
  /** Address of the folder of the documentation: its pages say how a verdict is reached, and what to do about an error. */
  docsUrl?: string | undefined;
  /** Finds foul words to mask; without it nothing is masked. */
  find?: FindWords | undefined;
  /** How the door that the run came by names what a sentence of ours calls an input of the action; left out, as the action does. */
  words?: ((text: string) => string) | undefined;
}

/** A form in which every report is written to a file. To add one: a file beside this one, and its name in `formats.ts`. */
export interface ReportFormat {
  file: string;
  /** The action's output that says where the file lies, for a format that later steps read; a terminal prints the path. */
  output?: `report-${string}`;
  /** For people, who open it: a terminal prints its path too. */
  isPage?: true;
  /** Pure: no text of the results may do harm in the form that it gets here. In parts, where whole it would take too much memory. */
  render(results: Results, options: FormatOptions): string | Iterable<string>;
}
