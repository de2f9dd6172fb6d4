import { ConfigError, orProblem, type GateError } from '../errors.js';
import type { Config, Overrides, Written } from './config.js';
import { readPrompts, type PromptReader, MAX_BYTES, readPlainFile, tooLarge, type PlainFile } from './files.js';
import { resolve } from './resolve.js';
import { withSubjectOf } from './subject.js';
import { createHash } from 'node:crypto';
import { quoted } from '../json.js';
import { explain } from './issues.js';
import { refuseWithoutSensitivity } from './langtest.js';
import { parseYaml } from './positions.js';
import { configSchema } from './schema.js';
import type { RowsChange, RuleChange } from '../engine/results.js';

/**
 * The configuration of one side: of the head, of its base, of the default branch, of a terminal's folder. Read and parsed once; what is
 * wrong with it goes along, so that whoever needs it can say why it cannot be used.
 */
export type Rules = { config: Config } | { problem: ConfigError } | { absent: true };

interface RulesOptions {
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

const EXAMPLE = `A small one to start from:

model: { hub: openai, name: YOUR-MODEL }
data: { source: "builtin:statements" }
tests:
  sensitivity:
    add_negation: { min_pass_rate: 0.70 }`;

type ConfigFile = Pick<PlainFile, 'root' | 'file' | 'confined' | 'isTracked'>;

/** What is said of a configuration that is needed and not there. */
function missing(file: string): ConfigError {
  return new ConfigError(`there is no configuration at ${quoted(file)}`, {
    where: file,
    remedy:
      'Write one there (`sensitivity init` does), or name another path with the input `config`. In a workflow, actions/checkout must come first. ' +
      EXAMPLE,
  });
}

/** Undefined where the file is not there. @throws ConfigError as `readPlainFile`. */
export function readConfigFile(options: ConfigFile): Promise<string | undefined> {
  return readPlainFile({ ...options, what: 'the configuration', where: options.file, isNamedByWorkflow: true });
}

/** @throws ConfigError as `parseWritten`. What it names beside itself is read by nobody here. */
export function parseConfig(text: string, file: string, overrides: Overrides = {}): Config {
  return resolve({ ...parseWritten(text, file), prompts: {}, overrides });
}

/** @throws ConfigError that names every mistake found, each with line and column, what is allowed and the nearest key. */
function parseWritten(text: string, file: string): Written {
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw tooLarge(Buffer.byteLength(text), { what: 'the configuration', where: file });
  }
  const yaml = parseYaml(text, file);
  if (yaml.value === null || yaml.value === undefined) {
    throw new ConfigError('the configuration is empty', { where: file, remedy: EXAMPLE });
  }
  refuseWithoutSensitivity(yaml);
  const parsed = configSchema.safeParse(yaml.value);
  if (!parsed.success) {
    // A misspelt key first: what it leaves missing is only its shadow.
    const findings = explain(parsed.error.issues, configSchema, yaml.value).sort(
      (a, b) => Number(b.key !== undefined) - Number(a.key !== undefined),
    );
    const [first, ...others] = findings.map(({ path: at, key, message, allowed }) => ({
      where: yaml.where(at, key),
      message: `${message}${allowed ? ` (allowed: ${allowed})` : ''}`,
    }));
    const also = others.length === 0 ? [] : [' Also:', ...others.map(({ where, message }) => `\n${where}: ${message}`)];
    throw new ConfigError(first!.message, { where: first!.where, others, remedy: `Correct it there.${also.join('')}` });
  }
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { raw: parsed.data, yaml, origin: { path: file, sha256 } };
}

/** What is known of the commit that a change is compared with. */
export interface BaseCommit {
  /** How the reader knows it: `base commit 1a2b3c4`. */
  name: string;
  rules: Rules;
  /** Whether the data files of the two commits may differ. */
  dataChanged: boolean;
}

/** The rules of the base, where they or their rows are not those of the head that judges itself. */
export interface BaseRules {
  /** Name of the branch, or of the commit where that is not known. */
  name: string;
  /** The base's rules over the head's subject. */
  config: Config;
  /** Absolute folder from which the data paths of these rules start. */
  root: string;
  rules: RuleChange[];
  rows: RowsChange[];
}

/** A problem may leave the data unknown and the changed rules known. */
export type ReadBaseRules = BaseRules | { isSame: true } | { problem: GateError; rules?: RuleChange[] };

/** Where the rules that decide come from. */
export interface ConfigSource {
  path: string;
  /** Whose rules decide: `head`, `base`, `split`, or `local` in a terminal. */
  ref: string;
  rules: Rules;
  /** Reads the commit to compare with; absent where there is none. Throws GateError where it cannot be read. */
  base?: (() => Promise<BaseCommit>) | undefined;
  /**
   * Reads the base's rules that the head's own stand beside; absent where the head is not judged by its own. A problem says why it is not
   * known what they say.
   */
  baseRules?: (() => Promise<ReadBaseRules>) | undefined;
}
