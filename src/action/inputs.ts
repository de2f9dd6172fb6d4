// The inputs of action.yml, with what each may be.

import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError, throwMerged } from '../shared/errors.ts';
import { entryOf, quoted } from '../shared/json.ts';
import { didYouMean } from '../language/nearest.ts';
import { resolveLinks, leadsOut } from '../shared/path-safety.ts';
import removed from '../config/removed.json' with { type: 'json' };
import { grantLines } from '../models/keys.ts';

/** A schema of one of these values. Its error lists them. */
function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, `Allowed: ${values.join(', ')}.`);
}

const lines = z.string().default('').transform(grantLines);

const failOn = z
  .string()
  .default('fail, inconclusive, error')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z
      .array(oneOf(['fail', 'inconclusive', 'error', 'none']))
      .min(1, 'Allowed: fail, inconclusive, error, none.')
      .refine((list) => list.length === 1 || !list.includes('none'), '`none` must be used alone.'),
  );

const inRepository = z
  .string()
  .transform((file) => path.posix.normalize(file))
  .refine((file) => !leadsOut(file), 'Allowed: a path in the repository.');

const inputsSchema = z.object({
  config: inRepository.default('.github/sensitivity.yml'),
  'config-ref': oneOf(['base', 'head']).default('base'),
  hub: z.string().optional(),
  model: z.string().optional(),
  data: z.string().optional(),
  'api-key': z.string().optional(),
  'base-url': z.string().optional(),
  /** Lines of the form `HOST[:PORT] [VARIABLE]`. */
  'allowed-hosts': lines,
  /** Lines of the form `VARIABLE [HOST[:PORT]]`. */
  'header-variables': lines,
  'github-token': z.string().optional(),
  comment: oneOf(['always', 'on-failure', 'never']).default('always'),
  'comment-key': z.string().optional(),
  review: oneOf(['off', 'comment']).default('off'),
  /** Outcomes that fail the job. */
  'fail-on': failOn,
  'missing-key': oneOf(['fail', 'skip']).default('fail'),
  'max-requests': z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Allowed: a whole number of 1 or more, in digits.')
    .transform(Number)
    .optional(),
  'cache-directory': z.string().optional(),
  'report-directory': z.string().optional(),
});

/** The inputs, in which folders are absolute paths. */
export type Inputs = ReturnType<typeof readInputs>;

export const INPUT_NAMES = Object.keys(inputsSchema.shape);

const PREFIX = 'INPUT_';
const CACHE_OUTSIDE =
  'Allowed: a folder outside the checkout, which a pull request could fill, such as ${{ runner.temp }}/sensitivity-cache.';

/**
 * Reads the inputs from the runner's variables: `api-key` is INPUT_API-KEY, empty if it is not set.
 *
 * @throws ConfigError that names every input that is unknown, and every value that is not allowed
 */
export function readInputs(env: NodeJS.ProcessEnv) {
  const values: Record<string, string> = {};
  const faults = new Map<string, ConfigError>();
  for (const [variable, value = ''] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX)) continue;
    const name = variable.slice(PREFIX.length).toLowerCase();
    if (!INPUT_NAMES.includes(name)) faults.set(name, unknownInput(name));
    else if (value.trim()) values[name] = value.trim();
  }
  const workspace = path.resolve(env.GITHUB_WORKSPACE ?? '.');
  const temporary = env.RUNNER_TEMP?.trim() || tmpdir();
  const folderOf = (name: string, defaultName: string) =>
    path.resolve(workspace, values[name] ?? path.join(temporary, defaultName));
  // The runner empties RUNNER_TEMP before a job, so a report there is of an earlier step.
  const earlier = globSync('sensitivity-report{,-[0-9]*}', { cwd: temporary }).length;
  const cache = folderOf('cache-directory', 'sensitivity-cache');
  if (values['cache-directory'] && !isOutside(workspace, cache))
    faults.set('cache-directory', notAllowed('cache-directory', cache, CACHE_OUTSIDE));
  const parsed = inputsSchema.safeParse(values);
  for (const { path: keys, message } of parsed.error?.issues ?? []) {
    const name = String(keys[0]);
    faults.set(name, notAllowed(name, values[name], message));
  }
  throwMerged([...faults.values()]);
  // Each issue is a fault, which was thrown above.
  if (!parsed.success) throw parsed.error;
  return {
    ...parsed.data,
    'cache-directory': cache,
    'report-directory': folderOf(
      'report-directory',
      earlier === 0 ? 'sensitivity-report' : `sensitivity-report-${earlier + 1}`,
    ),
    workspace,
  };
}

/** True for a folder outside of the workspace, both by its path and once links are followed. */
function isOutside(workspace: string, folder: string) {
  const linked = path.relative(resolveLinks(workspace), resolveLinks(folder));
  return leadsOut(linked) && leadsOut(path.relative(workspace, folder));
}

function unknownInput(name: string) {
  const where = `input '${name}'`;
  const remedy = entryOf(removed.inputs, name);
  if (remedy !== undefined) return new ConfigError('this input was removed', { where, remedy });
  return new ConfigError(`there is no such input${didYouMean(name, INPUT_NAMES)}`, {
    where,
    remedy: `Allowed: ${INPUT_NAMES.join(', ')}. The runner passes inputs as variables INPUT_…: if this is a variable of your \`env:\`, set it only in other steps, or rename it.`,
  });
}

function notAllowed(name: string, value: string | undefined, remedy: string) {
  return new ConfigError(`${quoted(value)} is not allowed`, { where: `input '${name}'`, remedy });
}
