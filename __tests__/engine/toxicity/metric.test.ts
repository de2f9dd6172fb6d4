import fc from 'fast-check';
import { toxicityMetric } from '../../../src/engine/judges/toxicity-metric.ts';
import { pythonValue } from '../../../src/engine/judges/python-value.ts';
import { oracle } from '../../support/oracle.ts';
import { parts } from '../material.ts';
import { RAW, scripted, successOf } from './support.ts';
import { runs } from '../../support/runs.ts';
import { character } from '../../support/unicode.ts';
import cases from './data/metric.json' with { type: 'json' };

interface PipelineRecord {
  id: string;
  actual_output: string | null;
  replies: string[];
  threshold: number;
  strict_mode: boolean;
  include_reason: boolean;
  score: number | null;
  success: boolean | null;
  reason?: string | null;
  opinions?: unknown;
  verdicts?: { verdict: string; reason: string | null }[];
  error?: string;
  calls: { step: string; variables: Record<string, unknown> }[];
}

const STEPS: Record<string, string> = {
  generate_opinions: 'opinions',
  generate_verdicts: 'verdicts',
  generate_reason: 'reason',
};
const FIELDS: Record<string, string> = {
  actual_output: 'answer',
  opinions: 'opinions',
  toxics: 'toxic',
  score: 'score',
};

/** What the reference hands on unread is a list of texts here. */
function asList(opinions: unknown): unknown[] {
  if (Array.isArray(opinions)) return opinions as unknown[];
  if (opinions === '') return [];
  return [typeof opinions === 'string' ? opinions : pythonValue(opinions)];
}

describe("DeepEval's pipeline (deepeval_pipeline.jsonl)", () => {
  const records = () => oracle<PipelineRecord>('deepeval_pipeline.jsonl');

  async function run({
    actual_output,
    replies,
    calls,
    strict_mode,
    include_reason,
  }: PipelineRecord) {
    const judge = scripted(
      Object.fromEntries(calls.map(({ step }, nth) => [STEPS[step]!, replies[nth]!])),
    );
    const options = { strict_mode, include_reason };
    return {
      judge,
      result: await toxicityMetric(actual_output ?? '', { ask: judge.ask, options }),
    };
  }

  it('the same scores, successes and reasons, and an error where it has one', async () => {
    expect(records().length).toBeGreaterThan(20);
    for (const record of records()) {
      const { result } = await run(record);
      if (record.error !== undefined) {
        const kind =
          record.error === 'MissingTestCaseParamsError' ? 'empty_answer' : 'unreadable_judgement';
        expect([record.id, result]).toEqual([
          record.id,
          { error: { kind, message: expect.any(String) } },
        ]);
        continue;
      }
      const { score, success, reason } = record;
      expect([record.id, successOf(score!, record).success]).toEqual([record.id, success]);
      expect([record.id, result]).toEqual([record.id, expect.objectContaining({ score, reason })]);
    }
  });

  it('the same steps, with the same texts', async () => {
    for (const record of records()) {
      const { judge } = await run(record);
      const once = judge.requests.filter(({ step }, nth) => judge.steps.indexOf(step) === nth);
      const wanted = record.calls.map(({ step, variables }) => {
        const fields = Object.entries(variables).map(([name, value]): [string, unknown] => [
          FIELDS[name]!,
          name === 'opinions' ? asList(value) : value,
        ]);
        return [STEPS[step], Object.fromEntries(fields)] as const;
      });
      expect([record.id, once.map(({ step, prompt }) => [step, parts(prompt).material])]).toEqual([
        record.id,
        wanted,
      ]);
    }
  });

  it('a doubt where the numbers of verdicts and opinions differ, and there alone', async () => {
    for (const record of records()) {
      const { result } = await run(record);
      if ('error' in result) continue;
      expect([record.id, result.doubt !== undefined]).toEqual([
        record.id,
        asList(record.opinions).length !== (record.verdicts ?? []).length,
      ]);
    }
  });
});

const OPINIONS = '{"opinions": ["You are clueless.", "The sky is nice."]}';
const VERDICTS =
  '{"verdicts": [{"verdict": "yes", "reason": "an insult"}, {"verdict": "no", "reason": ""}]}';
const REASON = '{"reason": "because"}';
const SCRIPT = { opinions: OPINIONS, verdicts: VERDICTS, reason: REASON };
const ANSWER = 'You are clueless. The sky is nice.';
const DOWN = { kind: 'timeout', message: 'No answer.' };

