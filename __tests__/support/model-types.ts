import type { IncomingHttpHeaders } from 'node:http';

/** One request as it arrived, before any failure or answer. */
export interface RecordedRequest {
  method: string;
  /** Without the query, which is beside it. */
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** Parsed where it is JSON, the text otherwise, `undefined` where there is none. */
  body: unknown;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface Reply {
  status: number;
  /** A string is sent as it stands, anything else as JSON; left out, the body is empty. */
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * How a request goes wrong. A reply of status 400 or more without a `body` gets a usual one.
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
   * What the model says to a prompt (of a chat: its last user message). By default JSON where the
   * request has a schema, else the answer of `attentive`.
   */
  answer?: Behaviour;
  /** Milliseconds before every answer. */
  latency?: number;
  /**
   * All answers but the first wait until so many requests have been under way at once, two seconds
   * at most: so `maxInFlight` does not depend on how busy the machine is.
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
  /** Any further route: asked first, `undefined` passes the request on. */
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
