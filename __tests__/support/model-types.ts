import type { IncomingHttpHeaders } from 'node:http';

/** One request as it arrived, before any failure or answer. */
export interface RecordedRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** Parsed if it is JSON, else the text. `undefined` if there is none. */
  body: unknown;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface Reply {
  status: number;
  /** A string is sent unchanged, another value as JSON. Without it the body is empty. */
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * The failure of a request. A reply of status 400 or more without a `body` gets a usual one.
 * - `hang`: no byte comes back. `stall`: headers and half of the body, then silence.
 * - `reset`: the connection is reset. `cut`: it ends before `content-length` bytes have come.
 * - `half`: a complete response whose JSON stops in the middle. `html`: status 200 and an HTML
 *   page.
 */
export type ModelFailure = Reply | 'hang' | 'stall' | 'reset' | 'cut' | 'half' | 'html';

/** An answer of a model; the object overrides the fields that the server would add. */
export type Spoken =
  | string
  | { content: string | null; finish_reason?: string; refusal?: string | null };

export type Behaviour = (prompt: string, request: RecordedRequest) => Spoken | Promise<Spoken>;

/** A data set of the datasets server. */
export interface DatasetStub {
  rows?: readonly object[];
  /** Its one config and split; `default` and `train` by default. */
  at?: readonly [config: string, split: string];
  /** Readable with one of the server's `keys` only. */
  gated?: boolean;
  /** Every request for it gets this status. */
  fail?: 503;
}

export interface ModelServerOptions {
  /**
   * The answer to a prompt, which in a chat is the last user message. By default it is JSON if the
   * request has a schema, else the answer of `attentive`.
   */
  answer?: Behaviour;
  /** Milliseconds before every answer. */
  latency?: number;
  /**
   * All answers but the first wait until this number of requests is under way at once, for two
   * seconds at most. A busy machine then has the same `maxInFlight`.
   */
  gathers?: number;
  /** Accepted keys; without it every request is welcome. */
  keys?: string[];
  /** Known models; without it every name is known. */
  models?: string[];
  /** `nth` counts the requests to this server from 1. */
  fail?: (
    request: RecordedRequest,
    nth: number,
  ) => ModelFailure | undefined | Promise<ModelFailure | undefined>;
  /** More requests than `most` at once are refused, without an answer and at once. */
  crowd?: { most: number; refusal: Reply };
  /** One vector a text; `bagOfWords` by default. */
  embed?: (text: string) => number[];
  /** Log-probability of a token after the tokens before it. */
  logprob?: (token: string, before: string[]) => number;
  datasets?: Record<string, DatasetStub>;
  /** A further route. It is asked first, and `undefined` passes the request on. */
  route?: (request: RecordedRequest) => Reply | undefined | Promise<Reply | undefined>;
}

export interface ModelServer {
  /** `http://127.0.0.1:PORT`, no slash at the end. */
  readonly url: string;
  /** Every request so far, in order of arrival. */
  readonly requests: RecordedRequest[];
  /**
   * The most requests that were under way at once; shows only with `gathers` or a `latency`,
   * as other answers take no time.
   */
  readonly maxInFlight: number;
  /** The options of `startModelServer`; a change holds from the next request on. */
  readonly options: ModelServerOptions;
  /** The number of requests to paths that end so; of all without an argument. */
  count(pathSuffix?: string): number;
  /** Ends open connections too, so it never waits for a hanging request. */
  close(): Promise<void>;
}
