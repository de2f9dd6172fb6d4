/** A mistake or failure, as a report shows it. */
export interface Problem {
  /** The place: a file with line and column, the name of an input, or an endpoint. */
  where?: string;
  message: string;
  /** One or two sentences that say what is allowed, and what to change. */
  remedy: string;
}

/** Parts of an error beside its message: the place, what is allowed and what to do. */
interface ErrorDetails extends Omit<Problem, 'message'> {
  /** Problems that were found together with this one. */
  others?: readonly Problem[];
  cause?: unknown;
}

/** Base of every error that a user can correct. Any other exception is a defect of this program. */
export abstract class GateError extends Error {
  /** The name of the class. Each class writes it out, since the minifier renames classes. */
  abstract override readonly name: string;
  /**
   * The place on one line. Control characters and back-ticks are replaced, since an untrusted
   * author may have chosen a path in it.
   */
  readonly where: string | undefined;
  readonly remedy: string;
  others: readonly Problem[];

  constructor(message: string, details: ErrorDetails) {
    super(message, details);
    this.where = details.where?.replace(/[\p{Cc}\p{Zl}\p{Zp}`]/gu, '\uFFFD');
    this.remedy = details.remedy;
    this.others = details.others ?? [];
  }

  /** The remedy and the other problems, for a reader that shows no list of them. */
  get remedies() {
    const lines = this.others.map((other) => `\n${atPlace(other)}\n${other.remedy}`);
    return lines.length > 0 ? `${this.remedy} Also:${lines.join('')}` : this.remedy;
  }

  /** `where: message`, and what to do on its own line, for the terminal and the log. */
  describe() {
    return `${atPlace(this)}\n${this.remedies}`;
  }
}

/** `where: message`, or the message alone where no place is known. */
export function atPlace({ where, message }: Omit<Problem, 'remedy'>) {
  return where ? `${where}: ${message}` : message;
}

/** The file and the line of a place such as `a.yml:3:5`; undefined for a place without a line. */
export function parsePlace(text = '') {
  const [, path, line] = /^(.+?):(\d{1,9})(?::\d{1,9})?$/.exec(text) ?? [];
  return path === undefined ? undefined : { path, line: Number(line) };
}

/**
 * Throws the first error, with the rest as its `others`. Does nothing without errors.
 */
export function throwMerged(errors: readonly GateError[]) {
  const [first] = errors;
  if (!first) return;
  first.others = errors.flatMap((error) => [error, ...error.others]).slice(1);
  throw first;
}

/** Resolves with the result of a step; undefined if it throws a `GateError`, which `tell` gets. */
export async function tryStep<T>(step: () => T | Promise<T>, tell?: (error: GateError) => void) {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    tell?.(error);
    return undefined;
  }
}

/** The text of any error for the log. A defect of this program is shown with its stack. */
export function describeError(error: unknown) {
  if (error instanceof GateError) return error.describe();
  return `The action has a defect. Report it: ${error instanceof Error ? error.stack : String(error)}`;
}

/**
 * Creates a function that runs steps after a verdict. If a step fails, `report` gets the error, and
 * the step resolves with undefined: no error may change or lose the verdict.
 */
export function createAttempt(report: (text: string) => void) {
  return async <T>(step: () => T | Promise<T>) => {
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

/** GitHub refused a request to publish or to read. Such an error never changes a verdict. */
export class GitHubError extends GateError {
  override readonly name = 'GitHubError';
}

/** Kinds of errors that tell why a server gave no answer. */
export const SERVER_ERROR_KINDS = [
  'authentication', // the key is missing, wrong or may not use this model
  'not_found', // no such model, deployment or route
  'bad_request', // the endpoint refuses what was sent
  'rate_limit', // too many requests (429, 503) after every retry, or no credit left
  'server', // still 5xx after every retry
  'timeout', // no answer in time, after every retry
  'network', // connection refused or lost, or unknown host, after every retry
  'bad_response', // cut-off JSON, an HTML page, a field that is missing
  'empty_answer', // nothing to score: cut off before the first word, or another field has the text
  'filtered', // a content filter refuses the prompt: an answer of the system
] as const;

export type ModelErrorKind =
  | (typeof SERVER_ERROR_KINDS)[number]
  | 'no_logprobs' // the endpoint cannot give log-probabilities of the prompt or of next tokens
  | 'budget' // a cap of the budget is reached
  | 'interrupted' // a signal ended the run before the request was sent
  | 'deadline' // the run reached its deadline
  | 'refused_host'; // a host that may not receive the key

interface ModelErrorDetails extends ErrorDetails {
  kind: ModelErrorKind;
  /** The server's own text in full; the message quotes only its beginning. */
  serverText?: string;
  /**
   * True if every request of this kind would fail in the same way, as with a wrong key or an
   * unknown model. The endpoint has then ended the route: `draft` ends, and in a run each row of
   * the route ends with this error.
   */
  isFatal?: boolean;
  /** True if the same request may succeed when it is sent again after all others. */
  isTransient?: boolean;
}

/** A model endpoint did not return what the request asked for. */
export class ModelError extends GateError {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  readonly serverText: string;
  readonly isFatal: boolean;
  readonly isTransient: boolean;

  constructor(message: string, details: ModelErrorDetails) {
    super(message, details);
    this.kind = details.kind;
    this.serverText = details.serverText ?? '';
    this.isFatal = details.isFatal ?? false;
    this.isTransient = details.isTransient ?? false;
  }
}
