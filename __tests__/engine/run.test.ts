import type { Embedder, Model } from '../../src/engine/model.ts';
import { runTests, type RunOptions } from '../../src/engine/run.ts';
import type { PairRun } from '../../src/engine/methods/test-run.ts';
import { findScorer } from '../../src/engine/scorers/index.ts';
import { findTest } from '../../src/engine/perturbations/index.ts';
import { DataError } from '../../src/errors.ts';
import { Failure } from './scripted.ts';

/** One dimension a distinct text: unlike texts are at right angles. */
function embedder(over: Partial<Embedder> = {}): Embedder & { calls: string[][] } {
  const seen = new Map<string, number>();
  const calls: string[][] = [];
  return {
    hub: 'test',
    name: 'one-hot',
    batchSize: 4,
    calls,
    embed: (texts) => {
      calls.push(texts);
      return Promise.resolve(
        texts.map((text) => {
          if (!seen.has(text)) seen.set(text, seen.size);
          return Array.from({ length: 64 }, (_, i) => (i === seen.get(text) ? 1 : 0));
        }),
      );
    },
    ...over,
  };
}

function model(
  answer: (prompt: string) => string,
  over: Partial<Model> = {},
): Model & { prompts: string[] } {
  const prompts: string[] = [];
  return {
    hub: 'test',
    name: 'scripted',
    prompts,
    answer: (prompt) => {
      prompts.push(prompt);
      return Promise.resolve().then(() => ({ text: answer(prompt) }));
    },
    ...over,
  };
}

function test(name: string, texts: string[], over: Partial<PairRun> = {}): PairRun {
  const found = findTest(name)!;
  const scorer = over.scorer ?? found.scorers[0];
  return {
    test: found,
    scorer,
    threshold: scorer.defaultThreshold,
    minimum_pass_rate: 0.7,
    parameters: {},
    scorerOptions: {},
    samples: texts.map((text, i) => ({ source: `data.txt:${i + 1}`, text })),
    ...over,
  };
}

const options = (tests: PairRun[], over: Partial<RunOptions> = {}): RunOptions => ({
  tests,
  seed: 1,
  concurrency: 2,
  ...over,
});
const SKY = 'The sky is blue.';
const GRASS = 'Grass is green.';

