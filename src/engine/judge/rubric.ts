import type { z } from 'zod';
import type { ReadReply } from './reply.ts';

/** A task about texts of others, and how to reply to it. */
export interface JudgeQuestion<Reply = unknown> {
  /** The name of the form of the reply. */
  name: string;
  task: string;
  /** The instruction on the form of the reply. */
  form: string;
  reply: z.ZodType<Reply>;
  /** The texts to judge, as the judge sees them: anything that JSON can hold. */
  material: unknown;
  /** The fields that hold the verdict. Two objects in one reply must agree on them. */
  decisive?: readonly string[];
  /** Reads a reply without JSON. */
  bare?: (reply: string) => object | undefined;
  /** Finds the fields of a reply, in place of our own search for a bare word or an object. */
  fieldsIn?: (reply: string) => ReadReply<object>;
  /** Why a readable reply may be wrong. */
  doubtOf?(reply: Reply): string | undefined;
}

/** The questions to a judge about inputs of one kind, and known cases that calibrate it. */
export interface Rubric<Input = unknown, Output = unknown> {
  name: string;
  questionFor(input: Input): Omit<JudgeQuestion<Output>, 'name'>;
  cases: readonly KnownCase<Input>[];
  /** The verdict of an output, comparable with `KnownCase.expected`. */
  verdict(output: Output, input: Input): string;
  /**
   * The reply, without a reason, by which the scripted judge of the hub `reference` gives this
   * verdict. It stands here since a rubric is one file with all that it needs.
   *
   * @param fields - the names of the fields of the reply
   */
  replyTo(verdict: string, fields: readonly string[]): Record<string, unknown>;
}

export interface KnownCase<Input = unknown> {
  input: Input;
  expected: string;
  /** The answer only repeats the question. A judge that finds an answer in it has solved it. */
  isEcho?: boolean;
}
