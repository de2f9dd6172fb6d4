import { ConfigError, GateError } from '../../errors.ts';
import { quoted, quotedName } from '../../json.ts';
import { list } from '../../rows/printable.ts';
import type { GateEvent } from '../github/event.ts';
import type { Checkout } from './checkout.ts';
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

export interface FindOptions {
  event: GateEvent;
  checkout: Checkout;
  reader: SideReader;
  lookUp: LookUp;
  configRef: 'base' | 'head';
}

/** Finds the commits that an event is about. */
export class SideFinder {
  private readonly options: FindOptions;
  private readonly warnings: string[] = [];
  private readonly notices: string[] = [];

  constructor(options: FindOptions) {
    this.options = options;
  }

  /** @throws GateError for a side that cannot be read */
  async find(): Promise<FoundSides> {
    const { event, checkout, configRef } = this.options;
    if (configRef === 'head' && event.isUntrusted)
      throw new ConfigError('With `config-ref: head`, an untrusted head would judge itself', {
        where: 'config-ref',
        remedy: 'Leave the input out: the rules of the base decide about forks and Dependabot.',
      });
    const [is, should] = [checkout.head, event.headSha ?? event.sha];
    const isOther = is !== event.sha && is !== should && event.name !== 'pull_request_target';
    if (isOther)
      this.warnings.push(
        `The checkout holds commit ${is.slice(0, 7)}, and the event is about ${should.slice(0, 7)}: the verdict is about ${is.slice(0, 7)}.`,
      );
    if (event.kind === 'change') return this.ofChange();
    return event.kind === 'default' ? this.ofDefault() : this.ofOther();
  }

  private found(head: WithRules): FoundSides {
    const { warnings, notices } = this;
    const isTrusted = !this.options.event.isUntrusted;
    return { head, ref: 'head', hasPreview: false, isTrusted, warnings, notices };
  }

  /** The rules and rows of the base decide about the subject of the head. */
  private async ofChange(): Promise<FoundSides> {
    const { event, checkout, reader, configRef } = this.options;
    const { repository } = checkout;
    const { sha, isMerged } = await this.baseCommit();
    const isTarget = event.name === 'pull_request_target' && event.headSha !== undefined;
    const commit = isTarget ? await repository.fetchMissing(event.headSha ?? '') : checkout.head;
    const base = await this.base(sha);
    const head = reader.required(await reader.commit(repository, commit, 'the head'));
    const origin = isMerged ? base : await this.mergeBase(sha, commit);
    await this.nameWorkflows(origin?.commit ?? sha, head);
    if (isMerged) head.commit = event.headSha ?? commit;
    const found = this.found(head);
    if (!base) return found;
    found.hasPreview = event.name !== 'merge_group';
    found.ref = configRef === 'base' && base.commit !== sha ? 'default' : configRef;
    return { ...found, base, compared: base, origin };
  }

  /** `isMerged`: the commit that is checked out is the head's merge with this one. */
  private async baseCommit(): Promise<{ sha: string; isMerged: boolean }> {
    const { event, checkout } = this.options;
    const { repository, head } = checkout;
    const { branch, sha } = baseOf(event);
    if (branch !== event.defaultBranch)
      this.warnings.push(
        `The base is ${quotedName(branch)}, and not the default branch ${quotedName(event.defaultBranch)}.`,
      );
    if (event.name === 'merge_group')
      return { sha: await repository.fetchMissing(sha), isMerged: true };
    const isMerge = event.name === 'pull_request' && head === event.sha && head !== event.headSha;
    const [first, second] = isMerge ? await repository.parents(head) : [];
    if (first !== undefined && second === event.headSha)
      return { sha: await repository.fetchMissing(first), isMerged: true };
    return { sha: await repository.fetchTip(`refs/heads/${branch}`), isMerged: false };
  }

  /** The base, else the default branch; undefined where neither has rules. */
  private async base(sha: string): Promise<WithRules<CommitSide> | undefined> {
    const { event, checkout, reader, configRef } = this.options;
    const { branch } = baseOf(event);
    try {
      const base = await reader.merged(checkout.repository, sha, branch);
      if (hasRules(base)) return base;
      return this.ofTip(branch === event.defaultBranch ? base : await this.tip());
    } catch (error) {
      if (configRef === 'base' || !(error instanceof GateError)) throw error;
      this.warnings.push(`The base's verdict does not stand beside: ${error.message}.`);
      return undefined;
    }
  }

  private async tip(): Promise<CommitSide> {
    const { event, checkout, reader } = this.options;
    const { defaultBranch: name } = event;
    const sha = await checkout.repository.fetchTip(`refs/heads/${name}`);
    return reader.merged(checkout.repository, sha, name);
  }

