import { z } from 'zod';
import type { Test, TestSetup } from '../engine/types.ts';
import type { Columns } from '../data/settings.ts';
import type { JudgeChoice, ModelSettings } from '../models/settings.ts';

/** The lines of a file that a text was taken from. */
export interface Lines {
  first: number;
  /** Present if the text breaks its lines otherwise than the file. */
  last?: number;
}

/** A text of the subject, and the file that holds it. */
export interface WrittenText {
  text: string;
  /** From the root; absent in the configuration itself. */
  file?: string;
  /** Absent for a whole file. */
  lines?: Lines;
}

/** By field: `prompt`, `system_prompt`, `variables.help`, `variables.help:help/refund.md`. */
export type SubjectTexts = Readonly<Record<string, WrittenText>>;

/** The part that a pull request may change: a model with its prompts. */
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
  /** The source is the input `data`, which the workflow alone writes. */
  isFromInput: boolean;
  place?: string;
  placeOfColumn: (role: string) => string | undefined;
}

/** A test with all that decides its outcome. */
export interface TestConfig {
  test: Test;
  /** All but `lines` and `placeholders`, which the run adds. */
  setup: TestSetup;
  judge: JudgeChoice;
  data: DataConfig;
  /** The file that the rules of a bot are read from. */
  ruleFile?: string;
  /** `file:line:column` of the test. */
  place: string;
  /** The values that decide the test, by key, for a comparison. */
  deciding: Readonly<Record<string, unknown>>;
}

/** A configuration with every default filled in. Tests are in the order of the file. */
export interface Config {
  subject: SubjectConfig;
  /** Present if a test embeds answers. Hub and address default to those of the model. */
  embeddings?: ModelSettings;
  tests: readonly TestConfig[];
  maxRequests?: number;
  concurrency: 'auto' | number;
  /** Milliseconds. */
  deadline?: number;
  seed: number;
  /** A file without a section `model`: LangTest's dialect, which asks pairs. */
  isLangTest: boolean;
  path: string;
  /** A hash of the file and of every file that it names, with their paths; data files excepted. */
  sha256: string;
  /** Sentences on ignored keys, and on keys that do not mean what they seem to. */
  notices: readonly string[];
  /** The rules by the keys of the file, after defaults. */
  rules: Readonly<Record<string, unknown>>;
  /** `file:line:column` of a key (`evaluation.alpha`); undefined if the file does not have it. */
  placeOf: (path: string) => string | undefined;
}

const line = z.int().nonnegative();
const names = z.array(z.string());
const valueChange = z.object({
  path: z.string(),
  /** Undefined if the side lacks the value. */
  old: z.unknown(),
  new: z.unknown(),
  /** `file:line:column` of a rule in the head. */
  place: z.string().optional(),
  /** Present for a text that is a part of its file; `last` if all its lines are one change. */
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
      /** The texts of rows that must hold by the base alone: the row is gone, or its `must`. */
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
