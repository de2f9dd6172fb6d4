import { ConfigError, orProblem, type GateError } from '../errors.ts';
import type { Config, Overrides, ParsedConfig } from './config.ts';
import { MOST_CONFIG_BYTES, nearFile, readPlainFile, tooLarge, type PlainFile } from './files.ts';
import { readNamedFiles, type NamedFileReader } from './named-files.ts';
import { mergeProblems } from './problems.ts';
import { resolve } from './resolve.ts';
import { createHash } from 'node:crypto';
import { quoted } from '../json.ts';
import { schemaErrors } from './issues.ts';
import { refuseWithoutSensitivity, dropUnread } from './langtest.ts';
import { parseYaml } from './positions.ts';
import { configSchema } from './schema.ts';

/** The configuration of one side, its problem, or its absence. */
export type Rules = { config: Config } | { problem: GateError } | AbsentConfig;

interface AbsentConfig {
  absent: true;
  /** Path of a file in the same folder with nearly the same name. */
  near?: string;
}

interface RulesOptions {
  readConfig: () => Promise<string | undefined>;
  readNamedFile: NamedFileReader;
  file: string;
  overrides: Overrides;
  /** Folder in which a file of nearly the same name is searched if the file is missing. */
  root?: string;
}

/**
 * Returns the configuration, its problem, or that it is absent. Throws any other error of
 * `readConfig`, such as GitHub's: the rules are then unknown.
 */
export async function readRules({
  readConfig,
  readNamedFile,
  file,
  overrides,
  root,
}: RulesOptions): Promise<Rules> {
  return orProblem<Rules, ConfigError>(async () => {
    const text = await readConfig();
    if (text === undefined)
      return { absent: true, near: root === undefined ? undefined : await nearFile(root, file) };
    const parsed = parseWritten(text, file);
    const namedFiles = await readNamedFiles(parsed, readNamedFile);
    return { config: resolve({ ...parsed, namedFiles, overrides }) };
  }, ConfigError);
}

export function configOf(rules: Rules, file: string): Config {
  if ('config' in rules) return rules.config;
  if ('problem' in rules) throw rules.problem;
  const near = rules.near === undefined ? '' : `; did you mean ${quoted(rules.near)}?`;
  throw new ConfigError(`there is no configuration at ${quoted(file)}${near}`, {
    where: file,
    remedy:
      'Write one there (`sensitivity init` does), or name another path in the input `config`. In a workflow, run actions/checkout first.',
  });
}

export function readConfigFile(
  options: Pick<PlainFile, 'root' | 'file' | 'confined' | 'isTracked'>,
): Promise<string | undefined> {
  return readPlainFile({
    ...options,
    label: 'the configuration',
    place: options.file,
    isNamedByWorkflow: true,
  });
}

export function parseConfig(text: string, file: string, overrides: Overrides = {}): Config {
  return resolve({ ...parseWritten(text, file), namedFiles: new Map(), overrides });
}

/**
 * Parses a configuration and checks it against its schema.
 *
 * @throws ConfigError that names every mistake with its line and column, and what is allowed
 */
function parseWritten(text: string, file: string): ParsedConfig {
  if (Buffer.byteLength(text) > MOST_CONFIG_BYTES) {
    throw tooLarge(Buffer.byteLength(text), { label: 'the configuration', place: file });
  }
  const yaml = parseYaml(text, file);
  if (yaml.value === null || yaml.value === undefined) {
    const remedy = 'Write the sections model, data and tests; `sensitivity init` writes them.';
    throw new ConfigError('the configuration is empty', { where: file, remedy });
  }
  refuseWithoutSensitivity(yaml);
  const origin = { path: file, sha256: createHash('sha256').update(text).digest('hex') };
  const { value: configValue, unread } = dropUnread(yaml.value);
  const parsed = configSchema.safeParse(configValue);
  if (parsed.success) return { raw: parsed.data, yaml, origin, unread };
  const { issues } = parsed.error;
  throw mergeProblems(schemaErrors(issues, { schema: configSchema, root: configValue, yaml }));
}
