import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JUDGEMENT_FORMAT, JUDGEMENTS } from '../../../src/engine/judges/judgement.js';
import { character } from '../../support/unicode.js';
import { runs } from '../../support/runs.js';
import { readJudgement } from './read-judgement.js';

const ANSWER = '{"reason": "It says the opposite.", "verdict": "accounts"}';
const READ = { verdict: 'accounts', reason: 'It says the opposite.' };

const NO_OBJECT = 'the answer is not one JSON object alone';
const NO_VERDICT = 'the JSON answer has no verdict';
const UNKNOWN = 'the verdict is none of accounts, ignores and not_applicable';
const MORE = 'the JSON answer has fields that were not asked for';
const TWICE = 'the JSON answer has a field twice';

describe('readable', () => {
  it.each([
    ['as it was asked for', ANSWER],
    ['with space around it', `\n\t ${ANSWER} \r\n`],
    ['over several lines', '{\n  "reason": "It says the opposite.",\n  "verdict": "accounts"\n}'],
    ['in the other order', '{"verdict":"accounts","reason":"It says the opposite."}'],
    ['in a fence', `\`\`\`json\n${ANSWER}\n\`\`\``],
    ['in a fence without a language', `\`\`\`\r\n${ANSWER}\r\n\`\`\``],
    ['with escapes', '{"reason": "It says the opposite.", "verdict": "\\u0061ccounts"}'],
  ])('%s', async (_, answer) => {
    expect(await readJudgement(answer)).toEqual(READ);
  });

  it.each(JUDGEMENTS)('%s', async (verdict) => {
    expect(await readJudgement(`{"reason":"r","verdict":"${verdict}"}`)).toEqual({ verdict, reason: 'r' });
  });

  it('does without a reason', async () => {
    expect(await readJudgement('{"verdict":"ignores"}')).toEqual({ verdict: 'ignores' });
    expect(await readJudgement('{"reason":" ","verdict":"ignores"}')).toEqual({ verdict: 'ignores' });
  });

  it('lets a reason say anything', async () => {
    const reason = '```json\n{"verdict": "ignores"}\n``` \\ "verdict": "ignores" \\"';
    expect(await readJudgement(JSON.stringify({ reason, verdict: 'accounts' }))).toEqual({ verdict: 'accounts', reason });
    expect(await readJudgement(`\`\`\`json\n${JSON.stringify({ reason, verdict: 'accounts' })}\n\`\`\``)).toEqual({
      verdict: 'accounts',
      reason,
    });
  });

  it('cuts a long reason between characters, and mends halves of them', async () => {
    const reason = async (text: string) => readJudgement(JSON.stringify({ reason: text, verdict: 'accounts' }));
    expect(await reason('😀'.repeat(501))).toEqual({ verdict: 'accounts', reason: '😀'.repeat(500) });
    expect(await reason('a\ud800')).toEqual({ verdict: 'accounts', reason: 'a\ufffd' });
  });
});

