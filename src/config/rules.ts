import { ConfigError, orProblem } from '../errors.js';
import type { Config, Overrides } from './config.js';
import { missing, parseWritten } from './load.js';
import { readPrompts, type PromptReader } from './prompt-files.js';
import { resolve } from './resolve.js';
import { withSubjectOf } from './subject.js';

/**
 * The configuration of one side: of the head, of its base, of the default branch, of a terminal's folder. Read and parsed once; what is
 * wrong with it goes along, so that whoever needs it can say why it cannot be used.
 */
export type Rules = { config: Config } | { problem: ConfigError } | { absent: true };

export interface RulesOptions {
  /** The text; undefined where the side has none. */
  read: () => Promise<string | undefined>;
  /** The prompts that it keeps in files, from the same side. */
  readPrompt: PromptReader;
  /** How the reader knows the file. */
  file: string;
  overrides: Overrides;
}

/** Throws what `read` throws of anybody else's refusal, such as GitHub's: then nobody knows what rules there are. */
export async function readRules({ read, readPrompt, file, overrides }: RulesOptions): Promise<Rules> {
  return orProblem<Rules, ConfigError>(async () => {
    const text = await read();
    if (text === undefined) return { absent: true };
    const written = parseWritten(text, file);
    return { config: resolve({ ...written, prompts: await readPrompts(written, readPrompt), overrides }) };
  }, ConfigError);
}

/** The base's rules over the head's subject; those of a head that has none stand alone. */
export async function overSubject(rules: Rules, head: Rules): Promise<Rules> {
  if (!('config' in rules) || 'absent' in head) return rules;
  return 'problem' in head ? head : orProblem(async () => ({ config: withSubjectOf(rules.config, head.config) }), ConfigError);
}

/** @throws ConfigError where there are none, or none that can be used. */
export function configOf(rules: Rules, file: string): Config {
  if ('config' in rules) return rules.config;
  throw 'problem' in rules ? rules.problem : missing(file);
}
