import { z } from 'zod';
import type { Test, TestSetup } from '../engine/test.ts';
import type { Columns } from '../data/settings.ts';
import type { JudgeChoice, ModelSettings } from '../models/settings.ts';

/** The lines that a text has in its file. */
export interface Lines {
  first: number;
  /** The last line; present if the line breaks of the text are not those of the file. */
  last?: number;
}

/** A text of the subject, and the file that holds it. */
export interface WrittenText {
  text: string;
  /** The path from the root; absent for a text in the configuration itself. */
  file?: string;
  /** The lines of the text; absent if it is the whole file. */
  lines?: Lines;
}

/** Texts by field: `prompt`, `system_prompt`, `variables.help`, `variables.help:help/refund.md`. */
export type SubjectTexts = Readonly<Record<string, WrittenText>>;

/** The part of a configuration that a pull request may change: a model with its prompts. */
export interface SubjectConfig {
  model: ModelSettings;
  texts: SubjectTexts;
  /** `file:line:column` of a field: `model.parameters.temperature`, `prompt`, `variables.help`. */
  placeOf: (field: string) => string | undefined;
}

export interface DataConfig {
  source: string;
  columns: Columns;
  limit?: number;
  /** True if the source is the input `data`, which only the workflow sets. */
  isFromInput: boolean;
  place?: string;
  placeOfColumn: (role: string) => string | undefined;
}

/** A test with everything that decides its outcome. */
export interface TestConfig {
  test: Test;
  /** The settings of the test. The run adds `lines` and `placeholders`. */
  setup: TestSetup;
  judge: JudgeChoice;
  data: DataConfig;
  /** The path of the file with the rules of a bot. */
  ruleFile?: string;
  /** `file:line:column` of the test. */
  place: string;
  /** The values that decide the test, by key, to compare two configurations. */
  deciding: Readonly<Record<string, unknown>>;
}

/** A configuration with every default filled in. Tests are in the order of the file. */
export interface Config {
  subject: SubjectConfig;
  /**
   * The model that embeds answers; present if a test needs it. Its hub and address are by default
   * those of the model under test.
   */
  embeddings?: ModelSettings;
  tests: readonly TestConfig[];
  maxRequests?: number;
  concurrency: 'auto' | number;
  /** The time limit of a run, in milliseconds. */
  deadline?: number;
  seed: number;
  /** True for a file without a section `model`: LangTest's dialect, which asks pairs of texts. */
  isLangTest: boolean;
  path: string;
  /** A hash of the file and of all files that it names except data, with their paths. */
  sha256: string;
  /** Notices about ignored keys, and about keys that do not mean what they seem to. */
  notices: readonly string[];
  /** The rules that decide about a change, with defaults: every key but those of the subject. */
  rules: Readonly<Record<string, unknown>>;
  /** `file:line:column` of a key (`evaluation.alpha`); undefined if the file does not have it. */
  placeOf: (path: string) => string | undefined;
}

const line = z.int().nonnegative();
const names = z.array(z.string());
const valueChange = z.object({
  path: z.string(),
  /** The values of base and head; undefined on a side that lacks the value. */
  old: z.unknown().optional(),
  new: z.unknown().optional(),
  /** `file:line:column` of a rule in the head. */
  place: z.string().optional(),
  /** The lines of a text that is only part of its file; with `last`, they are one change. */
  lines: z.object({ first: line, last: line.optional() }).optional(),
});

/** The differences between the head and the merge base. */
export const changesSchema = z.object({
  subject: z.array(valueChange),
  rules: z.array(valueChange),
  rows: z.array(
    z.object({
      source: z.string(),
      added: names,
      removed: names,
      changed: names,
      /** The texts of rows that must hold on the base, but not on the head. */
      no_longer_must: names,
    }),
  ),
});
export type Changes = z.infer<typeof changesSchema>;

/** Inputs of the workflow or options of the terminal, which override the file. */
export interface Overrides {
  hub?: string;
  model?: string;
  data?: string;
  baseUrl?: string;
  maxRequests?: number;
}
