import { ConfigError, GateError } from '../errors.ts';
import { quoted, quotedName } from '../json.ts';
import { list } from '../data/printable.ts';
import type { GateEvent } from '../github/event.ts';
import type { Checkout } from './checkout.ts';
import type { Repository } from './commit.ts';
import type { Judged } from './judged.ts';
import { hasRules, type CommitSide, type Side, type SideReader, type WithRules } from './sides.ts';

/** What only GitHub knows. Both may throw a GitHubError. */
export interface LookUp {
  /** Undefined where two commits have none. */
  mergeBase: (base: string, head: string) => Promise<string | undefined>;
  /** The release before a version, else the nearest tag: `release v1.2.0`. */
  previousRelease: (version: {
    commit: string;
    tag?: string;
  }) => Promise<{ name: string; commit: string } | undefined>;
}

/** Who is judged, by whom, and what it is compared with. */
export interface FoundSides {
  head: WithRules;
  /** Decides, or stands beside with `ref: head`; absent: the head decides alone. */
  base?: WithRules;
  /** The side that `compare: base` asks. */
  compared?: WithRules;
  /** What the head's changes are counted from; absent: the base. */
  origin?: Side;
  ref: Judged['ref'];
  /** The other side's verdict may stand beside. */
  hasPreview: boolean;
  isTrusted: boolean;
  warnings: string[];
  notices: string[];
}

interface FindOptions {
  event: GateEvent;
  checkout: Checkout;
  reader: SideReader;
  lookUp: LookUp;
}

/** Finds the commits that an event is about. Each method throws a GateError for one unread. */
export class SideFinder {
  private readonly event: GateEvent;
  private readonly head: string;
  private readonly repository: Repository;
  private readonly reader: SideReader;
  private readonly lookUp: LookUp;
  private readonly warnings: string[] = [];
  private readonly notices: string[] = [];

  constructor({ event, checkout, reader, lookUp }: FindOptions) {
    this.event = event;
    this.head = checkout.head;
    this.repository = checkout.repository;
    this.reader = reader;
    this.lookUp = lookUp;
  }

  async find(configRef: 'base' | 'head'): Promise<FoundSides> {
    const { kind, name, sha, headSha = sha, isUntrusted } = this.event;
    if (configRef === 'head' && isUntrusted)
      throw new ConfigError('With `config-ref: head`, an untrusted head would judge itself', {
        where: 'config-ref',
        remedy: 'Leave the input out: the base decides about forks and Dependabot.',
      });
    if (![sha, headSha].includes(this.head) && name !== 'pull_request_target')
      this.warnings.push(
        `The checkout holds commit ${this.head.slice(0, 7)}, which is judged, and the event is about ${headSha.slice(0, 7)}.`,
      );
    if (kind === 'change') return this.ofChange(configRef);
    return kind === 'default' ? this.ofDefault() : this.ofOther();
  }

  private found(head: WithRules): FoundSides {
    const { warnings, notices, event } = this;
    const isTrusted = !event.isUntrusted;
    return { head, ref: 'head', hasPreview: false, isTrusted, warnings, notices };
  }

  private commit(sha: string, name: string): Promise<CommitSide> {
    return this.reader.commit(this.repository, sha, name);
  }

  private async tip(branch: string): Promise<CommitSide> {
    return this.commit(await this.repository.fetchTip(`refs/heads/${branch}`), branch);
  }

  /** The rules and rows of the base decide about the subject of the head. */
  private async ofChange(configRef: 'base' | 'head'): Promise<FoundSides> {
    const { name, headSha = this.head } = this.event;
    const { sha, isMerged } = await this.baseCommit();
    const isTarget = name === 'pull_request_target';
    const commit = isTarget ? await this.repository.fetchMissing(headSha) : this.head;
    const base = await this.base(sha, configRef);
    const head = this.reader.required(await this.commit(commit, 'the head'));
    const origin = isMerged ? base : await this.mergeBase(sha, commit);
    await this.nameWorkflows(origin?.commit ?? sha, head);
    if (isMerged) head.commit = headSha;
    const found = this.found(head);
    if (!base) return found;
    found.hasPreview = name !== 'merge_group';
    found.ref = configRef === 'base' && base.commit !== sha ? 'default' : configRef;
    return { ...found, base, compared: base, origin };
  }

  /** `isMerged`: the commit that is checked out is the head's merge with this one. */
  private async baseCommit(): Promise<{ sha: string; isMerged: boolean }> {
    const { name, sha, headSha, base, defaultBranch } = this.event;
    const branch = base?.branch ?? defaultBranch;
    if (branch !== defaultBranch)
      this.warnings.push(
        `The base is ${quotedName(branch)}, and not the default branch ${quotedName(defaultBranch)}.`,
      );
    if (name === 'merge_group' && base)
      return { sha: await this.repository.fetchMissing(base.sha), isMerged: true };
    const isMerge = name === 'pull_request' && this.head === sha && sha !== headSha;
    const [first, second] = isMerge ? await this.repository.parents(sha) : [];
    if (first !== undefined && second === headSha)
      return { sha: await this.repository.fetchMissing(first), isMerged: true };
    return { sha: await this.repository.fetchTip(`refs/heads/${branch}`), isMerged: false };
  }

