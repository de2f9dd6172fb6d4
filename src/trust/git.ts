/** Runs git. Its errors name the kind of failure, and hold no environment and no output. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { ConfigError, systemCode } from '../errors.ts';
import { asRecord, quoted } from '../json.ts';

export type GitFailure =
  | 'no_git' // there is no program `git` on the PATH
  | 'no_repository' // the folder is in no repository, or does not exist
  | 'refused' // the repository belongs to another user
  | 'negative' // git answers no, with exit status 1: an unknown name, not an ancestor
  | 'too_large' // git prints more than the caller reads
  | 'timeout' // git did not end in time
  | 'killed' // a signal ended git
  | 'other'; // a damaged repository, a missing object

/** A command of git that failed. */
export class GitError extends ConfigError {
  readonly kind: GitFailure;
  /** The cause, as a clause that follows a colon. */
  readonly reason: string;

  constructor(kind: GitFailure, reason: string, where: string) {
    super(`git failed: ${reason}`, { where, remedy: REMEDIES[kind] });
    this.kind = kind;
    this.reason = reason;
  }
}

const REMEDIES: Record<GitFailure, string> = {
  no_git: 'Install git, and have it on the PATH.',
  no_repository: 'Run the command inside a git repository.',
  refused: 'Make the repository your own, or name its folder in `safe.directory` of git.',
  negative: 'Name a commit that the repository has.',
  too_large: 'Use a smaller repository, or smaller files.',
  timeout: 'Run the command again on a machine that is less busy.',
  killed: 'Run the command again. SIGKILL often means too little free memory.',
  other: 'Run `git fsck`: it names the damage of the repository.',
};

interface GitCommand {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The place of an error: the option or the file that leads to the repository. */
  where: string;
  /** Text for the standard input of git. */
  input?: string;
  /** Maximum number of bytes of the output; default 256 MiB, a listing of a million files. */
  maxBytes?: number;
}

/** Maximum number of bytes of a listing. */
const MAX_LISTING_BYTES = 256 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

/**
 * Runs one command, and returns its output.
 * @throws GitError
 */
export async function runGit(
  args: readonly string[],
  { cwd, env, where, input, maxBytes = MAX_LISTING_BYTES }: GitCommand,
): Promise<Buffer> {
  const running = promisify(execFile)('git', ['--no-pager', ...args], {
    cwd,
    // Failures are recognized by git's English messages.
    env: { ...env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
    encoding: 'buffer',
    maxBuffer: maxBytes,
    timeout: TIMEOUT_MS,
  });
  // A git that ends early closes its input. The error of the command says why it ended.
  running.child.stdin?.on('error', () => undefined).end(input);
  try {
    return (await running).stdout;
  } catch (error) {
    throw gitError(error, { cwd, where, maxBytes });
  }
}

/** Classifies an error of `execFile`. */
function gitError(
  error: unknown,
  { cwd, where, maxBytes }: { cwd: string; where: string; maxBytes: number },
): GitError {
  const { code, killed, signal, stderr } = asRecord(error);
  const message = Buffer.isBuffer(stderr) ? stderr.toString().trim() : '';
  const [firstLine = ''] = message.split('\n');
  // A missing folder and a missing program have the same code.
  if (systemCode(error) === 'ENOENT' && !existsSync(cwd))
    return new GitError('no_repository', `there is no folder ${quoted(cwd)}`, where);
  if (systemCode(error) === 'ENOENT')
    return new GitError('no_git', 'git was not found on the PATH', where);
  if (systemCode(error) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return new GitError('too_large', `it printed more than ${maxBytes} bytes`, where);
  if (killed === true)
    return new GitError('timeout', `it did not end within ${TIMEOUT_MS / 1000} s`, where);
  if (typeof signal === 'string')
    return new GitError('killed', `the signal ${signal} ended it`, where);
  if (code === 1 && message === '') return new GitError('negative', 'it answered no', where);
  const reason = firstLine === '' ? `it ended with ${String(code)}` : quoted(firstLine);
  return new GitError(failureIn(firstLine), reason, where);
}

function failureIn(line: string): GitFailure {
  if (line.startsWith('fatal: not a git repository')) return 'no_repository';
  if (line.startsWith('fatal: detected dubious ownership')) return 'refused';
  return 'other';
}
