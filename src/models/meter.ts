import { asRecord, quotedName } from '../shared/json.ts';
import type { JsonReply } from './failures.ts';
import counts from './token-counts.json' with { type: 'json' };

/**
 * A server has truncated a request of at least `LONG_REQUEST` characters if it counts less than one
 * token for each `MAX_TOKEN_LENGTH` of them.
 */
const LONG_REQUEST = 10_000;
const MAX_TOKEN_LENGTH = 10;

/** Counts requests and tokens of a run, over all its endpoints. */
export class Meter {
  /** Requests that were sent, retries among them. */
  requests = 0;
  /** Replies of an earlier run that were used instead. */
  stored = 0;
  prompt_tokens = 0;
  completion_tokens = 0;
  /** The warning about the first request that a server seems to have truncated. */
  truncationWarning?: string;

  /** Adds the token counts of a reply, as any API names them. */
  note(reply: JsonReply, sent: { host: string; length: number }) {
    const { prompt, completion } = tokensOf(reply);
    this.prompt_tokens += prompt;
    this.completion_tokens += completion;
    if (prompt > 0 && sent.length >= LONG_REQUEST && MAX_TOKEN_LENGTH * prompt < sent.length)
      this.truncationWarning ??= `${quotedName(sent.host)} counts ${prompt} tokens in a request of ${sent.length} characters: it seems to truncate the prompt. Raise the context length of the server (Ollama: num_ctx), or shorten the prompt.`;
  }
}

/** The token counts of a reply. Some APIs count cached or thinking tokens apart: they are added. */
function tokensOf(reply: JsonReply) {
  const usage = asRecord(reply.usage ?? reply.usageMetadata ?? reply);
  const count = (name: string) => {
    const value = Number(usage[name]);
    // A server may send any number, and the sums must be whole numbers.
    return value > 0 && value < 1e9 ? Math.floor(value) : 0;
  };
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + count(name), 0);
  return {
    prompt: count('prompt_tokens') || sum(counts.prompt),
    completion: count('completion_tokens') || sum(counts.completion),
  };
}
