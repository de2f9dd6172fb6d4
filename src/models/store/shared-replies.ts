interface Reply {
  text: string;
  json: unknown;
}

/** Returns a known reply to a request, or sends it. */
export type Shared = (request: string, send: () => Promise<Reply>) => Promise<Reply>;

/**
 * Shares replies between the runs of one process: a second run sends only what the first did not. Call the result once a run. The nth equal
 * request of a run takes the nth reply, since repeats ask one prompt anew.
 */
export function sharedReplies(): () => Shared {
  const known = new Map<string, Reply[]>();
  return () => {
    const sent = new Map<string, number>();
    return async (request, send) => {
      const nth = sent.get(request) ?? 0;
      sent.set(request, nth + 1);
      const replies = known.get(request) ?? [];
      known.set(request, replies);
      if (nth < replies.length) return replies[nth]!;
      const reply = await send();
      replies.push(reply);
      return reply;
    };
  };
}
