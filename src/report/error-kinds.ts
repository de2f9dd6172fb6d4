/**
 * What keeps a model from being judged, in words of ours: they quote nobody, so a log and an annotation may have them, too. Each kind has a
 * section in docs/errors.md.
 */
import type { ModelErrorKind } from '../errors.js';

interface KindWords {
  /** `Could not judge the model: …`. */
  what: string;
  /** What to do about it: a sentence. */
  remedy: string;
}

type Kind = ModelErrorKind | 'bounded' | 'unreadable' | 'unreadable_judgement' | 'embedding' | 'no_options' | 'shard';

export const KINDS: Readonly<Record<Kind, KindWords>> = {
  authentication: {
    what: 'its endpoint refuses the key',
    remedy: 'Check the key in the input `api-key`, and that it may use the model.',
  },
  not_found: { what: 'its endpoint knows no such model', remedy: 'Check `model.name` and `base_url`.' },
  bad_request: { what: 'its endpoint refuses the requests', remedy: 'Their message in the report says what it refuses: mend that.' },
  rate_limit: { what: 'its endpoint takes no more requests', remedy: 'Lower `concurrency`, run again later, or check the account.' },
  server: { what: 'its endpoint fails', remedy: 'The fault is on the side of the endpoint: run again later.' },
  timeout: { what: 'its endpoint gives no answer in time', remedy: 'Raise `model.timeout`, or lower `concurrency`.' },
  network: { what: 'its endpoint cannot be reached', remedy: 'Check `base_url`, and that the server runs.' },
  bad_response: { what: 'its endpoint gives no usable answers', remedy: 'Check that `model.hub` and `base_url` go together.' },
  empty_answer: { what: 'its answers are empty', remedy: 'Raise `max_tokens`, or change the prompt.' },
  no_logprobs: { what: 'its endpoint gives no log-probabilities', remedy: 'Take another scorer than `loss`, or another endpoint.' },
  no_distributions: {
    what: 'its endpoint does not say how likely each next token is',
    remedy: 'Ask a server that does: vLLM, SGLang, or for `word_order` Together.',
  },
  bounded: { what: 'its endpoint lists too few of the likeliest next tokens', remedy: 'Have it list more (vLLM: `--max-logprobs`).' },
  budget: { what: 'a cap of the budget is reached', remedy: 'Raise the cap in `budget`, or take fewer rows.' },
  interrupted: {
    what: 'the run was interrupted',
    remedy: 'Run it again: answered requests are not sent again where the store of answers was kept.',
  },
  deadline: { what: 'the time that the run may take was up', remedy: 'Raise `deadline`, or run again.' },
  shard: { what: 'a part of the run is missing', remedy: 'Run the failed shards again, then the merge.' },
  refused_host: { what: 'its host may not receive the key', remedy: 'Name the host in the input `allowed-hosts`, if it may.' },
  unreadable: {
    what: 'its answers cannot be read',
    remedy: 'Ask for the letter alone, or for True or False only, in `model.prompt`, or name a `judge` that reads them.',
  },
  unreadable_judgement: { what: 'the judge gives no usable verdicts', remedy: 'Take a better judge.' },
  embedding: { what: 'its answers cannot be compared', remedy: 'Check `embeddings`.' },
  no_options: { what: 'the rows have no options', remedy: 'Name their column in `data.columns.options`, or take another scorer.' },
};

/** Undefined for a kind that is not known, as a published report may have. */
export function kindWords(kind: string): KindWords | undefined {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as Kind] : undefined;
}
