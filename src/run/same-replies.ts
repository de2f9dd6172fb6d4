import type { Classifier, Embedder, Model } from '../engine/model.js';
import { canonical } from '../json.js';

type Ask<Args extends unknown[], Reply> = (...args: Args) => Promise<Reply>;

/** Replies of this process by request, for two runs with equal requests: the second run sends only those that the first did not. */
export class SameReplies {
  private readonly known = new Map<string, unknown[]>();

  /** Returns the model of one run. It takes the replies of equal settings from an earlier run. */
  model<Asked extends Model>(model: Asked, settings: object): Asked {
    const shared = <Args extends unknown[], Reply>(name: string, ask: Ask<Args, Reply>) => this.inTurn(idOf(name, settings), ask);
    const { nextTokens } = model;
    return {
      ...model,
      answer: shared('answer', (...args) => model.answer(...args)),
      ...(model.loss && { loss: shared('loss', (prompt) => model.loss!(prompt)) }),
      ...(nextTokens && {
        nextTokens: {
          behind: shared('behind', (prompts) => nextTokens.behind(prompts)),
          along: shared('along', (...args) => nextTokens.along(...args)),
          tokenize: shared('tokenize', (...args) => nextTokens.tokenize(...args)),
        },
      }),
    };
  }

  embedder(embedder: Embedder, settings: object): Embedder {
    return { ...embedder, embed: this.byText(idOf('embed', settings), (texts) => embedder.embed(texts)) };
  }

  classifier(classifier: Classifier, settings: object): Classifier {
    return { ...classifier, classify: this.byText(idOf('classify', settings), (texts) => classifier.classify(texts)) };
  }

  /** The nth equal request of a run takes the nth known reply: repeats ask the same prompt anew. */
  private inTurn<Args extends unknown[], Reply>(id: string, ask: Ask<Args, Reply>): Ask<Args, Reply> {
    const sent = new Map<string, number>();
    return async (...args) => {
      const key = canonical([id, args]);
      const nth = sent.get(key) ?? 0;
      sent.set(key, nth + 1);
      const replies = this.of<Reply>(key);
      if (nth < replies.length) return replies[nth]!;
      const reply = await ask(...args);
      replies.push(reply);
      return reply;
    };
  }

  /** Batches differ between runs, so each text has its own reply. */
  private byText<Reply>(id: string, ask: Ask<[string[]], Reply[]>): Ask<[string[]], Reply[]> {
    const knownOf = (text: string) => this.of<Reply>(canonical([id, text]));
    return async (texts) => {
      const fresh = texts.filter((text) => knownOf(text).length === 0);
      const replies = fresh.length > 0 ? await ask(fresh) : [];
      // An endpoint may return too few.
      replies.slice(0, fresh.length).forEach((reply, i) => knownOf(fresh[i]!).push(reply));
      return texts.map((text) => knownOf(text)[0]!);
    };
  }

  private of<Reply>(key: string): Reply[] {
    const replies = this.known.get(key) ?? [];
    this.known.set(key, replies);
    return replies as Reply[];
  }
}

/** Timeout and retries change no reply. */
function idOf(name: string, settings: object): string {
  return canonical([name, { ...settings, timeout: undefined, retries: undefined }]);
}