describe('run', () => {
  it('asks twice a sample, scores, and leaves out what the perturbation does not change', async () => {
    const asked = model((prompt) => (prompt.includes(' not ') ? 'no' : 'yes'));
    const { outcome, report, results, not_applicable } = await runTests(
      options([test('add_negation', [SKY, 'No verb here.', GRASS])]),
      {
        model: asked,
        embedder: embedder(),
      },
    );
    expect(outcome).toBe('pass');
    expect(report).toMatchObject([
      {
        category: 'sensitivity',
        test_type: 'add_negation',
        pass_count: 2,
        fail_count: 0,
        error_count: 0,
        not_applicable_count: 1,
        pass_rate: 1,
        minimum_pass_rate: 0.7,
        pass: true,
        outcome: 'pass',
        scorer: 'embedding',
        threshold: [-0.2, 0.2],
      },
    ]);
    expect(results[0]).toEqual({
      category: 'sensitivity',
      test_type: 'add_negation',
      source: 'data.txt:1',
      original: SKY,
      test_case: 'The sky is not blue.',
      expected_result: 'yes',
      actual_result: 'no',
      eval_score: 1,
      pass: true,
      status: 'scored',
    });
    expect(not_applicable).toMatchObject([{ source: 'data.txt:2', original: 'No verb here.' }]);
    expect(asked.prompts).toHaveLength(4);
  });

  it('sends identical prompts once, and embeds each distinct answer once, in batches', async () => {
    const asked = model((prompt) => `about ${prompt.toUpperCase()}`);
    const vectors = embedder();
    await runTests(options([test('add_negation', [SKY, GRASS, SKY, SKY, 'Snow is white.'])]), {
      model: asked,
      embedder: vectors,
    });
    expect(asked.prompts).toHaveLength(6);
    expect(new Set(asked.prompts).size).toBe(6);
    expect(vectors.calls.map((batch) => batch.length)).toEqual([4, 2]);
  });

  it('a row that meets an error is neither passed nor failed, and keeps the answer it has', async () => {
    const asked = model((prompt) => {
      if (prompt === 'The sky is not blue.')
        throw new Failure('no answer in time', 'timeout', false, 'Raise model.timeout.');
      return prompt.includes(' not ') ? 'no' : 'yes';
    });
    const { outcome, results } = await runTests(options([test('add_negation', [SKY, GRASS])]), {
      model: asked,
      embedder: embedder(),
    });
    expect(outcome).toBe('inconclusive');
    expect(results[0]).toMatchObject({
      status: 'error',
      pass: null,
      eval_score: null,
      expected_result: 'yes',
      actual_result: null,
      error: { kind: 'timeout', message: 'no answer in time\nRaise model.timeout.' },
    });
  });

  it('stops asking after a fatal error', async () => {
    const asked = model(() => {
      throw new Failure('wrong key', 'authentication', true);
    });
    const many = Array.from({ length: 50 }, (_, i) => `Number ${i} is small.`);
    const { outcome, results } = await runTests(options([test('add_negation', many)]), {
      model: asked,
      embedder: embedder(),
    });
    expect(outcome).toBe('error');
    expect(asked.prompts.length).toBeLessThanOrEqual(2);
    expect(results).toHaveLength(50);
    expect(results.at(-1)!.error).toEqual({
      kind: 'authentication',
      message: 'Not asked, after: wrong key',
      unasked: 'wrong key',
    });
  });

  it('a text that the embedder refuses costs its own row only', async () => {
    const vectors = embedder();
    const refusing = embedder({
      embed: (texts) =>
        texts.some((text) => text.includes('poison'))
          ? Promise.reject(new Failure('too long', 'bad_request'))
          : vectors.embed(texts),
    });
    const asked = model((prompt) => (prompt.includes('Snow') ? 'poison' : prompt));
    const { results } = await runTests(
      options([test('add_negation', [SKY, GRASS, 'Snow is white.'])]),
      {
        model: asked,
        embedder: refusing,
      },
    );
    expect(results.map(({ status }) => status)).toEqual(['scored', 'scored', 'error']);
  });

  it.each([
    [
      'a vector of zeros',
      () =>
        Promise.resolve([
          [0, 0],
          [0, 0],
          [0, 0],
          [0, 0],
        ]),
    ],
    ['no vector', () => Promise.resolve([])],
    ['an error', () => Promise.reject(new Failure('down', 'server'))],
  ])('%s is an error of the row, not a score', async (_name, embed) => {
    const { outcome, results } = await runTests(options([test('add_negation', [SKY])]), {
      model: model((prompt) => prompt),
      embedder: embedder({ embed }),
    });
    expect(results[0]).toMatchObject({
      status: 'error',
      pass: null,
      actual_result: 'The sky is not blue.',
    });
    expect(outcome).toBe('error');
  });

  it('an empty answer has no embedding', async () => {
    const { results } = await runTests(options([test('add_negation', [SKY])]), {
      model: model((prompt) => (prompt.includes(' not ') ? '  ' : 'yes')),
      embedder: embedder(),
    });
    expect(results[0]!.error).toMatchObject({ kind: 'empty_answer' });
  });

  it('draws the same contexts for the same seed and row, whatever the other rows', async () => {
    const parameters = {
      starting_context: ['a', 'b', 'c', 'd'],
      ending_context: ['e', 'f', 'g', 'h'],
    };
    const texts = Array.from({ length: 40 }, (_, i) => `Sentence ${i}.`);
    const cases = async (seed: number, list: string[]) => {
      const { results } = await runTests(
        options([test('add_toxic_words', list, { parameters })], { seed }),
        {
          model: model((prompt) => prompt),
        },
      );
      return results.map(({ test_case }) => test_case);
    };
    const all = await cases(1, texts);
    expect(await cases(1, texts)).toEqual(all);
    expect(await cases(1, texts.slice(0, 7))).toEqual(all.slice(0, 7));
    expect(await cases(2, texts)).not.toEqual(all);
    const strategies = new Set(
      all.map((text) => `${/^[a-d] /.test(text)} ${/ [e-h]$/.test(text)}`),
    );
    expect(strategies).toEqual(new Set(['true true', 'true false', 'false true']));
  });

  it('scores the loss of the prompts, with options in them', async () => {
    const lossy = model(() => '', {
      loss: (prompt) => Promise.resolve(prompt.includes(' not ') ? 3 : 2.5),
    });
    const samples = [
      { source: 'q:1', text: 'A stem is used to store', options: 'A. fruit\nB. liquid' },
    ];
    const { results } = await runTests(
      options([test('add_negation', [], { samples, scorer: findScorer('loss')! })]),
      { model: lossy },
    );
    expect(results[0]).toMatchObject({
      eval_score: -0.5,
      pass: true,
      options: 'A. fruit\nB. liquid',
      expected_result: 'loss 2.500000 nats a token',
    });
    expect(lossy.prompts).toEqual([]);
  });

  it('a hub that cannot say the loss is an error, never a loss of 0', async () => {
    const { outcome, results } = await runTests(
      options([test('add_negation', [SKY], { scorer: findScorer('loss')! })]),
      {
        model: model((prompt) => prompt),
      },
    );
    expect(outcome).toBe('error');
    expect(results[0]!.error).toMatchObject({ kind: 'no_logprobs' });
  });

  const DEFECT = {
    kind: 'bad_response',
    message:
      'A defect of the action in reading this answer: `"TypeError: x is not a function"`. Please report it.',
  };
  const defect = (): never => {
    throw new TypeError('x is not a function');
  };

  it('a defect of ours in reading a reply is the error of its row, never a pass', async () => {
    const broken = model((prompt) => (prompt === SKY ? defect() : prompt));
    const { results } = await runTests(options([test('add_negation', [SKY, GRASS])]), {
      model: broken,
      embedder: embedder(),
    });
    expect(results).toMatchObject([
      { status: 'error', pass: null, error: DEFECT },
      { status: 'scored' },
    ]);
  });

  it('a defect of ours in scoring an answer is the error of its row alone', async () => {
    const badWords = findScorer('bad_words')!;
    const scorer: typeof badWords = {
      ...badWords,
      score: async (pairs, ...more) =>
        pairs.some(({ sample }) => sample.text === SKY) ? defect() : badWords.score(pairs, ...more),
    };
    const { results } = await runTests(
      options([test('output_toxicity', [SKY, GRASS], { scorer })]),
      {
        model: model((prompt) => prompt),
      },
    );
    expect(results).toMatchObject([
      { status: 'error', pass: null, error: DEFECT },
      { status: 'scored', pass: true },
    ]);
  });

  it('an error that the user can mend ends the run', async () => {
    const broken = model(() => {
      throw new DataError('A form has no place for a list.', { remedy: 'Write a text.' });
    });
    await expect(
      runTests(options([test('add_negation', [SKY])]), { model: broken, embedder: embedder() }),
    ).rejects.toThrow('A form');
  });

  it('reports progress up to the total', async () => {
    const seen: [number, number][] = [];
    await runTests(
      options([test('add_negation', [SKY, GRASS])]),
      { model: model((prompt) => prompt), embedder: embedder() },
      (done, total) => seen.push([done, total]),
    );
    expect(seen.slice(0, 2)).toEqual([
      [0, 5],
      [1, 5],
    ]);
    expect(seen.at(-1)).toEqual([5, 5]);
  });
});
