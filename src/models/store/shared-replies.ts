import type { WholeReply } from '../http/attempt-result.js';

/** The replies that the runs of one process share, as one of the runs sees them. */
export interface SharedReplies {
  /** The next reply to this request of the run before; undefined if all are taken. */
  take(request: string): WholeReply | undefined;
  put(request: string, reply: WholeReply): void;
}

/**
 * A second run of the process sends only what the first did not. Its nth equal request takes the
 * nth reply: repeats ask anew.
 */
export function sharedReplies(): () => SharedReplies {
  const repliesByRequest = new Map<string, WholeReply[]>();
  return () => {
    const takenCounts = new Map<string, number>();
    return {
      take(request) {
        const nth = takenCounts.get(request) ?? 0;
        takenCounts.set(request, nth + 1);
        return repliesByRequest.get(request)?.[nth];
      },
      put(request, reply) {
        const replies = repliesByRequest.get(request) ?? [];
        repliesByRequest.set(request, [...replies, reply]);
      },
    };
  };
}
