import fc from 'fast-check';
import { trimAndLoad } from '../../../src/engine/judges/toxicity-steps.ts';
import { oracle } from '../../support/oracle.ts';
import { character } from '../../support/unicode.ts';
import { runs } from '../../support/runs.ts';
import cases from './data/read-json.json' with { type: 'json' };

interface JsonRecord {
  id: string;
  raw: string | null;
  value?: unknown;
  value_python_json?: string;
  error?: string;
}

describe("DeepEval's reading of a judge's JSON (deepeval_json.jsonl)", () => {
  it('every record', () => {
    const records = oracle<JsonRecord>('deepeval_json.jsonl');
    expect(records.length).toBeGreaterThan(20);
    for (const { raw, ...read } of records) {
      if (raw === null) continue; // No reply at all is no text here.
      // Python takes Infinity, which is no JSON; nothing that is asked of a judge here can be
      // infinite.
      const isInfinite = read.value_python_json?.includes('Infinity') === true;
      const expected =
        read.error !== undefined || isInfinite
          ? undefined
          : (read.value ?? JSON.parse(read.value_python_json!));
      expect([raw, trimAndLoad(raw)]).toEqual([raw, expected]);
    }
  });
});

const VALUE = { verdicts: [{ verdict: 'yes', reason: 'r' }] };

describe('trimAndLoad', () => {
  it.each(cases.readable as [string, string][])('%s', (_, text) => {
    expect(trimAndLoad(text)).toEqual(VALUE);
  });

  it.each([
    ...(cases.unreadable as [string, string][]),
    [`{"a": "${'x'.repeat(100_000)}"}`, 'too long'],
  ])('unreadable: %.60s (%s)', (text) => {
    expect(trimAndLoad(text)).toBeUndefined();
  });
});

describe('any text', () => {
  const pieces = fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"a"',
        ':',
        ',',
        ' ',
        '```',
        'json',
        '\\',
        '"',
        '1',
        '\n',
      ),
    )
    .map((list) => list.join(''));

  it('never throws, and reads objects alone', () => {
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string({ unit: character }), fc.json()), (text) => {
        const read = trimAndLoad(text);
        if (read !== undefined) expect(Array.isArray(read) || typeof read !== 'object').toBe(false);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('reads back any object, with chatter that has no brackets around it, in a fence or not', () => {
    const chatter = fc.string().map((text) => text.replace(/[{}`]/g, ''));
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        chatter,
        chatter,
        fc.boolean(),
        (object, before, after, isFenced) => {
          const json = JSON.stringify(object);
          const text = isFenced
            ? `${before}\n\`\`\`json\n${json}\n\`\`\`\n${after}`
            : before + json + after;
          expect(trimAndLoad(text)).toEqual(JSON.parse(json));
        },
      ),
      { numRuns: 500 },
    );
  });
});
