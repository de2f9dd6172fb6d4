/** What a hub's file gets to send its requests with: one origin, its key, and our one way out. */
export interface HubDoor {
  /** Of the endpoint, without a slash at its end. */
  baseURL: string;
  /** `''` where the workflow grants none. */
  apiKey: string;
  /** Headers of the configuration, variables filled in. */
  headers: Readonly<Record<string, string>>;
  /**
   * In place of the global one, for an SDK with its own retries off: waits for its turn, retries,
   * and gives the response of status 2xx. Throws a `ModelError` for anything else, which SDKs may
   * wrap as `cause`.
   */
  fetch: typeof fetch;
  /** The same, with a request that is signed anew at each attempt, after its turn has come. */
  fetchSigned: (sign: (request: Request) => Promise<Request>) => typeof fetch;
  /** Counts what a reply says of itself; called once for each answer. */
  note: (reply: NotedReply) => void;
}

export interface NotedReply {
  /** The model that answered, as the reply names it. */
  model?: string;
  /** Undefined where the server does not say it. */
  promptTokens?: number;
  completionTokens?: number;
}