  private ofTip(tip: CommitSide): WithRules<CommitSide> | undefined {
    const { event, reader } = this.options;
    const { branch } = baseOf(event);
    if (hasRules(tip)) {
      if (event.base)
        this.notices.push(
          `${quotedName(branch)} has no ${quoted(reader.path)}: that of ${quotedName(tip.name)} decides.`,
        );
      return tip;
    }
    if (event.isUntrusted)
      throw new ConfigError('No rules are merged, and an untrusted head is not judged by its own', {
        where: reader.path,
        remedy: 'Merge a configuration into the default branch first.',
      });
    this.warnings.push(
      `Judged by rules that were never merged: ${quotedName(tip.name)} has no ${quoted(reader.path)}.`,
    );
    return undefined;
  }

  /** Undefined where it cannot be had, which is said. */
  private async mergeBase(base: string, head: string): Promise<CommitSide | undefined> {
    const { checkout, reader, lookUp } = this.options;
    let reason = 'GitHub knows none';
    try {
      const found = await lookUp.mergeBase(base, head);
      if (found !== undefined) {
        const sha = await checkout.repository.fetchMissing(found);
        return await reader.commit(checkout.repository, sha, 'the merge base');
      }
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      reason = error.message;
    }
    this.notices.push(`Changes are counted from the base, without a merge base: ${reason}.`);
    return undefined;
  }

  /** GitHub runs the workflow of the head. Changes of the configuration are listed by their keys. */
  private async nameWorkflows(origin: string, head: CommitSide): Promise<void> {
    const { checkout, reader } = this.options;
    const old = await checkout.repository.entries(origin);
    const now = await head.files.entries();
    const edited = [...new Set([...old.keys(), ...now.keys()])].filter(
      (file) => file.startsWith('.github/') && old.get(file)?.id !== now.get(file)?.id,
    );
    const others = edited.filter((file) => file !== reader.path);
    if (others.length > 0)
      this.warnings.push(
        `This change edits ${list(others)}, and a workflow decides whether and how the gate runs.`,
      );
  }

  /** The default branch is judged by its own rules. */
  private async ofDefault(): Promise<FoundSides> {
    const { event, checkout, reader } = this.options;
    const { repository, head: sha } = checkout;
    const head = reader.required(await reader.commit(repository, sha, event.defaultBranch));
    const compared = await this.before();
    return { ...this.found(head), compared, origin: compared };
  }

  /** Tags, releases, deployments and other branches are judged by the default branch's rules. */
  private async ofOther(): Promise<FoundSides> {
    const { event, checkout, reader } = this.options;
    const { repository, head: sha } = checkout;
    const base = this.ofTip(await this.tip());
    const isShipped = event.tag !== undefined || event.name === 'deployment';
    const side = await reader.commit(repository, sha, event.tag ?? 'the head');
    if (isShipped && !hasRules(side))
      throw new ConfigError(
        `${quotedName(event.tag ?? sha)} ships no gate: it has no configuration`,
        {
          where: reader.path,
          remedy: 'Ship a commit with one, or name its path in the input `config`.',
        },
      );
    const found = this.found(reader.required(side));
    if (!base) return found;
    const sides: FoundSides = { ...found, base, ref: 'default' };
    if (isShipped) return { ...sides, compared: await this.previousRelease(base) };
    const origin = await this.mergeBase(base.commit, sha);
    return { ...sides, origin, compared: await this.before() };
  }

  /** The commit before a push. */
  private async before(): Promise<WithRules | undefined> {
    const { before } = this.options.event;
    return before === undefined ? undefined : this.earlier(before, 'the commit before');
  }

  private async previousRelease({ rules }: WithRules): Promise<WithRules | undefined> {
    const { event, checkout, lookUp } = this.options;
    if (rules.config.tests.every(({ compare }) => compare === undefined)) return undefined;
    const release = await lookUp.previousRelease({ commit: checkout.head, tag: event.tag });
    if (release) return this.earlier(release.commit, release.name);
    this.notices.push('No earlier release or tag is an ancestor: the rates decide alone.');
    return undefined;
  }

  private async earlier(commit: string, name: string): Promise<WithRules | undefined> {
    const { repository } = this.options.checkout;
    const sha = await repository.fetchMissing(commit);
    const side = await this.options.reader.commit(repository, sha, name);
    if (hasRules(side)) return side;
    this.notices.push(`${quotedName(name)} has no configuration: nothing is compared.`);
    return undefined;
  }
}

function baseOf({ base, defaultBranch }: GateEvent): { branch: string; sha: string } {
  return base ?? { branch: defaultBranch, sha: '' };
}
