import type { RawRow } from '../../data/source.js';
import type { Template } from './template.js';

/** What a file of another tool says and is said nowhere here: where it stands, why it has no counterpart, what to do instead. */
export interface LeftOut {
  what: string;
  where: string;
  why: string;
  instead: string;
}

export type Said = Pick<LeftOut, 'why' | 'instead'>;

/** Something of a source, and where it stands. */
export interface Located {
  value: unknown;
  where: string;
}

/** A file that is written, its name without a folder. */
export interface NewFile {
  name: string;
  text: string;
}

export interface Converted {
  /** In words: `a promptfoo configuration`. */
  format: string;
  /** The configuration, whose files stand beside it. */
  config: Record<string, unknown>;
  rows: readonly DataRow[];
  /** Rows that say whether they are to be answered or refused; the test `refusal` wants no others. */
  refusals: readonly DataRow[];
  /** Prompts that were in files, as texts of ours. */
  prompts: readonly NewFile[];
  left_out: readonly LeftOut[];
  /** What the gate says of the rows, as `validate` would. */
  notices?: readonly string[];
}

export type DataRow = Readonly<Record<string, unknown>>;

/** What a source file names beside itself, by its path from there. */
export interface Companions {
  /** @throws GateError where it is not there, or may not be read. */
  text: (file: string, where: string) => Promise<string>;
  /** Rows of a CSV, TSV, JSON or JSON Lines file. */
  rows: (file: string, where: string) => AsyncIterable<RawRow>;
}

export interface ConvertOptions {
  text: string;
  /** As the user named the file, for places. */
  name: string;
  companions: Companions;
  /** Rows of an OpenAI eval, which lie in a file of their own. */
  rows?: { text: string; name: string } | undefined;
  /** What the file does not say, or says otherwise. */
  hub?: string | undefined;
  model?: string | undefined;
  data?: string | undefined;
}

/** What an answer should be, as the source has it. */
export type Expected = { what: string; where: string } & (
  | { kind: 'answer'; /** Any of these. */ texts: readonly string[] }
  | { kind: 'should'; should: 'answer' | 'refuse' }
);

export interface SourceRow {
  /** Of each variable of the prompt. */
  values: Readonly<Record<string, string>>;
  expected: readonly Expected[];
  where: string;
}

/** What any source comes down to, before it is put together in our words. */
export interface Material {
  format: string;
  /** Where its rows should stand. */
  where: string;
  /** Keys of the section `model` but its prompts. */
  model: Record<string, unknown>;
  system?: Template | undefined;
  /** Left out where the rows alone say what is asked. */
  prompt?: Template | undefined;
  /** The prompts were in files, and stay in files. */
  inFiles?: boolean;
  rows: readonly SourceRow[];
  /** A source of rows that needs no conversion. */
  data?: { source: string; limit?: number } | undefined;
  /** Other keys at the root. */
  more?: Record<string, unknown>;
}

/** What stands in for rows where the source has none. */
export const STAND_IN = { source: 'builtin:multiple-choice', limit: 100 };

/** What Azure OpenAI wants to be told, where the source does not say it. */
export const AZURE = { base_url: 'https://YOUR-RESOURCE.openai.azure.com', api_version: '2024-10-21' };

/** Takes down what is left out, as it is met. */
export class Notes {
  readonly all: LeftOut[] = [];
  private readonly known = new Set<string>();

  /** Once, where it counts for many rows: what `defaultTest` says, for one. @returns nothing, as the list that becomes of it. */
  add(what: string, where: string, { why, instead }: Said): never[] {
    const key = JSON.stringify([what, where, why]);
    if (!this.known.has(key)) this.all.push({ what, where, why, instead });
    this.known.add(key);
    return [];
  }
}

/** An entry of a table, never what every object inherits. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** A text, or what stands for one; undefined for lists, mappings and nothing. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
