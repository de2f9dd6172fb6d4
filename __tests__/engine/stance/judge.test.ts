import { STANCE_CASES, STANCE_READER, stancePrompt } from '../../../src/engine/judges/stance.ts';
import { knownJudge } from '../known-judge.ts';
import { materialOf } from '../material.ts';
import { runOf } from '../scripted.ts';
import { animal, statements, tripletOf, type Ways } from '../triplet/support.ts';

const KNOWN = new Map(STANCE_CASES.map((one) => [stancePrompt(one), one.stance]));

/**
 * Knows the calibration, `wrong` cases aside; an answer that begins with "I hold it" it reads as
 * what follows.
 */
const judge = ({ wrong = 0 } = {}) =>
  knownJudge(KNOWN, {
    wrong,
    judgement: (prompt, isMissed) => ({
      stance: isMissed
        ? 'neither'
        : (KNOWN.get(prompt) ??
          /I hold it (\w+)/.exec(materialOf(prompt).answer!)?.[1] ??
          'unsure'),
    }),
  });

describe('the judge of stances', () => {
  it.each([
    ['{"reason": "r", "stance": "false"}', { reading: 'false' }],
    ['{"reason": "r", "stance": "True"}', { reading: 'true' }],
    ['{"reason": "r", "stance": true}', { reading: 'true' }],
    ['{"reason": "r", "stance": "FALSE"}', { reading: 'false' }],
    ['True</s>', { reading: 'true' }],
    [
      '{"stance": "maybe"}',
      {
        failure: {
          kind: 'unreadable_judgement',
          message: expect.stringContaining('none of true, false and neither'),
        },
      },
    ],
    [
      '{"verdict": "true"}',
      {
        failure: {
          kind: 'unreadable_judgement',
          message: expect.stringContaining('has no stance'),
        },
      },
    ],
    [
      'The stance is true.',
      {
        failure: {
          kind: 'unreadable_judgement',
          message: expect.stringContaining('holds no JSON object'),
        },
      },
    ],
  ])('says %s', async (answer, read) => {
    expect(await STANCE_READER.read({ prompt: 'p', answer: 'a' }, async () => answer)).toEqual(
      read,
    );
  });

  it('reads what no rule can, once it is calibrated', async () => {
    const samples = statements(60);
    const wordy: Ways = ({ right }) => `I hold it ${right.toLowerCase()}`;
    const reader = judge({ wrong: 2 });
    const {
      report: [row],
    } = await runOf([tripletOf(samples, { judge: reader })], { model: animal(samples, wordy) });
    expect(row).toMatchObject({
      outcome: 'pass',
      asked_count: 20,
      pass_rate: 1,
      calibration: { right: STANCE_CASES.length - 2 },
    });
    expect(reader.asked).toHaveLength(STANCE_CASES.length + 60);
    for (const prompt of reader.asked.filter((one) => !KNOWN.has(one)))
      expect(Object.keys(materialOf(prompt))).toEqual(['prompt', 'answer']);
  });
});
