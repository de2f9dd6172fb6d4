import path from 'node:path';
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import type { DatasetServer } from '../data/huggingface.ts';
import { changedRules, changedSubject, withSubject } from '../config/changes.ts';
import type { Overrides } from '../config/config.ts';
import type { Files } from '../files.ts';
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
  type PreviousRelease,
  type Sides,
  type SideSource,
} from './find-sides.ts';
import { gitLine, openCheckout, type CheckoutOptions, type Env } from './git.ts';
import type { Changes, Judged, Judgement } from './judged.ts';
import { changedRows, staleNotices, type RowSources } from './rows.ts';
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
  /** What only GitHub knows. Both may throw a GitHubError. */
  lookUp: { mergeBase: SideSource['mergeBase']; previousRelease: PreviousRelease };
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
  const { place, server, folder, head } = await openCheckout(inputs.config, options.repository);
  // Paths of inputs start at the workspace, those of a configuration at its repository.
  const inside = (file: string) => path.posix.relative(folder, path.posix.normalize(file));
  const overrides = { ...inputs.overrides };
  const isBelow = folder !== '' && overrides.data?.startsWith(`${folder}/`);
  if (isBelow) overrides.data = inside(overrides.data ?? '');
  const written = workTreeFiles(isBelow ? path.join(workspace, folder) : workspace);
  const isTrusted = !event.isUntrusted;
  const source: SideSource = {
    mergeBase: lookUp.mergeBase,
    path: inside(inputs.config),
    overrides,
    rows: rowSources(datasets, isTrusted ? written : undefined),
    repository: new Repository(place, server),
    isTrusted,
    warnings: [],
    notices: [],
  };
  const { configRef } = inputs;
  const { previousRelease } = lookUp;
  const about = { ...source, event, checkedOut: head, configRef, previousRelease };
  return judge(await findSides(about), source);
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
  const { root, base: name, configPath, overrides, env, datasets } = options;
  const place = { cwd: root, env };
  const files = workTreeFiles(root, place);
  const source: SideSource = {
    mergeBase: (...commits) => gitLine(place, ['merge-base', ...commits]),
    path: path.posix.normalize(configPath),
    overrides,
    rows: rowSources(datasets, files),
    repository: new Repository(place),
    isTrusted: true,
    warnings: [],
    notices: [],
  };
  const head = required(await readSide(source, files), 'The work tree', source.path);
  if (name === undefined) return judge({ head, ref: 'local' }, source);
  const commit = await gitLine(place, ['rev-parse', '--verify', `${name}^{commit}`]).catch(() => {
    throw new ConfigError(`git knows no commit ${quoted(name)} here`, {
      where: '--base',
      remedy: 'Name a branch, a tag or a commit of this repository: --base origin/main.',
    });
  });
  const base = await readCommit(source, commit, name);
  if (!base) {
    neverMerged(source, name);
    return judge({ head, ref: 'local' }, source);
  }
  const { side: origin } = await originOf(source, commit, 'HEAD');
  return judge({ head, base, compared: base, origin, ref: 'base', hasPreview: true }, source);
}

function rowSources(datasets?: DatasetServer, written?: Files): RowSources {
  return { server: { ...datasets, revisions: new Map() }, written, sides: [] };
}

/** @throws ConfigError for a subject that the rules of the base do not judge */
async function judge(sides: Sides, source: SideSource): Promise<Judged> {
  const { head, base, compared, ref, hasPreview } = sides;
  const { isTrusted, warnings, notices } = source;
  let [decides, beside]: [Judgement, Judgement?] = [head];
  if (base) {
    await refuseSubject(base, head);
    warnings.push(...keyWarnings(base, head, isTrusted));
    beside = await ifBeside(ref, warnings, () => {
      return { ...base, config: withSubject(base.config, head.config) };
    });
    if (beside && ref !== 'head') [decides, beside] = [beside, decides];
    warnings.unshift(...(await leakWarnings(base.config, decides)));
  }
  const { config, readRows } = decides;
  const changes = await changesOf(sides, warnings);
  notices.push(...(await staleNotices(decides, head.files)));
  const differs = changes.rules.length + changes.rows.length > 0;
  const isBeside = isTrusted && differs && hasPreview === true;
  if (hasPreview === false && differs)
    notices.push('In a merge group nothing is judged by the rules and rows of the head.');
  return {
    config,
    readRows,
    ref,
    commit: head.commit || undefined,
    base: compared,
    isChange: base !== undefined && base === compared,
    self: (base ?? compared ?? head).config.subject.model,
    preview: isBeside ? beside : undefined,
    changes,
    isTrusted,
    warnings,
    notices,
  };
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
