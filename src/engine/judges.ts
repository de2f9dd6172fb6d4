import { Breaker } from './ask.js';
import type { TestRun } from './cases.js';
import { isSound } from './calibration.js';
import { withoutThinking } from './choice/clean.js';
import type { AnswerFormat, Model } from './model.js';
import { limiter } from './pool.js';
import type { Calibration, RowError } from './results.js';
import type { Ask, JudgeCalibration } from './scorers/scorer.js';

/** Where calibrations of earlier runs are kept; without one each run makes its own. */
export interface CalibrationStore {
  read(judge: Model, version: string): Promise<Calibration | undefined>;
  write(judge: Model, version: string, calibration: Calibration): Promise<void>;
}

export interface JudgesOptions {
  concurrency: number;
  store?: CalibrationStore;
  onReply: () => void;
}

/** The judges of a run: a prompt is put to each once, only so many at a time, and so is the calibration. */
export class Judges {
  private readonly answers = new Memory<Promise<string | RowError>>();
  private readonly calibrations = new Memory<Promise<Calibration>>();
  private readonly memory = new Memory<Promise<Calibration | undefined>>();
  private readonly breakers = new Memory<Breaker>();
  private readonly limit: ReturnType<typeof limiter>;

  constructor(private readonly options: JudgesOptions) {
    this.limit = limiter(options.concurrency);
  }

  /** Puts prompts to one judge: its answer comes back, or why there is none. */
  askerOf(judge: Model): Ask {
    return (prompt, format) => this.answers.of(judge, prompt, () => this.limit(() => this.put(judge, prompt, format)));
  }

  /** How many requests it takes to calibrate the judges of these tests, as far as that is not known yet. */
  async requestsFor(tests: readonly TestRun[]): Promise<number> {
    const wanted = new Memory<Promise<number>>();
    const sizes = tests.flatMap(({ judge, scorer: { calibration } }) =>
      judge && calibration ? [wanted.of(judge, calibration.version(), async () => ((await this.remembered(judge, calibration)) ? 0 : calibration.size))] : [],
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

  private async put(judge: Model, prompt: string, format: AnswerFormat): Promise<string | RowError> {
    const answer = await this.breakers.of(judge, '', () => new Breaker()).attempt(() => judge.answer(prompt, format));
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
      const calibration = await cases.run(`${judge.hub}/${judge.name}`, this.askerOf(judge));
      // What an endpoint that was down made of it says nothing about the judge.
      const isWhole = Object.values(calibration.confusion).every(({ error = 0 }) => error === 0);
      if (isWhole) await this.options.store?.write(judge, cases.version(), calibration);
      return calibration;
    });
  }
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
}
