import { UNNAMED_MODEL } from '../config/resolve.ts';

export interface ConvertedRow {
  /** The name of the row in its data set. */
  id?: string;
  text: string;
  options?: string;
  /** Values that fill placeholders of the prompts beside the text, by column. */
  columns: Readonly<Record<string, string>>;
  /** Right answers, each sufficient: labels, texts of options, true and false, or words. */
  answers: readonly string[];
  should?: 'answer' | 'refuse';
  place: string;
}

/** The content of a source, in the terms of this project. */
export interface ConvertedSource {
  format: string;
  model: Record<string, unknown>;
  prompts: ConvertedPrompts;
  rows: readonly ConvertedRow[];
  /** Rules that every answer must keep. */
  rules: readonly string[];
}

/** Prompts as this project writes them: placeholders in single braces, other braces doubled. */
export interface ConvertedPrompts {
  /** With `{text}` and `{options}`. */
  prompt?: string;
  /** The file of the prompt, in place of its text. */
  prompt_file?: string;
  system_prompt?: string;
  /** Values that are the same for all rows. */
  variables: Readonly<Record<string, string | { file: string }>>;
  /** Columns of the rows that fill a placeholder of their name. */
  fill: readonly string[];
}

/** Takes the place of the model until the user names one. */
export const NO_MODEL = { hub: 'openai', name: UNNAMED_MODEL };
