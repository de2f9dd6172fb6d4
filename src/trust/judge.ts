import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import type { DatasetServer } from '../data/huggingface.ts';
import { changedRules, changedSubject, withSubject } from '../config/changes.ts';
import type { Overrides } from '../config/config.ts';
import type { GateEvent } from '../github/event.ts';
import { Repository } from './commit.ts';
import {
  findSides,
  ifBeside,
  neverMerged,
  originOf,
  readCommit,
  readSide,
  required,
  type LookUp,
  type Sides,
  type SideSource,
} from './find-sides.ts';
import { gitLine, openCheckout, type CheckoutOptions, type Env } from './git.ts';
import type { Changes, Judged, Judgement } from './judged.ts';
import { changedRows } from './rows.ts';
import { keyWarnings, leakWarnings, refuseSubject } from './subject.ts';
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
  const { place, folder, head } = await openCheckout(inputs.config, options.repository);
  // Paths of inputs start at the workspace, those of a configuration at its repository.
  const inside = (file: string) => path.posix.relative(folder, path.posix.normalize(file));
  const overrides = { ...inputs.overrides };
  const isBelow = folder !== '' && overrides.data?.startsWith(`${folder}/`);
  if (isBelow) overrides.data = inside(overrides.data ?? '');
  const isTrusted = !event.isUntrusted;
  const written = workTreeFiles(isBelow ? path.join(workspace, folder) : workspace);
  const source: SideSource = {
    path: inside(inputs.config),
    overrides,
    rows: {
      server: { ...datasets, revisions: new Map() },
      written: isTrusted ? written : undefined,
      sides: [],
    },
    repository: new Repository(place, true),
    mergeBase: lookUp.mergeBase,
    isTrusted,
    warnings: [],
    notices: [],
  };
  const { configRef } = inputs;
  const { previousRelease } = lookUp;
  const sides = await findSides({ event, head, configRef, source, previousRelease });
  return judge(sides, source);
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
  const files = workTreeFiles(root, place);
  const source: SideSource = {
    path: path.posix.normalize(configPath),
    overrides,
    rows: { server: { ...datasets, revisions: new Map() }, written: files, sides: [] },
    repository: new Repository(place, false),
    mergeBase: (...commits) => gitLine(place, ['merge-base', ...commits]),
    isTrusted: true,
    warnings: [],
    notices: [],
  };
  const head = required(await readSide(source, files), 'The work tree', source);
  if (ref === undefined) return judge({ head, ref: 'local' }, source);
  const sha = await gitLine(place, ['rev-parse', '--verify', `${ref}^{commit}`]).catch(() => {
    throw new ConfigError(`git knows no commit ${quoted(ref)} here`, {
      where: '--base',
      remedy: 'Name a branch, a tag or a commit of this repository: --base origin/main.',
    });
  });
  const base = await readCommit(source, sha, ref);
  if (!base) {
    neverMerged(source, ref);
    return judge({ head, ref: 'local' }, source);
  }
  const { side: origin } = await originOf(source, sha, 'HEAD');
  return judge({ head, base, compared: base, origin, ref: 'base', hasPreview: true }, source);
}

/** @throws ConfigError for a subject that the rules of the base do not judge */
async function judge(sides: Sides, source: SideSource): Promise<Judged> {
  const { head, base, compared, ref } = sides;
  const { isTrusted, warnings, notices } = source;
  let [decides, beside]: [Judgement, Judgement?] = [head];
  if (base) {
    await refuseSubject({ base, head });
    warnings.push(...keyWarnings({ base, head }, isTrusted));
    const byBase = () => ({ ...base, config: withSubject(base.config, head.config) });
    beside = await ifBeside(ref, warnings, byBase);
    if (beside && ref !== 'head') [decides, beside] = [beside, decides];
    warnings.unshift(...(await leakWarnings({ base, head }, decides)));
  }
  const changes = await changesOf(sides, warnings);
  const { config, readRows } = decides;
  const self = (base ?? compared ?? head).config.subject.model;
  const judged: Judged = { config, readRows, ref, self, changes, isTrusted, warnings, notices };
  judged.commit = head.commit;
  judged.isChange = base !== undefined && base === compared;
  if (compared?.commit !== undefined) {
    const { name, commit } = compared;
    judged.base = { name, commit, subject: compared.config.subject };
  }
  const differs = changes.rules.length + changes.rows.length > 0;
  if (sides.hasPreview && isTrusted && differs) judged.preview = beside;
  if (sides.hasPreview === false && differs)
    notices.push('In a merge group nothing is judged by the rules and rows of the head.');
  return judged;
}

async function changesOf(
  { head, base, origin = base }: Sides,
  warnings: string[],
): Promise<Changes> {
  if (!origin) return { subject: [], rules: [], rows: [] };
  return {
    subject: changedSubject(origin.config, head.config),
    rules: changedRules(origin.config, head.config),
    rows: await changedRows(origin, head, ({ message }) => {
      const said = `Rows of the head cannot be read, nor could they once merged: ${message}`;
      if (!warnings.includes(said)) warnings.push(said);
    }),
  };
}
