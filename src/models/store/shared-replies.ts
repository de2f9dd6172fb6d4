import type { WholeReply } from '../http/attempt-result.ts';

/** The replies that the runs of one process share, as one of the runs sees them. */
export interface SharedReplies {
  /** Takes the next reply that the run before got to this request; undefined if all are taken. */
  take(request: string): WholeReply | undefined;
  put(request: string, reply: WholeReply): void;
}

/**
 * Shares replies between the runs of one process. A later run sends only the requests that the run
 * before did not send. Its nth equal request takes the nth reply, so that repeats stay separate.
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
