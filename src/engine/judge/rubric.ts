import type { z } from 'zod';

/** A task for a judge, with the reader of its reply, and the known cases that calibrate it. */
export interface Rubric<Input = unknown, Output = unknown> {
  name: string;
  task(input: Input): string;
  /** The instruction on the form of the reply. */
  form(input: Input): string;
  reply(input: Input): z.ZodType<Output>;
  /** The fields that hold the verdict. Two objects in one reply must agree on them. */
  decisive(input: Input): readonly string[];
  /** The texts to judge, as the judge sees them. */
  material(input: Input): Record<string, unknown>;
  /** Reads a reply without JSON. */
  bare?(reply: string, input: Input): Output | undefined;
  cases: readonly KnownCase<Input>[];
  /** The verdict of an output, comparable with `KnownCase.expected`. */
  verdict(output: Output, input: Input): string;
  /**
   * The reply, without a reason, by which the scripted judge of the hub `reference` gives this
   * verdict. It stands here since a rubric is one file with all that it needs.
   */
  replyTo(verdict: string, prompt: string): Record<string, unknown>;
}

export interface KnownCase<Input = unknown> {
  input: Input;
  expected: string;
  /** The answer only repeats the question. A judge that finds an answer in it has solved it. */
  isEcho?: boolean;
}
