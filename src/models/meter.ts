import { quoted } from '../json.ts';
import type { NotedReply } from './door.ts';

/** Models that are told apart: a gateway that names another one each time fills no report. */
const MOST_SERVED = 20;
const MAX_NAME_LENGTH = 100;

/** A request in characters from which on its tokens are looked at, and most characters a token. */
const LONG_REQUEST = 10_000;
const MAX_TOKEN_LENGTH = 10;
const PROMPT_TOKENS = /"(?:prompt_tokens|promptTokenCount|prompt_eval_count)":\s{0,3}(\d{1,9})/;

/** What a run has sent and got, over all its endpoints. */
export class Meter {
  /** Requests that were sent, retries among them. */
  requests = 0;
  /** Replies of an earlier run that were used instead. */
  stored = 0;
  promptTokens = 0;
  completionTokens = 0;
  /** Answers whose server does not say what they took. */
  unreported = 0;
  /** Answers by the model that they name as theirs. */
  readonly served = new Map<string, number>();

  /** Says that a server reads a part of its prompts, as the first such request shows. */
  cutPrompt?: string;

  noteLength(host: string, sent: string, reply: string): void {
    if (this.cutPrompt !== undefined || sent.length < LONG_REQUEST) return;
    const tokens = Number(PROMPT_TOKENS.exec(reply)?.[1] ?? 0);
    if (tokens > 0 && MAX_TOKEN_LENGTH * tokens < sent.length)
      this.cutPrompt = `${quoted(host)} counts ${tokens} tokens in a request of ${sent.length} characters: it seems to cut the prompt. Raise the context length of the server (Ollama: num_ctx), or shorten the prompt.`;
  }

  note({ model, promptTokens = 0, completionTokens = 0 }: NotedReply): void {
    this.promptTokens += promptTokens;
    this.completionTokens += completionTokens;
    if (promptTokens + completionTokens === 0) this.unreported += 1;
    const name = model?.slice(0, MAX_NAME_LENGTH);
    if (name === undefined || (this.served.size >= MOST_SERVED && !this.served.has(name))) return;
    this.served.set(name, (this.served.get(name) ?? 0) + 1);
  }
}
