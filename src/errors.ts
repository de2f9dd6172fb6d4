/** One further thing that is wrong with the same file. */
interface OtherProblem {
  where?: string;
  message: string;
  remedy: string;
}

/** Parts of an error beside its message: the place, what is allowed and what to do. */
export interface ErrorDetails {
  /** File, line and column, input name, or endpoint. */
  where?: string;
  /** One or two sentences: what is allowed, and what to change. */
  remedy: string;
  /** The remedy of this problem alone, if `remedy` lists those of `others`, too. */
  ownRemedy?: string;
  /** Problems that were found together with this one. */
  others?: readonly OtherProblem[];
  cause?: unknown;
}

/** Base of every error that a user can correct. Any other exception is a defect of this program. */
export abstract class GateError extends Error {
  /** Written out in each class, since the minifier renames classes. */
  abstract override readonly name: string;
  /**
   * One line: control characters and back-ticks are replaced, since a path in it may come from an
   * untrusted author.
   */
  readonly where: string | undefined;
  readonly remedy: string;
  readonly ownRemedy: string;
  readonly others: readonly OtherProblem[];

  constructor(message: string, details: ErrorDetails) {
    super(message, details);
    this.where = details.where?.replace(/[\p{Cc}\p{Zl}\p{Zp}`]/gu, '\uFFFD');
    this.remedy = details.remedy;
    this.ownRemedy = details.ownRemedy ?? details.remedy;
    this.others = details.others ?? [];
  }

  /** Returns `where: message` and the remedy on its own line, for the terminal and the log. */
  describe(): string {
    return `${atPlace(this)}\n${this.remedy}`;
  }
}

/** `where: message`, or the message alone where no place is known. */
export function atPlace({ where, message }: { where?: string; message: string }): string {
  return where ? `${where}: ${message}` : message;
}

/**
 * Returns one error for all: the message and the place are those of the first. Its remedy lists the
 * others, which `others` has as data.
 */
export function mergeErrors<E extends GateError>(
  [first, ...rest]: readonly [E, ...E[]],
  make: new (message: string, details: ErrorDetails) => E,
): E {
  if (rest.length === 0) return first;
  const others = [...first.others];
  for (const { where, message, ownRemedy: remedy, others: more } of rest)
    others.push({ where, message, remedy }, ...more);
  const lines = others.map((other) => {
    const fullStop = /[.?!]$/.test(other.message) ? '' : '.';
    return `\n${atPlace(other)}${fullStop} ${other.remedy}`;
  });
  const { message, where, ownRemedy } = first;
  const remedy = `${ownRemedy} Also:${lines.join('')}`;
  return new make(message, { where, remedy, ownRemedy, others });
}

/** What a step resolves with, or its `GateError` as `{ problem }`. Throws any other error. */
export async function orProblem<T extends object>(
  step: () => Promise<T>,
): Promise<T | { problem: GateError }> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return { problem: error };
  }
}

/** Resolves with undefined for a step that ends with a `GateError`, which `tell` gets. */
export async function orTell<T>(
  step: () => T | Promise<T>,
  tell?: (error: GateError) => void,
): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    tell?.(error);
    return undefined;
  }
}

/** Returns the text of any error for the log: a defect of this program with its stack. */
export function describeError(error: unknown): string {
  if (error instanceof GateError) return error.describe();
  const stack = error instanceof Error ? error.stack : undefined;
  return `The action has a defect. Report it: ${stack ?? String(error)}`;
}

/** Returns the code of an error of the system, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Runs a step that follows a verdict. Resolves with undefined if it fails. */
type Attempt = <T>(step: () => T | Promise<T>) => Promise<T | undefined>;

/**
 * Returns an `Attempt` that passes the text of each error to `report`. No error leaves it, so that
 * no step after the verdict can change or lose the verdict.
 */
export function attemptsOf(report: (text: string) => void): Attempt {
  return async (step) => {
    try {
      return await step();
    } catch (error) {
      report(describeError(error));
      return undefined;
    }
  };
}

/** An action input, a command-line option or the configuration is not usable. */
export class ConfigError extends GateError {
  override readonly name = 'ConfigError';
}

/**
 * Rows cannot be read: a missing file, a row without its column, a data set server that does not
 * answer.
 */
export class DataError extends GateError {
  override readonly name = 'DataError';
}

/** GitHub refused a request to publish or read. Never changes a verdict. */
export class GitHubError extends GateError {
  override readonly name = 'GitHubError';
}

export type ModelErrorKind =
  | 'authentication' // the key is missing, wrong or may not use this model
  | 'not_found' // no such model, deployment or route
  | 'bad_request' // the endpoint refuses what was sent
  | 'rate_limit' // too many requests (429, 503) after every retry, or no credit left
  | 'server' // still 5xx after every retry
  | 'timeout' // no answer in time, after every retry
  | 'network' // connection refused or lost, or unknown host, after every retry
  | 'bad_response' // cut-off JSON, an HTML page, a field that is missing
  | 'empty_answer' // nothing to score: cut off before the first word, or another field has the text
  | 'filtered' // a content filter refuses the prompt: an answer of the system
  | 'no_logprobs' // the endpoint cannot give log-probabilities of the prompt or of next tokens
  | 'budget' // a cap of the budget is reached
  | 'interrupted' // a signal ended the run before the request was sent
  | 'deadline' // the run reached its deadline
  | 'refused_host'; // a host that may not receive the key

export interface ModelErrorDetails extends ErrorDetails {
  kind: ModelErrorKind;
  /** The server's own text in full; the message quotes only its beginning. */
  serverText?: string;
  /** The next request would fail in the same way (a wrong key, an unknown model): send no more. */
  fatal?: boolean;
  /** The same request may succeed when it is sent again after all others. */
  transient?: boolean;
  /** The request was not sent: the message of the error that stopped all requests. */
  unasked?: string;
}

/** A model endpoint did not return what the request asked for. */
export class ModelError extends GateError {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  readonly serverText: string;
  readonly fatal: boolean;
  readonly transient: boolean;
  readonly unasked: string | undefined;

  constructor(message: string, details: ModelErrorDetails) {
    super(message, details);
    this.kind = details.kind;
    this.serverText = details.serverText ?? '';
    this.fatal = details.fatal ?? false;
    this.transient = (details.transient ?? false) && !this.fatal;
    this.unasked = details.unasked;
  }
}

/** The problem of a report, for a command that ends with it. */
export class ReportedError extends GateError {
  override readonly name: string;

  constructor({ name, ...problem }: OtherProblem & { name: string }) {
    super(problem.message, problem);
    this.name = name;
  }
}
