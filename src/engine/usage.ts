/** What a run took. */

export interface Usage {
  /** Requests sent to models, repeated and failed ones included. */
  requests: number;
  /** Stored replies that were used instead: of an interrupted run that this one resumes, and of the cache. */
  from_resume?: number | undefined;
  from_cache?: number | undefined;
  /** As servers reported them. */
  prompt_tokens: number;
  completion_tokens: number;
  /** Requests to models of which no server said what they took. */
  unreported?: number | undefined;
  /** Of what was reported, by the prices of the configuration. */
  cost?: number | undefined;
  /** What was expected before anybody was asked: about so many tokens in, at most so many out. */
  estimate?: TokenEstimate | undefined;
  duration_ms: number;
  /** How many requests could be under way to each account that was asked, over the run; absent where none was. */
  concurrency?: AccountLimit[];
}

/** Retries aside, with all rows asked. */
export interface TokenEstimate {
  prompt_tokens: number;
  /** Absent where nothing bounds an answer. */
  completion_tokens?: number | undefined;
  /** At most, by the prices of the configuration; absent where one is missing, or a bound. */
  cost?: number | undefined;
}

/** An account of an endpoint: its host, and a key that nobody is told. */
export interface AccountLimit {
  host: string;
  changes: LimitChange[];
}

/** From then on, `seconds` since the run began, so many requests could be under way. A growth in many steps is one change. */
export interface LimitChange {
  seconds: number;
  limit: number;
  /** Where it began, that answers came without a refusal, or how the endpoint said that there were too many requests. */
  cause: 'start' | 'growth' | '429' | '503';
}
