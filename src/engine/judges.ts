import { Breaker, type Failure, type Standing } from './breaker.js';
import { isSound } from './calibration.js';
import { withoutThinking } from '../language/thinking.js';
import type { AnswerFormat, Model } from './model.js';
import { limiter, type Size } from './pool.js';
import type { Recall } from './recall.js';
import type { Calibration } from './results.js';
import type { Ask, JudgeCalibration } from './scorers/scorer.js';

/** Where calibrations of earlier runs are kept; without one each run makes its own. */
export interface CalibrationStore {
  read(judge: Model, version: string): Promise<Calibration | undefined>;
  write(judge: Model, version: string, calibration: Calibration): Promise<void>;
}

/** Who is to be calibrated for a test, and on which known cases. */
export interface CalibrationNeeds {
  judge?: Model | undefined;
  known?: JudgeCalibration | undefined;
}

export interface JudgesOptions {
  concurrency: Size;
  store?: CalibrationStore | undefined;
  onReply: () => void;
  /** What is known already of a judge's answers. */
  recall?: ((judge: Model) => Recall<string>) | undefined;
}

/** The judges of a run: a prompt is put to each once, only so many at a time, and so is the calibration. */
export class Judges {
  private readonly answers = new Memory<Promise<string | Failure>>();
  private readonly calibrations = new Memory<Promise<Calibration>>();
  private readonly memory = new Memory<Promise<Calibration | undefined>>();
  private readonly breakers = new Memory<Breaker>();
  private readonly limit: ReturnType<typeof limiter>;
  private readonly options: JudgesOptions;

  constructor(options: JudgesOptions) {
    this.options = options;
    this.limit = limiter(options.concurrency);
  }

  /** Puts prompts to one judge: its answer comes back, or why there is none. */
  askerOf(judge: Model): Ask {
    const recall = this.options.recall?.(judge);
    return (prompt, format) =>
      this.answers.of(judge, prompt, async () => recall?.(prompt) ?? this.limit(() => this.put(judge, prompt, format)));
  }

  /** All that was asked. */
  async known(): Promise<{ judge: Model; prompt: string; said: string | Failure }[]> {
    return Promise.all(this.answers.entries().map(async ({ judge, text, value }) => ({ judge, prompt: text, said: await value })));
  }

  /** How many requests it takes to calibrate the judges of these tests, as far as that is not known yet. */
  async requestsFor(tests: readonly CalibrationNeeds[]): Promise<number> {
    const wanted = new Memory<Promise<number>>();
    const sizes = tests.flatMap(({ judge, known }) =>
      judge && known ? [wanted.of(judge, known.version(), async () => ((await this.remembered(judge, known)) ? 0 : known.size))] : [],
    );
    return (await Promise.all([...new Set(sizes)])).reduce((sum, size) => sum + size, 0);
  }

  private remembered(judge: Model, { version: versionOf, size }: JudgeCalibration): Promise<Calibration | undefined> {
    const version = versionOf();
    return this.memory.of(judge, version, async () => {
      const kept = await this.options.store?.read(judge, version);
      return kept && isSound(kept, size) ? kept : undefined;
    });
  }

  standingOf(judge: Model): Standing {
    const breaker = this.breakers.of(judge, '', () => new Breaker());
    return { wasAsked: this.answers.has(judge), end: breaker.end };
  }

  /** Forgets what failed for a passing reason, so that it is asked once more. @returns how many prompts. */
  secondRound(): number {
    const prompts = this.breakers.entries().flatMap(({ judge, value }) => value.secondRound().map((prompt) => ({ judge, prompt })));
    for (const { judge, prompt } of prompts) this.answers.forget(judge, prompt);
    return prompts.length;
  }

  private async put(judge: Model, prompt: string, format: AnswerFormat): Promise<string | Failure> {
    const answer = await this.breakers.of(judge, '', () => new Breaker()).attempt([prompt], () => judge.answer(prompt, format));
    this.options.onReply();
    if ('kind' in answer) return { ...answer, message: `The judge: ${answer.message}` };
    // Some servers send a reasoning model's thinking along; what never ends is left for the reader to refuse.
    return withoutThinking(answer.text) ?? answer.text;
  }

  /** What the judge makes of known cases: found out in this run, or remembered from an earlier one. */
  calibrate(judge: Model, cases: JudgeCalibration): Promise<Calibration> {
    return this.calibrations.of(judge, cases.version(), async () => {
      const remembered = await this.remembered(judge, cases);
      if (remembered) return remembered;
      const run = () => cases.run(`${judge.hub}/${judge.name}`, this.askerOf(judge));
      let calibration = await run();
      // Whether it may gate must be known before any row: what failed is asked once more right now.
      while (!isWhole(calibration) && this.secondRound() > 0) calibration = await run();
      if (isWhole(calibration)) await this.options.store?.write(judge, cases.version(), calibration);
      return calibration;
    });
  }
}

/** What an endpoint that was down made of the cases says nothing about the judge. */
function isWhole({ confusion }: Calibration): boolean {
  return Object.values(confusion).every(({ error = 0 }) => error === 0);
}

/** Something a judge and a text, made when it is first wanted. */
class Memory<Value> {
  private readonly values = new Map<Model, Map<string, Value>>();

  of(judge: Model, text: string, make: () => Value): Value {
    const own = this.values.get(judge) ?? new Map<string, Value>();
    this.values.set(judge, own);
    const value = own.get(text) ?? make();
    own.set(text, value);
    return value;
  }

  has(judge: Model): boolean {
    return this.values.has(judge);
  }

  forget(judge: Model, text: string): void {
    this.values.get(judge)?.delete(text);
  }

  entries(): { judge: Model; text: string; value: Value }[] {
    return [...this.values].flatMap(([judge, own]) => [...own].map(([text, value]) => ({ judge, text, value })));
  }
}
