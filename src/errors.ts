/** What went wrong, in the user's words: the message says what, `where` says where, `remedy` says what to do. */
export interface ErrorDetails {
  /** File, line and column, input name, or endpoint. */
  where?: string | undefined;
  /** One or two sentences: what is allowed, and what to change. */
  remedy: string;
  /** What else is wrong with the same thing, where it was found at once; the remedy names it, too. */
  others?: readonly { where: string; message: string }[];
  cause?: unknown;
}

/** Base of every error that a user is meant to read. Anything else that is thrown is a defect of ours. */
export abstract class GateError extends Error {
  /** Written out in each class: a minified class has another name. */
  abstract override readonly name: string;
  /** On one line, and no end of what is quoted: a path or a key in it may be a stranger's. */
  readonly where: string | undefined;
  readonly remedy: string;
  readonly others: readonly { where: string; message: string }[];

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.where = details.where?.replace(/[\p{Cc}\p{Zl}\p{Zp}`]/gu, '\uFFFD');
    this.remedy = details.remedy;
    this.others = details.others ?? [];
  }

  /** `where: message` and the remedy on a line of its own: what the terminal and the log print. */
  describe(): string {
    const place = this.where ? `${this.where}: ` : '';
    return `${place}${this.message}\n${this.remedy}`;
  }
}

/** What a step comes to, or what a user can mend about it, of one kind of error at most; the others are thrown. */
export async function orProblem<T extends object, E extends GateError = GateError>(
  step: () => Promise<T>,
  kind?: abstract new (...details: never[]) => E,
): Promise<T | { problem: E }> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof (kind ?? GateError)) return { problem: error as E };
    throw error;
  }
}

/** Runs a step. Resolves with undefined if the step fails with an error that the user can mend. */
export type Attempt = <T>(step: () => T | Promise<T>) => Promise<T | undefined>;

/** An `Attempt` that reports each error in words. */
export function attemptsOf(report: (text: string) => void): Attempt {
  return async (step) => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof GateError)) throw error;
      report(error.describe());
      return undefined;
    }
  };
}

/** An action input, a command-line option or the configuration is not usable. */
export class ConfigError extends GateError {
  override readonly name = 'ConfigError';
}

/** Samples cannot be read: no such file, a row without its column, a data set server that does not answer. */
export class DataError extends GateError {
  override readonly name = 'DataError';
}

/** GitHub refused something that we publish or read. Never changes a verdict. */
export class GitHubError extends GateError {
  override readonly name = 'GitHubError';
}

export type ModelErrorKind =
  | 'authentication' // the key is missing, wrong or may not use this model
  | 'not_found' // no such model, deployment or route
  | 'bad_request' // the endpoint refuses what was sent
  | 'rate_limit' // too many requests (429, 503), and waiting did not help; or no credit left
  | 'server' // still 5xx after every retry
  | 'timeout' // no answer in time, after every retry
  | 'network' // nothing listens, name unknown, connection lost, after every retry
  | 'bad_response' // cut-off JSON, an HTML page, a field that is missing
  | 'empty_answer' // nothing to score: cut off before the first word, or filtered
  | 'no_logprobs' // the endpoint cannot give log-probabilities of the prompt
  | 'no_distributions' // the endpoint does not say how likely each next token is
  | 'budget' // a cap of the budget is reached
  | 'interrupted' // a signal ended the run before it was asked
  | 'deadline' // the time that the run may take was up
  | 'refused_host'; // a host that may not receive the key

export interface ModelErrorDetails extends ErrorDetails {
  kind: ModelErrorKind;
  /** The server's own words, for whoever must know what it refuses; the message has only the beginning of them. */
  said?: string;
  /** The next request would fail in the same way (a wrong key, an unknown model): stop asking. */
  fatal?: boolean;
  /** The cause may pass: the same request, sent when all others are done, may be answered. */
  passing?: boolean;
}

/** A model endpoint did not give what was asked for. */
export class ModelError extends GateError {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  readonly said: string;
  readonly fatal: boolean;
  readonly passing: boolean;

  constructor(message: string, details: ModelErrorDetails) {
    super(message, details);
    this.kind = details.kind;
    this.said = details.said ?? '';
    this.fatal = details.fatal ?? false;
    this.passing = (details.passing ?? false) && !this.fatal;
  }
}
