import path from 'node:path';
import { ConfigError, tryStep } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import type { DatasetServer } from '../data/huggingface.ts';
import { changedRules, changedSubject, withSubject } from '../config/changes.ts';
import {
  findBranchPoint,
  findSides,
  neverMerged,
  readCommit,
  readSide,
  requireSide,
  withoutBase,
  type FoundSides,
  type Side,
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
  const source = {
    ...options,
    path: path.posix.relative(folder, path.posix.normalize(config)),
    overrides: { ...overrides, data: data?.slice(prefix.length) },
    written: event.isUntrusted ? undefined : workTreeFiles(path.join(workspace, prefix)),
    server: { ...options.datasets, revisions: new Map() },
    sides: [],
  };
  return ruleOnSides(await findSides(options, source));
}

export interface WorkTreeOptions extends Pick<ChangeOptions, 'overrides' | 'datasets'> {
  /** Absolute folder that all paths are relative to. */
  root: string;
  /** The option `--base`, which names the commit whose rules decide. */
  base?: string;
  configPath: string;
  env: NodeJS.ProcessEnv;
}

/**
 * Rules on the work tree, for a command in a terminal. The rules of the work tree decide, or those
 * of a base. @throws GateError
 */
export async function ruleOnWorkTree(options: WorkTreeOptions) {
  const { root, base: name, env } = options;
  const place = { cwd: root, env };
  const files = workTreeFiles(root, place);
  const source: SideSource = {
    ...options,
    path: path.posix.normalize(options.configPath),
    repository: new Repository(place),
    mergeBase: (...commits) => gitLine(place, ['merge-base', ...commits]),
    written: files,
    server: { ...options.datasets, revisions: new Map() },
    sides: [],
  };
  const head = requireSide(await readSide(source, files), 'the work tree', source.path);
  const found: FoundSides = { head, kind: 'change', ref: 'local' };
  if (name === undefined) return ruleOnSides(found);
  const commit = await gitLine(place, ['rev-parse', '--verify', `${name}^{commit}`]).catch(() => {
    throw new ConfigError(`git finds no commit ${quoted(name)} here`, {
      where: '--base',
      remedy:
        'Name a local branch, tag or commit: --base main is your own branch of that name. `git fetch origin` gets those of the remote. This needs a repository, and git on the PATH.',
    });
  });
  const base = await readCommit(source, commit, name);
  if (!base) return ruleOnSides({ ...found, warnings: [neverMerged(name, source.path)] });
  return ruleOnSides({
    ...found,
    base,
    ref: 'base',
    ...(await findBranchPoint(source, commit, head)),
  });
}

/**
 * Gives each side its parts in a ruling. A pushed branch is compared with the default branch, as a
 * pull request is with its base: so a push cannot avoid the comparison.
 */
export function chooseSides(found: FoundSides) {
  const { head, base, earlier, branchPoint } = found;
  if (!base) return { judge: head, compared: earlier, origin: earlier };
  const [judge, other] = found.ref === 'head' ? [head, base] : [base, head];
  return {
    // Its rules and rows decide.
    judge,
    // By its rules and rows, a reviewer also sees a verdict.
    preview: found.kind === 'change' && !found.isUntrusted ? other : undefined,
    // Its model and prompts are asked as well, to compare.
    compared: found.kind === 'version' ? earlier : base,
    // The changes of the head are counted from it.
    origin: branchPoint ?? base,
  };
}

/** @throws ConfigError for a subject that the rules of the base do not judge */
async function ruleOnSides(found: FoundSides): Promise<Ruling> {
  const { head, base, ref, notices = [], warnings: ofSides = [] } = found;
  const { judge, preview, compared, origin } = chooseSides(found);
  const warnings = [...ofSides];
  if (base) {
    refuseSubject(base, head);
    warnings.push(
      ...(await codeWarnings(base, found)),
      ...keyWarnings(base, head, found.isUntrusted),
    );
  }
  const withHead = ({ config, readRows }: Side) => ({
    config: withSubject(config, head.config),
    readRows,
  });
  const rules = withHead(judge);
  // A misfit of rules that do not decide is only a warning.
  const other = await tryStep(
    () => preview && withHead(preview),
    (error) => warnings.push(withoutBase(error)),
  );
  const { doubts, ...changes } = origin
    ? await compareSides(origin, found)
    : { subject: [], rules: [], rows: [], doubts: [] };
  return {
    ...rules,
    ref,
    commit: head.commit || undefined,
    base: compared,
    isChange: base && base === compared,
    self: judge.config.subject.model,
    preview: changes.rules.length + changes.rows.length > 0 ? other : undefined,
    changes,
    warnings: [...(await leakWarnings(base ?? head, rules)), ...warnings, ...doubts],
    notices: [...notices, ...(await staleNotices(rules, head.files))],
  };
}

/** Lists what the head changes, and warns if the list may be wrong. */
async function compareSides(origin: Side, { head, base = origin }: FoundSides) {
  const { rows, problem } = await changedRows(origin, head);
  const doubts: string[] = [];
  if (problem) doubts.push(`Rows of the head cannot be read, now or after a merge: ${problem}.`);
  if (changedSubject(origin.config, base.config)[0])
    doubts.push(
      'The base has changed model or prompts since this branch left it. What the branch lacks of that, the comparison counts as its own change: update the branch (merge the base into it).',
    );
  // Two commits may have several merge bases, and git picks one. It may have the subject of the
  // head although the base has another, so compare the head with both.
  const sinceOrigin = changedSubject(origin.config, head.config);
  return {
    subject: sinceOrigin[0] ? sinceOrigin : changedSubject(base.config, head.config),
    rules: changedRules(origin.config, head.config),
    rows,
    doubts,
  };
}
