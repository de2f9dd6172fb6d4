import { quoted } from '../json.js';

/** What is to be kept from one machine to the next. */
export interface Parcel {
  /** Absolute folders and patterns of files; the same on every machine, or none finds what another has left. */
  paths: string[];
  /** What it is found by, the closest first; it is kept under the first. */
  names: [string, ...string[]];
}

export interface ActionsCacheOptions {
  /** The process's own: what the toolkit reads, too. */
  env: NodeJS.ProcessEnv;
  /** Not for the programs that the toolkit starts. */
  secrets: readonly string[];
  /** Anybody at all may have written what is tested. */
  isStrangers: boolean;
  say: (line: string) => void;
  warn: (line: string) => void;
  /** Undefined where it takes longer than it is worth. */
  within: <T>(longest: number, work: Promise<T>) => Promise<T | undefined>;
}

/** Nobody waits longer for answers that could be asked for as well. The toolkit tries a service that answers 500 for half a minute. */
const LONGEST_MS = 60_000;
/** Of the seven seconds that an interrupted run has, those that its report has left. */
const LONGEST_INTERRUPTED_MS = 3_000;
const NAME = 'sensitivity-replies';

/**
 * The cache of GitHub Actions, best effort: what fails costs requests and a warning, never a run. It is asked for nothing before something
 * is to be kept. The toolkit unpacks what it finds as it stands, so that nothing is taken where a stranger may have had a hand in it.
 */
export class ActionsCache {
  private parcel: Parcel | undefined;
  private readonly options: ActionsCacheOptions;

  constructor(options: ActionsCacheOptions) {
    this.options = options;
  }

  /** Puts back what the run that is closest to this one has left. */
  async take(parcel: Parcel): Promise<void> {
    const { say, isStrangers } = this.options;
    if (isStrangers) {
      say('The Actions cache is left alone: anybody may have written what is tested, so its answers are neither taken nor kept.');
      return;
    }
    const { isFeatureAvailable, restoreCache } = await import('@actions/cache');
    if (!isFeatureAvailable()) {
      say('Answers are not kept for later runs: this runner has no Actions cache.');
      return;
    }
    this.hideSecrets();
    this.parcel = parcel;
    const prefixes = parcel.names.map((name) => `${NAME}-${name}-`);
    const isTooLong = await this.attempt(LONGEST_MS, () => restoreCache(parcel.paths, this.keyOf(parcel), prefixes));
    if (isTooLong) this.leave();
  }

  /** There is nothing that a later run does not have already. */
  leave(): void {
    this.parcel = undefined;
  }

  /** Once all else is done. */
  async save({ isInterrupted }: { isInterrupted: boolean }): Promise<void> {
    const { parcel } = this;
    if (!parcel) return;
    const { saveCache } = await import('@actions/cache');
    await this.attempt(isInterrupted ? LONGEST_INTERRUPTED_MS : LONGEST_MS, () => saveCache(parcel.paths, this.keyOf(parcel)));
  }

  /** No cache is ever written over: each run leaves one of its own. */
  private keyOf({ names: [name] }: Parcel): string {
    const { GITHUB_RUN_ID: run = '0', GITHUB_RUN_ATTEMPT: attempt = '1' } = this.options.env;
    return `${NAME}-${name}-${run}-${attempt}`;
  }

  /** @returns whether it took too long. */
  private async attempt(longest: number, work: () => Promise<unknown>): Promise<boolean> {
    const { env, warn, within } = this.options;
    // The toolkit's own variable, for whoever wants to wait less.
    const minutes = Number(env['SEGMENT_DOWNLOAD_TIMEOUT_MINS']);
    const wait = minutes > 0 ? Math.min(longest, minutes * 60_000) : longest;
    try {
      const done = work().then(() => true);
      if (await within(wait, done)) return false;
      warn(`The Actions cache was not done in ${wait / 1000} s: the run goes on without it.`);
      return true;
    } catch (error) {
      warn(`The Actions cache cannot be used: ${quoted((error as Error).message)}. The run goes on without it.`);
      return false;
    }
  }

  /** The toolkit starts tar and zstd with all variables that there are; whoever needs a key has read it. */
  private hideSecrets(): void {
    const { env, secrets } = this.options;
    for (const [name, value] of Object.entries(env)) if (secrets.includes(value?.trim() ?? '')) Reflect.deleteProperty(env, name);
  }
}