  /** The base, else the default branch; undefined where neither has rules. */
  private async base(sha: string, configRef: string): Promise<WithRules<CommitSide> | undefined> {
    const { base, defaultBranch } = this.event;
    const branch = base?.branch ?? defaultBranch;
    try {
      const side = await this.commit(sha, branch);
      if (hasRules(side) || branch === defaultBranch) return this.merged(side);
      return this.merged(await this.tip(defaultBranch));
    } catch (error) {
      // It does not decide: so a base that cannot be read can be corrected.
      if (configRef === 'base' || !(error instanceof GateError)) throw error;
      this.warnings.push(`The base's verdict does not stand beside: ${error.message}.`);
      return undefined;
    }
  }

  private merged(side: CommitSide): WithRules<CommitSide> | undefined {
    if (hasRules(side)) return side;
    const { path } = this.reader;
    if (this.event.isUntrusted)
      throw new ConfigError('No rules are merged, and an untrusted head is not judged by its own', {
        where: path,
        remedy: 'Merge a configuration into the default branch first.',
      });
    this.warnings.push(
      `Judged by rules that were never merged: ${side.name} has no ${quoted(path)}.`,
    );
    return undefined;
  }

  /** Undefined where it cannot be had, which is said. */
  private async mergeBase(base: string, head: string): Promise<CommitSide | undefined> {
    try {
      const sha = await this.lookUp.mergeBase(base, head);
      if (sha !== undefined)
        return await this.commit(await this.repository.fetchMissing(sha), 'the merge base');
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
    }
    this.notices.push('The merge base cannot be read, so changes are counted from the base.');
    return undefined;
  }

  /** GitHub runs the workflow of the head. The configuration is compared key by key. */
  private async nameWorkflows(origin: string, head: CommitSide): Promise<void> {
    const [old, now] = [await this.repository.entries(origin), await head.files.entries()];
    const files = [...new Set([...old.keys(), ...now.keys()])].filter(
      (file) => file.startsWith('.github/') && old.get(file)?.id !== now.get(file)?.id,
    );
    const others = files.filter((file) => file !== this.reader.path);
    if (others.length > 0)
      this.warnings.push(
        `This change edits ${list(others)}: a workflow decides how the gate runs.`,
      );
  }

  /** The default branch is judged by its own rules. */
  private async ofDefault(): Promise<FoundSides> {
    const head = this.reader.required(await this.commit(this.head, this.event.defaultBranch));
    const compared = await this.before();
    return { ...this.found(head), compared, origin: compared };
  }

  /** Tags, releases, deployments and other branches are judged by the default branch's rules. */
  private async ofOther(): Promise<FoundSides> {
    const { tag, name, defaultBranch } = this.event;
    const isShipped = tag !== undefined || name === 'deployment';
    const side = await this.commit(this.head, tag ?? 'the head');
    if (isShipped && !hasRules(side))
      throw new ConfigError(`${quotedName(side.name)} ships no gate: it has no configuration`, {
        where: this.reader.path,
        remedy: 'Ship a commit with one, or name its path in the input `config`.',
      });
    const base = this.merged(await this.tip(defaultBranch));
    const found = this.found(this.reader.required(side));
    if (!base) return found;
    const sides: FoundSides = { ...found, base, ref: 'default' };
    if (isShipped) return { ...sides, compared: await this.previousRelease(base) };
    const origin = await this.mergeBase(base.commit, this.head);
    return { ...sides, origin, compared: await this.before() };
  }

  /** The commit before a push. */
  private async before(): Promise<WithRules | undefined> {
    const { before } = this.event;
    return before === undefined ? undefined : this.earlier(before, 'the commit before');
  }

  private async previousRelease({ rules }: WithRules): Promise<WithRules | undefined> {
    if (rules.config.tests.every(({ compare }) => compare === undefined)) return undefined;
    const version = { commit: this.head, tag: this.event.tag };
    const release = await this.lookUp.previousRelease(version);
    if (release) return this.earlier(release.commit, release.name);
    this.notices.push('No earlier release or tag is an ancestor: the rates decide alone.');
    return undefined;
  }

  private async earlier(commit: string, name: string): Promise<WithRules | undefined> {
    const side = await this.commit(await this.repository.fetchMissing(commit), name);
    if (hasRules(side)) return side;
    this.notices.push(`Nothing is compared: ${name} has no configuration.`);
    return undefined;
  }
}
