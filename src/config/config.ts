import type { ConfigError } from '../errors.ts';
import type { Settled } from './keys/key.ts';
import type { ROOT_KEYS } from './keys/whole.ts';
import type { PromptVariables } from '../engine/rows/prompt.ts';
import { columnsToFill } from '../engine/sample.ts';
import type { SensitivityTest } from '../engine/perturbations/definition.ts';
import type { LocatedYaml, Path } from './positions.ts';
import type { RawConfig, RawTest } from './schema.ts';

export type { Candidate } from './keys/evaluation.ts';

/** A prompt as it is written, before its variables are filled in. */
export interface WrittenPrompt {
  text: string;
  /** From the root of the repository. Absent for a prompt in the configuration itself. */
  file?: string;
}

/** A line of a file of the repository, from 1. */
export interface SubjectPlace {
  path: string;
  line: number;
}

/** Finds the lines in which the fields of a subject are written. */
export interface SubjectPlaces {
  /** Returns the place of a line of a prompt. `line` counts from 1 in the written text. */
  placeOfText(field: string, line: number): SubjectPlace;
  /** Returns the place of a key of the model (`parameters.temperature`), else of its parent. */
  placeOfValue(field: string): SubjectPlace;
  /** Returns the place of a line of a variable's value. */
  placeOfVariable(name: string, line: number): SubjectPlace;
}

/** A configuration with every default filled in. Tests are in the order of the file. */
export interface Config extends Settled<typeof ROOT_KEYS> {
  template?: string;
  /** Written prompts by field: `prompt` and `system_prompt`. */
  prompts: Readonly<Record<string, WrittenPrompt>>;
  variables: PromptVariables;
  /** The problem of the embeddings, if the rows may choose a scorer that needs them. */
  embeddingsProblem?: ConfigError;
  /** Sentences on keys that are ignored, or that mean something else than the file says. */
  notices: string[];
  origin: { path: string; sha256: string };
  /**
   * `file:line:column` of a key as errors name it (`model.parameters.stream`); undefined if the
   * file does not have it.
   */
  placeOf: (key: string) => string | undefined;
  /** Places of the model and its prompts, in the files of the subject's own side. */
  places: SubjectPlaces;
}

/** The configurations of a base and of a head. */
export interface BaseAndHead {
  base: Config;
  head: Config;
}

/** Inputs of the workflow or options of the command line that override the file. */
export interface Overrides {
  hub?: string;
  model?: string;
  data?: string;
  /** Endpoint of the model; embeddings of the same hub share it. */
  baseUrl?: string;
  maxRequests?: number;
  deadline?: string | number;
}

export type WrittenTest = { test: SensitivityTest; ownKeys: RawTest; path: Path };

export interface ParsedConfig {
  raw: RawConfig;
  yaml: LocatedYaml;
  origin: Config['origin'];
  /** Keys of LangTest that are ignored. */
  unread: readonly string[];
}

/** A file that the configuration names, and its text. */
export interface NamedFile {
  /** From the root of the repository. */
  file: string;
  text: string;
}

/** Files that the configuration names, by the path of the value that they hold: `model.prompt`. */
export type NamedFiles = ReadonlyMap<string, NamedFile>;

export interface Source extends ParsedConfig {
  namedFiles: NamedFiles;
  overrides: Overrides;
}

/** The placeholders that the rows of any test may fill. */
export function placeholdersOf({ tests }: Pick<Config, 'tests'>): string[] {
  return [...new Set(tests.flatMap(({ data }) => Object.keys(columnsToFill(data.columns?.fill))))];
}

/** Files of the model's prompts. */
export function promptFilesOf({ prompts }: Config): Set<string> {
  return new Set(Object.values(prompts).flatMap(({ file }) => file ?? []));
}
