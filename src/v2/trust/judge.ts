import path from 'node:path';
import { GateError } from '../../errors.ts';
import { quoted, quotedName } from '../../json.ts';
import type { DatasetServer } from '../../rows/huggingface.ts';
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
import {
  changeWarnings,
  keyChanges,
  leakWarnings,
  refuseSubject,
  refuseUntrusted,
} from './subject.ts';
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
  const { event, inputs, lookUp, datasets } = options;
  const { workspace } = options.repository;
  const checkout = await openCheckout(inputs.config, options.repository);
  const inside = (file: string) => path.posix.relative(checkout.folder, path.posix.normalize(file));
  const overrides = { ...inputs.overrides };
  let root = workspace;
  // Paths of inputs start at the workspace, those of a configuration at its repository.
  if (overrides.data?.startsWith(`${checkout.folder}/`)) {
    overrides.data = inside(overrides.data);
    root = path.join(workspace, checkout.folder);
  }
  const written = event.isUntrusted ? undefined : workTreeFiles(root);
  const rows = { server: { ...datasets, revisions: new Map() }, written };
  const reader = new SideReader({ path: inside(inputs.config), overrides, rows });
  const { configRef } = inputs;
  return judge(await new SideFinder({ event, checkout, reader, lookUp, configRef }).find());
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
  const hasGit = await gitLine(place, ['rev-parse', '--git-dir']).then(
    () => true,
    () => false,
  );
  const files = workTreeFiles(root, hasGit ? place : undefined);
  const rows = { server: { ...datasets, revisions: new Map() }, written: files };
  const reader = new SideReader({ path: path.posix.normalize(configPath), overrides, rows });
  const head = reader.required(await reader.withRules({ name: files.name, files }));
  const [warnings, notices]: string[][] = [[], []];
  const found: FoundSides = {
    head,
    ref: 'local',
    hasPreview: true,
    isTrusted: true,
    warnings,
    notices,
  };
  if (ref === undefined) return judge(found);
  const sha = await gitLine(place, ['rev-parse', '--verify', `${ref}^{commit}`]);
  const repository = new Repository(place, false);
  const base = await reader.merged(repository, sha, ref);
  if (!hasRules(base)) {
    const warning = `Judged by rules that were never merged: ${quotedName(ref)} has no ${quoted(reader.path)}.`;
    return judge({ ...found, warnings: [warning] });
  }
  const mergeBase = await gitLine(place, ['merge-base', sha, 'HEAD']).catch(() => sha);
  const origin = await reader.commit(repository, mergeBase, 'the merge base');
  return judge({ ...found, base, compared: base, origin, ref: 'base' });
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
    warnings.push(...changeWarnings(changes));
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
  if (beside && found.hasPreview && isTrusted && differs) judged.preview = beside;
  return judged;
}

async function changesOf({ head, base, origin }: FoundSides, warnings: string[]): Promise<Changes> {
  const from = hasRules(origin) ? origin.rules : base?.rules;
  if (!from) return { subject: [], rules: [], rows: [] };
  const { config } = head.rules;
  const onProblem = ({ message }: GateError) =>
    void warnings.push(`Rows of the head cannot be read, nor could they once merged: ${message}`);
  return {
    subject: changedSubject(from.config, config),
    rules: changedRules(from.config, config),
    rows: await changedRows(from, head.rules, onProblem),
  };
}
