import { createHash } from 'node:crypto';
import { ConfigError } from '../errors.js';
import { quoted } from '../json.js';
import type { Config, Overrides } from './config.js';
import { explain } from './issues.js';
import { refuseWithoutSensitivity } from './langtest.js';
import { MAX_BYTES, readPlainFile, tooLarge, type PlainFile } from './plain-file.js';
import { parseYaml } from './positions.js';
import { resolve } from './resolve.js';
import { configSchema } from './schema.js';
import type { Written } from './written.js';

const EXAMPLE = `A small one to start from:

model: { hub: openai, name: YOUR-MODEL }
data: { source: "builtin:statements" }
tests:
  sensitivity:
    add_negation: { min_pass_rate: 0.70 }`;

export type ConfigFile = Pick<PlainFile, 'root' | 'file' | 'confined' | 'isTracked'>;

/** What is said of a configuration that is needed and not there. */
export function missing(file: string): ConfigError {
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
export function parseWritten(text: string, file: string): Written {
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