describe('unreadable', () => {
  it.each([
    ['', 'the answer is empty'],
    [' \n\ufeff', 'the answer is empty'],
    ['accounts', NO_OBJECT],
    ['"accounts"', NO_OBJECT],
    ['null', NO_OBJECT],
    ['["accounts"]', NO_OBJECT],
    [`[${ANSWER}]`, NO_OBJECT],
    [`Here you are: ${ANSWER}`, NO_OBJECT],
    [`${ANSWER} I hope this helps.`, NO_OBJECT],
    [`<think>The texts differ.</think>${ANSWER}`, NO_OBJECT],
    [`${ANSWER}${ANSWER}`, NO_OBJECT],
    [`${ANSWER}\n{"reason": "No.", "verdict": "ignores"}`, NO_OBJECT],
    [`Verdict:\n\`\`\`json\n${ANSWER}\n\`\`\``, NO_OBJECT],
    [`\`\`\`json\n${ANSWER}\n\`\`\`\n\`\`\`json\n${ANSWER}\n\`\`\``, NO_OBJECT],
    [`\`\`\`json\n\`\`\`json\n${ANSWER}\n\`\`\`\n\`\`\``, NO_OBJECT],
    [`\`\`\`json\n${ANSWER}`, NO_OBJECT],
    [`${ANSWER}\n\`\`\``, NO_OBJECT],
    [`\`\`\`yaml\n${ANSWER}\n\`\`\``, NO_OBJECT],
    ['```', NO_OBJECT],
    ['``````', NO_OBJECT],
    ['{"verdict": "accounts",}', NO_OBJECT],
    ["{'verdict': 'accounts'}", NO_OBJECT],
    ['{verdict: "accounts"}', NO_OBJECT],
    ['{"verdict": "accounts" /* or "ignores" */}', NO_OBJECT],
    ['{"verdict": "accounts"', NO_OBJECT],
    ['{}', NO_VERDICT],
    ['{"reason": "accounts"}', NO_VERDICT],
    ['{"Verdict": "accounts"}', MORE],
    ['{"judgement": {"verdict": "accounts"}}', MORE],
    ['{"verdict": "accounts", "final_verdict": "ignores"}', MORE],
    ['{"__proto__": {"verdict": "accounts"}}', MORE],
    ['{"verdict": "Accounts"}', UNKNOWN],
    ['{"verdict": "ACCOUNTS"}', UNKNOWN],
    ['{"verdict": " accounts"}', UNKNOWN],
    ['{"verdict": "not applicable"}', UNKNOWN],
    ['{"verdict": "accounts | ignores | not_applicable"}', UNKNOWN],
    ['{"verdict": "unreadable"}', UNKNOWN],
    ['{"verdict": ""}', UNKNOWN],
    ['{"verdict": null}', UNKNOWN],
    ['{"verdict": ["accounts"]}', UNKNOWN],
    ['{"verdict": {"accounts": true}}', UNKNOWN],
    ['{"verdict": "accounts", "reason": null}', 'the reason is not a text'],
    ['{"verdict": "accounts", "reason": {"verdict": "ignores"}}', 'the reason is not a text'],
    ['{"verdict": "ignores", "verdict": "accounts"}', TWICE],
    ['{"verdict": "accounts", "verdict": "accounts"}', TWICE],
    ['{"verdict": "ignores", "verdi\\u0063t": "accounts"}', TWICE],
    ['{"verdict": 1, "reason": "r", "verdict": "accounts"}', TWICE],
    ['{"verdict": ["ignores"], "verdict": "accounts"}', TWICE],
    ['{"verdict": "accounts", "reason": "\\"", "reason": "\\\\"}', TWICE],
    ['{"verdict":"accounts"}'.padEnd(30_000, ' ') + '.', 'the answer is longer than 20000 characters'],
    ['['.repeat(19_999), NO_OBJECT],
  ])('%j', async (answer, reason) => {
    const message = `The judge's verdict cannot be read: ${reason}.`;
    expect(await readJudgement(answer)).toEqual({ failure: { kind: 'unreadable_judgement', message } });
  });
});

describe('any text', () => {
  const verdict = fc.oneof(fc.constantFrom(...JUDGEMENTS), fc.string(), fc.jsonValue());
  const text = fc.oneof(
    fc.string({ unit: character }),
    fc.json(),
    fc.record({ verdict, reason: fc.jsonValue() }, { requiredKeys: [] }).map((value) => JSON.stringify(value)),
    fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '"verdict"',
          '"reason"',
          ':',
          ',',
          '"accounts"',
          '"ignores"',
          '"',
          '\\',
          ' ',
          '```json\n',
          '```',
          '[',
          ']',
        ),
      )
      .map((parts) => parts.join('')),
  );

  it('never throws, and gives a verdict only where the JSON says exactly that', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (answer) => {
        const read = await readJudgement(answer);
        if ('failure' in read) return expect(read.failure.message).toMatch(/^The judge's verdict cannot be read: the /);
        const json = answer
          .trim()
          .replace(/^```(?:json)?/, '')
          .replace(/```$/, '');
        const said = JSON.parse(json) as Record<string, unknown>;
        expect(JUDGEMENTS).toContain(read.verdict);
        expect(said.verdict).toBe(read.verdict);
        expect(Object.keys(said).filter((key) => key !== 'reason')).toEqual(['verdict']);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('reads back what a judge of good form says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...JUDGEMENTS), fc.string({ maxLength: 100 }), fc.boolean(), async (known, reason, isFenced) => {
        const json = JSON.stringify({ reason, verdict: known });
        const read = await readJudgement(isFenced ? `\`\`\`json\n${json}\n\`\`\`` : json);
        expect(read).toEqual(reason.trim() === '' ? { verdict: known } : { verdict: known, reason: reason.trim() });
      }),
    );
  });

  it('reads nothing once there is a word before or behind it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string().filter((chatter) => chatter.trim() !== ''),
        async (chatter) => {
          expect(await readJudgement(`${chatter}${ANSWER}`)).toHaveProperty('failure');
          expect(await readJudgement(`${ANSWER}${chatter}`)).toHaveProperty('failure');
        },
      ),
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
