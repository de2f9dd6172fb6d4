import fc from 'fast-check';
import { JUDGEMENT_FORMAT, JUDGEMENTS } from '../../../src/engine/judges/negation.ts';
import { character } from '../../support/unicode.ts';
import { runs } from '../../support/runs.ts';
import { readJudgement } from './read-judgement.ts';
import cases from './data/judgements.json' with { type: 'json' };

const ANSWER = '{"reason": "It says the opposite.", "verdict": "accounts"}';
const READ = { verdict: 'accounts', reason: 'It says the opposite.' };

describe('readable', () => {
  it.each(cases.readable as [string, string][])('%s', async (_, answer) => {
    expect(await readJudgement(answer)).toEqual(READ);
  });

  it.each(JUDGEMENTS)('%s', async (verdict) => {
    expect(await readJudgement(`{"reason":"r","verdict":"${verdict}"}`)).toEqual({
      verdict,
      reason: 'r',
    });
  });

  it.each(['"Accounts"', '"ACCOUNTS"', '" accounts"', '"accounts",'])(
    'the word %s',
    async (word) => {
      expect(await readJudgement(`{"verdict": ${word}}`)).toEqual({ verdict: 'accounts' });
    },
  );

  it('does without a reason', async () => {
    expect(await readJudgement('{"verdict":"ignores"}')).toEqual({ verdict: 'ignores' });
    expect(await readJudgement('{"reason":" ","verdict":"ignores"}')).toEqual({
      verdict: 'ignores',
    });
  });

  it('lets a reason say anything', async () => {
    const reason = '```json\n{"verdict": "ignores"}\n``` \\ "verdict": "ignores" \\"';
    expect(await readJudgement(JSON.stringify({ reason, verdict: 'accounts' }))).toEqual({
      verdict: 'accounts',
      reason,
    });
    expect(
      await readJudgement(`\`\`\`json\n${JSON.stringify({ reason, verdict: 'accounts' })}\n\`\`\``),
    ).toEqual({
      verdict: 'accounts',
      reason,
    });
  });

  it('cuts a long reason between characters, and mends halves of them', async () => {
    const reason = async (text: string) =>
      readJudgement(JSON.stringify({ reason: text, verdict: 'accounts' }));
    expect(await reason('😀'.repeat(501))).toEqual({
      verdict: 'accounts',
      reason: '😀'.repeat(500),
    });
    expect(await reason('a\ud800')).toEqual({ verdict: 'accounts', reason: 'a\ufffd' });
  });
});

describe('unreadable', () => {
  it.each([
    ...(cases.unreadable as [string, string][]),
    [`${ANSWER.padEnd(30_000, ' ')}.`, 'the answer is longer than 20000 characters'],
    ['['.repeat(19_999), 'the answer holds no JSON object'],
  ])('%j', async (answer, reason) => {
    const message = `The judge's verdict cannot be read: ${reason}.`;
    expect(await readJudgement(answer)).toEqual({
      failure: { kind: 'unreadable_judgement', message },
    });
  });
});

describe('any text', () => {
  const verdict = fc.oneof(fc.constantFrom(...JUDGEMENTS), fc.string(), fc.jsonValue());
  const text = fc.oneof(
    fc.string({ unit: character }),
    fc.json(),
    fc
      .record({ verdict, reason: fc.jsonValue() }, { requiredKeys: [] })
      .map((value) => JSON.stringify(value)),
    fc
      .array(
        fc.constantFrom(
          ...'{ } "verdict" "reason" : , "accounts" "ignores" " \\ ``` [ ]'.split(' '),
          ' ',
          '```json\n',
        ),
      )
      .map((parts) => parts.join('')),
  );

  it('never throws, and gives a verdict only where the JSON says exactly that', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (answer) => {
        const read = await readJudgement(answer);
        if ('failure' in read)
          return expect(read.failure.message).toMatch(/^The judge's verdict cannot be read: the /);
        expect(JUDGEMENTS).toContain(read.verdict);
        expect(answer.toLowerCase()).toContain(`"${read.verdict}"`);
      }),
      { numRuns: runs(2000) },
    );
  });
});

it('asks in a form that strict modes take: closed, with every field required, the reason first', () => {
  const { properties, required, additionalProperties } = JUDGEMENT_FORMAT.schema as {
    properties: object;
    required: string[];
    additionalProperties: boolean;
  };
  expect(Object.keys(properties)).toEqual(['reason', 'verdict']);
  expect(required).toEqual(['reason', 'verdict']);
  expect(additionalProperties).toBe(false);
  expect(properties).toHaveProperty('verdict.enum', [...JUDGEMENTS]);
});
