import { ModelError } from '../../errors.ts';
import { Breaker, type RequestFailure } from './breaker.ts';
import { measure, type Probe } from '../divergence/probe.ts';
import type { Answer, Model } from '../model.ts';
import { pool, type Concurrency } from './pool.ts';
import { fillRow } from '../rows/prompt.ts';
import type { Sample } from '../sample.ts';
import { lossResponse } from '../scorers/loss.ts';
import type { Response, Scorer } from '../scorers/scorer.ts';

export interface ArmQuestion {
  /** The kind of result: an answer, the loss of the prompt, or a divergence. */
  asks: Scorer['asks'];
  prompt: string;
  /** The system prompt, if rows fill it; else it is the model's own. */
  system?: string;
  /**
   * The answer's number for this prompt, from 0: tests share the first one, each further one is
   * asked anew.
   */
  nth: number;
  /** Present where a divergence is measured; `prompt` then identifies the probe. */
  probe?: Probe;
  requests?: number;
}

export function questionKey({ asks, prompt, system, nth }: ArmQuestion): string {
  const key = `${asks}\u0000${nth}\u0000${prompt}`;
  return system === undefined ? key : `${key}\u0000${system}`;
}

export type ModelReply = Response | RequestFailure;

export function isRowError(reply: ModelReply): reply is RequestFailure {
  return 'kind' in reply;
}

/** Owns the answers of one model so far. Its failures stop no requests to another model. */
export class Answers {
  /** One breaker for each kind of request: an endpoint may serve one kind and fail another. */
  private readonly breakers = {
    answer: new Breaker(),
    texts: new Breaker(),
    pieces: new Breaker(),
    contexts: new Breaker(),
  };
  private readonly replies = new Map<string, ModelReply>();
  private readonly model: Model;

  constructor(model: Model) {
    this.model = model;
  }

  /** The system prompt for a row; undefined if it is the same for every row. */
  systemFor({ filled }: Pick<Sample, 'filled'>): string | undefined {
    const { rowSystem } = this.model;
    return rowSystem && fillRow(rowSystem.template, { ...rowSystem.defaults, ...filled });
  }

  has(question: ArmQuestion): boolean {
    return this.replies.has(questionKey(question));
  }

  /** @throws Error for a question that was not asked. */
  get(question: ArmQuestion): ModelReply {
    const reply = this.replies.get(questionKey(question));
    if (!reply) throw new Error(`a question was not asked: ${question.prompt}`);
    return reply;
  }

  async ask(question: ArmQuestion): Promise<void> {
    const key = questionKey(question);
    const breaker = this.breakers[question.probe?.kind ?? 'answer'];
    this.replies.set(key, await breaker.attempt([key], () => sendQuestion(question, this.model)));
  }

  /** Forgets temporary failures, so that they are asked again. @returns the number of questions. */
  secondRound(): number {
    const keys = Object.values(this.breakers).flatMap((breaker) => breaker.secondRound());
    keys.forEach((key) => this.replies.delete(key));
    return keys.length;
  }
}

export interface QuestionToSubject {
  answers: Answers;
  question: ArmQuestion;
}

/** Values by question. The same question to two subjects has two values. */
export class QuestionMap<Value> {
  private readonly valuesBySubject = new Map<Answers, Map<string, Value>>();

  get({ answers, question }: QuestionToSubject): Value | undefined {
    return this.valuesBySubject.get(answers)?.get(questionKey(question));
  }

  set({ answers, question }: QuestionToSubject, value: Value): void {
    const values = this.valuesBySubject.get(answers) ?? new Map<string, Value>();
    this.valuesBySubject.set(answers, values.set(questionKey(question), value));
  }

  delete({ answers, question }: QuestionToSubject): void {
    this.valuesBySubject.get(answers)?.delete(questionKey(question));
  }
}

export class QuestionSet {
  private readonly members = new QuestionMap<true>();

  /** @returns true if the question is new */
  add(entry: QuestionToSubject): boolean {
    if (this.members.get(entry)) return false;
    this.members.set(entry, true);
    return true;
  }

  delete(entry: QuestionToSubject): void {
    this.members.delete(entry);
  }
}

export function distinctQuestions(questions: readonly QuestionToSubject[]): QuestionToSubject[] {
  const seen = new QuestionSet();
  return questions.filter((entry) => seen.add(entry));
}

interface AskOptions {
  concurrency: Concurrency;
  /** Called once for each request that a question takes. */
  onReply: () => void;
  onAnswer?: (entry: QuestionToSubject) => Promise<void>;
}

/** Asks each question without an answer once, at most `concurrency` at a time. */
export async function askAll(
  questions: Iterable<QuestionToSubject>,
  { concurrency, onReply, onAnswer }: AskOptions,
): Promise<void> {
  const underWay = new QuestionSet();
  function* unanswered(): Generator<QuestionToSubject> {
    for (const entry of questions)
      if (!entry.answers.has(entry.question) && underWay.add(entry)) yield entry;
  }
  await pool(concurrency, unanswered(), async (entry) => {
    await entry.answers.ask(entry.question);
    underWay.delete(entry);
    for (let requests = entry.question.requests ?? 1; requests > 0; requests--) onReply();
    await onAnswer?.(entry);
  });
}

/**
 * Turns the refusal of a content filter into an answer: a user of the system would see it too.
 * @throws any other error as it is
 */
function answerOfFilter(error: unknown): Answer {
  if (!(error instanceof ModelError && error.kind === 'filtered')) throw error;
  return { text: '', filter: error.message };
}

async function sendQuestion(
  { asks, prompt, system, probe }: ArmQuestion,
  model: Model,
): Promise<ModelReply> {
  if (probe) {
    const measured = await measure(probe, model);
    if ('kind' in measured) return measured;
    return { asks: 'divergence', text: measured.likeliestWords.test_case, measured };
  }
  if (asks === 'answer') {
    const { text, isCut, filter } = await model
      .answer(prompt, undefined, system)
      .catch(answerOfFilter);
    return { asks, text, isCut, filter };
  }
  if (!model.loss) {
    const remedy =
      'Use `scorer: embedding`, or a hub and API that can (`api: completions` on vLLM, SGLang or Together).';
    const message = `The hub ${model.hub} cannot give log-probabilities of a prompt.`;
    throw new ModelError(message, { kind: 'no_logprobs', fatal: true, remedy });
  }
  return lossResponse(await model.loss(prompt));
}
