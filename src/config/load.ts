import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../errors.js';
import type { Config, Overrides } from './config.js';
import { explain } from './issues.js';
import { parseYaml } from './positions.js';
import { resolve } from './resolve.js';
import { configSchema } from './schema.js';

/** Far above any configuration; a larger file is a mistake or an attack. */
const MAX_BYTES = 1024 * 1024;

const EXAMPLE = `A small one to start from:

model: { hub: openai, name: YOUR-MODEL }
data: { source: "builtin:statements" }
tests:
  sensitivity:
    add_negation: { min_pass_rate: 0.70 }`;

/** Reads the file at `file`, relative to `root`. @throws ConfigError where it is not there or too large. */
export async function readConfigFile(root: string, file: string): Promise<string> {
  const bytes = await readFile(path.resolve(root, file)).catch((cause: unknown) => {
    throw new ConfigError(`there is no configuration at ${file}`, {
      where: file,
      remedy: `Write one there, or name another path with the input \`config\` (terminal: --config). In a workflow, actions/checkout must come first. ${EXAMPLE}`,
      cause,
    });
  });
  if (bytes.length > MAX_BYTES) {
    throw new ConfigError(`the configuration has ${bytes.length} bytes`, { where: file, remedy: `At most ${MAX_BYTES} bytes are read.` });
  }
  return bytes.toString('utf8');
}

/** @throws ConfigError that names every mistake found, each with line and column, what is allowed and the nearest key. */
export function parseConfig(text: string, file: string, overrides: Overrides = {}): Config {
  const yaml = parseYaml(text, file);
  if (yaml.value === null || yaml.value === undefined) {
    throw new ConfigError('the configuration is empty', { where: file, remedy: EXAMPLE });
  }
  const parsed = configSchema.safeParse(yaml.value);
  if (!parsed.success) {
    // A misspelt key first: what it leaves missing is only its shadow.
    const findings = explain(parsed.error.issues, configSchema, yaml.value).sort((a, b) => Number(b.key !== undefined) - Number(a.key !== undefined));
    const lines = findings.map(({ path: at, key, message, allowed }) => ({
      where: yaml.where(at, key),
      text: `${message}${allowed ? ` (allowed: ${allowed})` : ''}`,
    }));
    const [first, ...others] = lines;
    throw new ConfigError(first!.text, {
      where: first!.where,
      remedy: others.length === 0 ? 'Correct it there.' : ['Correct it there. Also:', ...others.map((line) => `${line.where}: ${line.text}`)].join('\n'),
    });
  }
  const sha256 = createHash('sha256').update(text).digest('hex');
  return resolve({ raw: parsed.data, yaml, overrides }, { path: file, sha256 });
}
