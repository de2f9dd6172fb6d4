import type { NotedReply } from './door.ts';

/** Models that are told apart: a gateway that names another one each time fills no report. */
const MOST_SERVED = 20;
const MAX_NAME_LENGTH = 100;

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

  note({ model, promptTokens = 0, completionTokens = 0 }: NotedReply): void {
    this.promptTokens += promptTokens;
    this.completionTokens += completionTokens;
    if (promptTokens + completionTokens === 0) this.unreported += 1;
    const name = model?.slice(0, MAX_NAME_LENGTH);
    if (name === undefined || (this.served.size >= MOST_SERVED && !this.served.has(name))) return;
    this.served.set(name, (this.served.get(name) ?? 0) + 1);
  }
}
