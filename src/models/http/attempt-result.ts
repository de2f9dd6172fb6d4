import type { ModelErrorDetails } from '../../errors.ts';

/** The result of one attempt. The queue decides whether to try again. */
export type AttemptResult = WholeReply | EndpointFailure;

export interface WholeReply {
  text: string;
  json: unknown;
  /** True if the server sent a key back. The key is not in `json`, and the reply is not stored. */
  heldKey?: true;
}

export interface EndpointFailure extends Omit<ModelErrorDetails, 'cause'> {
  message: string;
  retriable: boolean;
  /** The remedy if every request is refused in the same words. */
  remedyForAll?: string;
  /** True for a reply that no model endpoint sends, such as a web page. */
  isForeign?: true;
  /** The status of a rate limit: the request waits and is sent again without using up a retry. */
  throttles?: '429' | '503';
  /** The time that the server asks for, in ms. */
  wait?: number;
}