describe('toxicityMetric', () => {
  it('by default: a reason', async () => {
    const judge = scripted(SCRIPT);
    expect(await toxicityMetric(ANSWER, judge)).toEqual({ score: 0.5, reason: 'because' });
    expect(judge.steps).toEqual(['opinions', 'verdicts', 'reason']);
  });

  it('the forms are such as a strict endpoint takes', async () => {
    const judge = scripted(SCRIPT);
    await toxicityMetric(ANSWER, judge);
    for (const { schema } of judge.requests) {
      expect(schema).toMatchObject({
        type: 'object',
        additionalProperties: false,
        required: Object.keys(schema.properties as object),
      });
    }
  });

  it('asks once more, in other words, where an answer cannot be read', async () => {
    const judge = scripted({
      opinions: ['Gladly!', OPINIONS],
      verdicts: ['{"verdicts": "yes"}', VERDICTS],
      reason: ['', REASON],
    });
    expect(await toxicityMetric(ANSWER, judge)).toMatchObject({ score: 0.5, reason: 'because' });
    expect(judge.steps).toEqual([
      'opinions',
      'opinions',
      'verdicts',
      'verdicts',
      'reason',
      'reason',
    ]);
    expect(judge.requests).toHaveLength(6);
    expect(new Set(judge.requests.map(({ prompt }) => prompt)).size).toBe(6);
    expect(judge.requests[1]!.prompt).toContain(
      'could not be used: it holds no JSON object, or more than one.',
    );
    expect(judge.requests[1]!.prompt).not.toContain('Gladly');
  });

  it.each([
    ...(cases.unreadable as [string, string, string, number][]),
    [
      'opinions',
      `{"opinions": [${'['.repeat(40_000)}${']'.repeat(40_000)}]}`,
      'it holds no JSON object, or more than one',
      2,
    ],
  ])('unreadable twice is an error: %s, %.60s', async (step, reply, reason, requests) => {
    const judge = scripted({ ...SCRIPT, [step]: reply });
    expect(await toxicityMetric(ANSWER, judge)).toEqual({
      error: {
        kind: 'unreadable_judgement',
        message: `The judge's answer cannot be read: ${reason}.`,
      },
    });
    expect(judge.requests).toHaveLength(requests);
  });

  it.each(['opinions', 'verdicts', 'reason'])(
    'a request that failed is an error at once: %s',
    async (step) => {
      const judge = scripted({ ...SCRIPT, [step]: DOWN });
      expect(await toxicityMetric(ANSWER, judge)).toEqual({ error: DOWN });
      expect(judge.steps.filter((one) => one === step)).toHaveLength(1);
    },
  );

  it('an empty answer is not judged', async () => {
    const judge = scripted(SCRIPT);
    expect(await toxicityMetric('', judge)).toMatchObject({ error: { kind: 'empty_answer' } });
    expect(judge.requests).toEqual([]);
  });

  it('a defect of the caller is no verdict', async () => {
    await expect(
      toxicityMetric(ANSWER, { ask: async () => Promise.reject(new TypeError('defect')) }),
    ).rejects.toThrow('defect');
  });
});

describe('verdicts that are too few or too many', () => {
  const one = '{"verdicts": [{"verdict": "no"}]}';

  it('are asked for once more, and the right number counts', async () => {
    const judge = scripted({ ...SCRIPT, verdicts: [one, VERDICTS] });
    expect(await toxicityMetric(ANSWER, judge)).toEqual({ score: 0.5, reason: 'because' });
    expect(judge.requests[2]!.prompt).toContain(
      'could not be used: it has 1 verdicts on 2 opinions.',
    );
  });

  it.each([
    ['still', one],
    ['an unreadable answer', 'no'],
    ['a failure', DOWN],
  ])('count with a doubt if that does not help: %s', async (_, second) => {
    const result = await toxicityMetric(ANSWER, scripted({ ...SCRIPT, verdicts: [one, second] }));
    expect(result).toMatchObject({
      score: 0,
      doubt: "The judge's answer is in doubt: it has 1 verdicts on 2 opinions.",
    });
  });
});

it("values as Python's repr() prints them", () => {
  const texts = [
    'a',
    "it's",
    '"',
    `'"`,
    'a\\b\n\t\r',
    '\u0000\u007f\u0085\u00a0\u00ad',
    '日é😀',
    '\u200b\u2028\ufeff',
    '\u{e0001}',
    null,
  ];
  expect(pythonValue(texts)).toBe(
    `['a', "it's", '"', '\\'"', 'a\\\\b\\n\\t\\r', '\\x00\\x7f\\x85\\xa0\\xad', '日é😀', '\\u200b\\u2028\\ufeff', '\\U000e0001', None]`,
  );
  expect(pythonValue([])).toBe('[]');
});

describe('hostile texts', () => {
  const hostile = fc.oneof(
    fc.string({ unit: character }),
    fc
      .array(fc.constantFrom('"', '\\', '\n', '{', '}', '[', ']', '<', '\u2028', ':', ','))
      .map((signs) => signs.join('')),
  );

  it('stay inside the JSON, at every step', async () => {
    const frames = new Map(
      (await requestsFor('a', ['b', 'c'], 'd')).map(({ step, prompt }) => [step, parts(prompt)]),
    );
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (answer, opinion, reason) => {
        fc.pre(answer !== '');
        for (const { step, prompt } of await requestsFor(answer, [opinion, opinion], reason)) {
          const { before, block, after, material } = parts(prompt);
          expect([before, after]).toEqual([frames.get(step)!.before, frames.get(step)!.after]);
          expect(block).not.toMatch(RAW);
          if (step === 'opinions') expect(material).toEqual({ answer });
          if (step === 'verdicts') expect(material).toEqual({ opinions: [opinion, opinion] });
        }
      }),
      { numRuns: runs(200) },
    );
  });

  async function requestsFor(answer: string, opinions: string[], reason: string) {
    const judge = scripted({
      opinions: JSON.stringify({ opinions }),
      verdicts: JSON.stringify({ verdicts: opinions.map(() => ({ verdict: 'yes', reason })) }),
      reason: REASON,
    });
    await toxicityMetric(answer, judge);
    expect(judge.steps).toEqual(['opinions', 'verdicts', 'reason']);
    return judge.requests;
  }

  it('never throw as replies, and give a share or an error', async () => {
    const reply = fc.oneof(
      hostile,
      fc.json(),
      fc.constantFrom(OPINIONS, VERDICTS, REASON),
      fc
        .record({ opinions: fc.jsonValue(), verdicts: fc.jsonValue(), reason: fc.jsonValue() })
        .map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(reply, reply, reply, async (opinions, verdicts, reason) => {
        const result = await toxicityMetric(ANSWER, scripted({ opinions, verdicts, reason }));
        if ('error' in result) return expect(result.error.kind).toBe('unreadable_judgement');
        expect(result.score).toBeGreaterThanOrEqual(0);
        expect(result.score).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(1000) },
    );
  });
});
