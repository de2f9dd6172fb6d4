import type { ModelErrorDetails } from '../../errors.js';

/** What an attempt came to. The queue decides what follows. */
export type AttemptResult = WholeReply | EndpointFailure;

export interface WholeReply {
  text: string;
  json: unknown;
}

export interface EndpointFailure extends Omit<ModelErrorDetails, 'cause'> {
  message: string;
  retriable: boolean;
  /** Not a reply of a model endpoint, such as a web page. */
  isForeign?: true;
  /** A refusal for the rate: the request waits and is sent again without using up a retry. */
  throttles?: '429' | '503';
  /** The time that the server asks for, in ms. */
  wait?: number;
}
