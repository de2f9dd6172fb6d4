import path from 'node:path';
import { ConfigError, type GateError } from '../errors.ts';
import { quoted } from '../json.ts';
import type { DatasetServer } from '../data/huggingface.ts';
import { changedRules, changedSubject, withSubject } from '../config/changes.ts';
import type { Overrides } from '../config/config.ts';
import type { GateEvent } from '../github/event.ts';
import { openCheckout, type CheckoutOptions } from './checkout.ts';
import { Repository } from './commit.ts';
import { SideFinder, type FoundSides, type LookUp } from './find-sides.ts';
import { gitLine, type Env } from './git.ts';
import type { Changes, Judged, Judgement } from './judged.ts';
import { changedRows } from './rows.ts';
import { hasRules, SideReader } from './sides.ts';
import { keyChanges, keyWarning, leakWarnings, refuseSubject, refuseUntrusted } from './subject.ts';
import { workTreeFiles } from './work-tree.ts';

export interface ChangeOptions {
  event: GateEvent;
  repository: CheckoutOptions;
  inputs: {
    /** Path of the configuration from the workspace. */
    config: string;
    configRef: 'base' | 'head';
    overrides: Overrides;
  };
  lookUp: LookUp;
  datasets?: DatasetServer;
}

/**
 * Reads what a workflow judges, and by whose rules: all of it from commits.
 *
 * @throws GateError for what cannot be read, and for a subject that is not judged
 */
export async function judgeChange(options: ChangeOptions): Promise<Judged> {
  const { event, repository, inputs, lookUp, datasets } = options;
  const checkout = await openCheckout(inputs.config, repository);
  const { folder } = checkout;
  // Paths of inputs start at the workspace, those of a configuration at its repository.
  const inside = (file: string) => path.posix.relative(folder, path.posix.normalize(file));
  const overrides = { ...inputs.overrides };
  const isBelow = folder !== '' && overrides.data?.startsWith(`${folder}/`);
  if (isBelow) overrides.data = inside(overrides.data ?? '');
  const root = isBelow ? path.join(repository.workspace, folder) : repository.workspace;
  const written = event.isUntrusted ? undefined : workTreeFiles(root);
  const rows = { server: { ...datasets, revisions: new Map() }, written, sides: [] };
  const reader = new SideReader(inside(inputs.config), overrides, rows);
  const finder = new SideFinder({ event, checkout, reader, lookUp });
  return judge(await finder.find(inputs.configRef));
}

export interface WorkTreeOptions {
  /** Absolute folder, at which all paths start. */
  root: string;
  /** The option `--base`: its rules decide. */
  base?: string;
  configPath: string;
  overrides: Overrides;
  env: Env;
  datasets?: DatasetServer;
}

/**
 * Reads what a command in a terminal judges: the work tree, by its own rules or those of a base.
 *
 * @throws GateError
 */
export async function judgeWorkTree(options: WorkTreeOptions): Promise<Judged> {
  const { root, base: ref, configPath, overrides, env, datasets } = options;
  const place = { cwd: root, env };
  const folder = await gitLine(place, ['rev-parse', '--git-dir']).catch(() => undefined);
  const files = workTreeFiles(root, folder === undefined ? undefined : place);
  const rows = { server: { ...datasets, revisions: new Map() }, written: files, sides: [] };
  const reader = new SideReader(path.posix.normalize(configPath), overrides, rows);
  const head = reader.required(await reader.withRules({ name: files.name, files }));
  const usual = { hasPreview: true, isTrusted: true, warnings: [], notices: [] };
  if (ref === undefined) return judge({ ...usual, head, ref: 'local' });
  const sha = await gitLine(place, ['rev-parse', '--verify', `${ref}^{commit}`]).catch(() => {
    throw new ConfigError(`git knows no commit ${quoted(ref)} here`, {
      where: '--base',
      remedy: 'Name a branch, a tag or a commit of this repository: --base origin/main.',
    });
  });
  const repository = new Repository(place);
  const base = await reader.commit(repository, sha, ref);
  if (!hasRules(base)) {
    const warnings = [`Judged by rules that were never merged: ${ref} has no configuration.`];
    return judge({ ...usual, head, ref: 'local', warnings });
  }
  const mergeBase = await gitLine(place, ['merge-base', sha, 'HEAD']).catch(() => sha);
  const origin = await reader.commit(repository, mergeBase, 'the merge base');
  return judge({ ...usual, head, base, compared: base, origin, ref: 'base' });
}

/** @throws ConfigError for a subject that the rules of the base do not judge */
async function judge(found: FoundSides): Promise<Judged> {
  const { head, base, compared, ref, isTrusted, notices } = found;
  const warnings = [...found.warnings];
  let [decides, beside]: [Judgement, Judgement?] = [head.rules];
  if (base) {
    const sides = { base, head };
    await refuseSubject(sides);
    const changes = keyChanges(sides);
    if (!isTrusted) refuseUntrusted(changes, head.rules);
    warnings.push(...changes.map(keyWarning));
    const config = withSubject(base.rules.config, head.rules.config.subject);
    beside = { config, readRows: base.rules.readRows };
    if (ref !== 'head') [decides, beside] = [beside, decides];
    warnings.push(...(await leakWarnings(sides, decides)));
  }
  const changes = await changesOf(found, warnings);
  const judged: Judged = { ...decides, ref, changes, isTrusted, warnings, notices };
  if (head.commit !== undefined) judged.commit = head.commit;
  if (compared?.commit !== undefined) {
    const { name, commit, rules } = compared;
    judged.base = { name, commit, subject: rules.config.subject };
  }
  const differs = changes.rules.length + changes.rows.length > 0;
  if (found.hasPreview && isTrusted && differs) judged.preview = beside;
  return judged;
}

async function changesOf({ head, base, origin }: FoundSides, warnings: string[]): Promise<Changes> {
  const from = hasRules(origin) ? origin.rules : base?.rules;
  if (!from) return { subject: [], rules: [], rows: [] };
  const { config } = head.rules;
  return {
    subject: changedSubject(from.config, config),
    rules: changedRules(from.config, config),
    rows: await changedRows(from, head.rules, ({ message }: GateError) => {
      warnings.push(`Rows of the head cannot be read, nor could they once merged: ${message}`);
    }),
  };
}
