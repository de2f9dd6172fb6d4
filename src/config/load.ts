import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../errors.js';
import { isHidden, wayInside, type IsTracked } from '../inside.js';
import type { Config, Overrides } from './config.js';
import { explain } from './issues.js';
import { refuseWithoutSensitivity } from './langtest.js';
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

export interface ConfigFile {
  /** Absolute folder that `file` starts from. */
  root: string;
  file: string;
  /**
   * Whoever wrote the file is not trusted: it may be no link to what else is on the machine, since an error could show what is in there.
   */
  confined: boolean;
  /** Where it is `confined`: left out for a folder of our own, in which there is nothing but what a commit holds. */
  isTracked?: IsTracked | undefined;
}

/** What is said of a configuration that is needed and not there. */
export function missing(file: string): ConfigError {
  return new ConfigError(`there is no configuration at ${file}`, {
    where: file,
    remedy:
      'Write one there, or name another path with the input `config` (terminal: --config). In a workflow, actions/checkout must come first. ' +
      EXAMPLE,
  });
}

/**
 * Undefined where the file is not there. @throws ConfigError where it is no plain file, too large, or, being confined, outside or not
 * git's.
 */
export async function readConfigFile({ root, file, confined, isTracked }: ConfigFile): Promise<string | undefined> {
  const real = await realpath(path.resolve(root, file)).catch(() => undefined);
  if (real === undefined) return undefined;
  if (confined) await refuseStrange(real, { root: await realpath(root), file, isTracked });
  // Before a byte is read: a device or a pipe has no end.
  const { size, isFile } = await stat(real).then((found) => ({ size: found.size, isFile: found.isFile() }));
  if (!isFile) throw new ConfigError('the configuration is not a plain file', { where: file, remedy: 'Name a YAML file.' });
  if (size > MAX_BYTES) {
    throw new ConfigError(`the configuration has ${size} bytes`, { where: file, remedy: `At most ${MAX_BYTES} bytes are read.` });
  }
  return readFile(real, 'utf8');
}

/** `real` is where the links of `file` lead. */
async function refuseStrange(real: string, { root, file, isTracked }: Omit<ConfigFile, 'confined'>): Promise<void> {
  const way = wayInside(root, real);
  if (way === undefined) {
    throw new ConfigError('the configuration lies outside of the checkout', {
      where: file,
      remedy: 'Keep it in the repository, as a file and not as a link.',
    });
  }
  const tracked = await isTracked?.(real);
  const isLink = real !== path.resolve(root, file);
  // Without git to ask, a name that the workflow gives is good enough, a link to a hidden file is not.
  if (tracked === false || (isTracked && tracked === undefined && isLink && isHidden(way))) {
    throw new ConfigError(`git does not track the configuration${isLink ? `, which is a link to ${way}` : ''}`, {
      where: file,
      remedy: `Commit it, as a file. Where an earlier step writes it, let that step run \`git add\` on it.`,
    });
  }
}

/** @throws ConfigError that names every mistake found, each with line and column, what is allowed and the nearest key. */
export function parseConfig(text: string, file: string, overrides: Overrides = {}): Config {
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw new ConfigError(`the configuration has ${Buffer.byteLength(text)} bytes`, {
      where: file,
      remedy: `At most ${MAX_BYTES} bytes are read.`,
    });
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
    const lines = findings.map(({ path: at, key, message, allowed }) => ({
      where: yaml.where(at, key),
      text: `${message}${allowed ? ` (allowed: ${allowed})` : ''}`,
    }));
    const [first, ...others] = lines;
    throw new ConfigError(first!.text, {
      where: first!.where,
      remedy:
        others.length === 0
          ? 'Correct it there.'
          : ['Correct it there. Also:', ...others.map((line) => `${line.where}: ${line.text}`)].join('\n'),
    });
  }
  const sha256 = createHash('sha256').update(text).digest('hex');
  return resolve({ raw: parsed.data, yaml, overrides }, { path: file, sha256 });
}
