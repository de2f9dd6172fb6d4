import path from 'node:path';
import { ConfigError, tryStep } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import type { DatasetServer } from '../data/huggingface.ts';
import { changedRules, changedSubject, withSubject } from '../config/changes.ts';
import type { Overrides } from '../config/config.ts';
import type { Files } from '../shared/files.ts';
import {
  changesSince,
  findSides,
  readCommit,
  readSide,
  requireSide,
  unlessHeadDecides,
  warnNeverMerged,
  type Sides,
  type SideSource,
  type WorkflowRun,
} from './find-sides.ts';
import { gitLine, Repository, workTreeFiles } from './git.ts';
import type { Ruling } from './ruling-types.ts';
import { changedRows, leakWarnings, staleNotices } from './rows.ts';
import { codeWarnings, keyWarnings, refuseSubject } from './subject.ts';

/** A workflow run, with the place of its repository and its configuration. */
export interface ChangeOptions
  extends WorkflowRun, Pick<SideSource, 'overrides' | 'repository' | 'mergeBase'> {
  /** Absolute folder of the job, GITHUB_WORKSPACE. */
  workspace: string;
  /** The repository's place in the workspace: `''`, or `app` for actions/checkout's `path: app`. */
  folder: string;
  /** Path of the configuration from the workspace. */
  config: string;
  datasets?: DatasetServer;
}

/**
 * Rules on the change that a workflow runs for. Reads everything from commits.
 *
 * @throws GateError for what cannot be read, and for a subject that is not judged
 */
export async function ruleOnChange(options: ChangeOptions) {
  const { workspace, folder, config, event, overrides } = options;
  const data = overrides.data && path.posix.normalize(overrides.data);
  // Paths in inputs are relative to the workspace, those in a configuration to its repository.
  const prefix = folder && data?.startsWith(`${folder}/`) ? `${folder}/` : '';
  const written = workTreeFiles(path.join(workspace, prefix));
  const source: SideSource = {
    ...options,
    path: path.posix.relative(folder, path.posix.normalize(config)),
    overrides: { ...overrides, data: data?.slice(prefix.length) },
    ...startReading(options.datasets, event.isUntrusted ? undefined : written),
  };
  return ruleOnSides(await findSides(options, source), source);
}

export interface WorkTreeOptions {
  /** Absolute folder that all paths are relative to. */
  root: string;
  /** The option `--base`, which names the commit whose rules decide. */
  base?: string;
  configPath: string;
  overrides: Overrides;
  env: NodeJS.ProcessEnv;
  datasets?: DatasetServer;
}

/**
 * Rules on the work tree, for a command in a terminal. The rules of the work tree decide, or those
 * of a base. @throws GateError
 */
export async function ruleOnWorkTree(options: WorkTreeOptions) {
  const { root, base: name, overrides, env, datasets } = options;
  const place = { cwd: root, env };
  const files = workTreeFiles(root, place);
  const source: SideSource = {
    path: path.posix.normalize(options.configPath),
    overrides,
    repository: new Repository(place),
    mergeBase: (...commits) => gitLine(place, ['merge-base', ...commits]),
    ...startReading(datasets, files),
  };
  const head = requireSide(await readSide(source, files), 'the work tree', source.path);
  if (name === undefined) return ruleOnSides({ head, ref: 'local' }, source);
  const commit = await gitLine(place, ['rev-parse', '--verify', `${name}^{commit}`]).catch(() => {
    throw new ConfigError(`git finds no commit ${quoted(name)} here`, {
      where: '--base',
      remedy:
        'Name a local branch, tag or commit: --base main is your own branch of that name. `git fetch origin` gets those of the remote. This needs a repository, and git on the PATH.',
    });
  });
  const base = await readCommit(source, commit, name);
  if (!base) {
    warnNeverMerged(source, name);
    return ruleOnSides({ head, ref: 'local' }, source);
  }
  const since = await changesSince(source, commit, head);
  return ruleOnSides(
    { head, base, compared: base, ...since, ref: 'base', hasPreview: true },
    source,
  );
}

/**
 * Creates what reading the sides fills.
 *
 * @param written - the files that an earlier step wrote; absent for an untrusted head
 */
function startReading(datasets?: DatasetServer, written?: Files) {
  return {
    server: { ...datasets, revisions: new Map() },
    written,
    isUntrusted: !written,
    sides: [],
    warnings: [],
    notices: [],
  };
}

/** @throws ConfigError for a subject that the rules of the base do not judge */
async function ruleOnSides(sides: Sides, source: SideSource): Promise<Ruling> {
  const { head, base, compared, ref } = sides;
  const { isUntrusted, warnings, notices } = source;
  if (base) {
    refuseSubject(base, head);
    warnings.push(...(await codeWarnings(base, sides)), ...keyWarnings(base, head, isUntrusted));
  }
  // Undefined if the two do not fit and the head decides.
  const byBase =
    base &&
    (await tryStep(
      () => ({ ...base, config: withSubject(base.config, head.config) }),
      unlessHeadDecides(ref, warnings),
    ));
  const decides = byBase && ref !== 'head' ? byBase : head;
  const other = decides === head ? byBase : head;
  if (base) warnings.unshift(...(await leakWarnings(base.config, decides)));
  const changes = await compareSides(sides, warnings);
  notices.push(...(await staleNotices(decides, head.files)));
  const isPreviewed =
    sides.hasPreview && !isUntrusted && changes.rules.length + changes.rows.length > 0;
  const self = ref === 'head' ? head : (base ?? head);
  return {
    config: decides.config,
    readRows: decides.readRows,
    ref,
    commit: head.commit || undefined,
    base: compared,
    isChange: base && base === compared,
    self: self.config.subject.model,
    preview: isPreviewed ? other : undefined,
    changes,
    warnings,
    notices,
  };
}

async function compareSides({ head, base, origin = base }: Sides, warnings: string[]) {
  if (!origin) return { subject: [], rules: [], rows: [] };
  const { rows, problem } = await changedRows(origin, head);
  if (problem) warnings.push(`Rows of the head cannot be read, now or after a merge: ${problem}.`);
  if (base && changedSubject(origin.config, base.config)[0])
    warnings.push(
      'The base has changed model or prompts since this branch left it. What the branch lacks of that, the comparison counts as its own change: update the branch (merge the base into it).',
    );
  // Two commits may have several merge bases, and git picks one. It may have the subject of the
  // head although the base has another, so compare the head with both.
  const sinceOrigin = changedSubject(origin.config, head.config);
  return {
    subject: base && !sinceOrigin[0] ? changedSubject(base.config, head.config) : sinceOrigin,
    rules: changedRules(origin.config, head.config),
    rows,
  };
}
