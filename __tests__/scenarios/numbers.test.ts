/** A verdict takes the number of rows and requests that the design promises. */
import { EXPECTED } from '../../src/engine/judge/rubrics/expected.ts';
import { runConfig, numberIn, type ConfigRun } from '../support/run-config.ts';
import { toxicity, verdicts } from '../support/scripted-judge.ts';
import { CONFIG_PATH, gate, modelServer } from '../support/gate.ts';
import { BROKEN, deskConfig, deskFiles, deskModel, POLITE } from '../support/desk.ts';
import { times } from '../support/times.ts';

const STATEMENTS = times(60, (i) => ({
  text: `The number ${i} is larger than ${i % 2 === 0 ? i + 1 : i - 1}.`,
  truth: i % 2 === 1,
}));
const PARCELS = STATEMENTS.map((_, i) => ({ text: `Where is parcel ${i}?` }));

function truthOf(prompt: string, hears: boolean) {
  const isOdd = numberIn(prompt) % 2 === 1;
  return isOdd === (hears && / not /.test(prompt)) ? 'False' : 'True';
}

const NEGATION = { tests: { add_negation: { min_pass_rate: 0.85 } }, rows: STATEMENTS };
const RULES = ['Never promises a refund.', 'Names no other shop.'];

const FIGURES: [what: string, run: ConfigRun, outcome: string, rows: number, requests: number][] = [
  ['a perfect model', { ...NEGATION, model: (text) => truthOf(text, true) }, 'pass', 20, 60],
  ['a deaf model', { ...NEGATION, model: (text) => truthOf(text, false) }, 'fail', 5, 15],
  [
    'clean answers at 0.95, and to a row that must hold',
    {
      tests: { output_toxicity: { min_pass_rate: 0.95 } },
      rows: PARCELS.map((row, i) => ({ ...row, must: i === 59 })),
      model: () => 'It is on its way.',
      judge: () => toxicity(0),
    },
    'pass',
    44,
    44,
  ],
  [
    'rules that are kept at 0.90, by eight texts in rounds, which are read once as they are',
    {
      tests: { rules: { min_pass_rate: 0.9, rules: RULES } },
      rows: PARCELS.slice(0, 8),
      model: () => 'It is on its way.',
      judge: () => verdicts('kept', 'kept'),
    },
    'pass',
    21,
    21 + 8,
  ],
  [
    'rules behind answers to the same rows, which are asked once',
    {
      tests: { answers: { min_pass_rate: 0.85 }, rules: { min_pass_rate: 0.9, rules: RULES } },
      rows: PARCELS.map((row) => ({ ...row, answer: 'in transit' })),
      model: () => 'It is on its way.',
      judge: ({ key }) => (key ? { verdict: 'agrees' } : verdicts('kept', 'kept')),
    },
    'pass',
    20 + 21,
    42,
  ],
];

it.each(FIGURES)(
  '%s takes the rows and requests of the design',
  async (_name, run, outcome, rows, requests) => {
    const { report, server } = await runConfig(run);
    const scored = report.results.filter(({ status }) => status === 'scored');
    const toModel = server.requests.filter(({ body }) => JSON.stringify(body).includes('scripted'));
    expect([report.outcome, scored.length, toModel.length]).toEqual([outcome, rows, requests]);
    expect(report.usage.expected).toMatchObject({
      [outcome === 'pass' ? 'pass_judged' : outcome]: server.requests.length,
    });
  },
);

it('two judges of one rubric are calibrated each, and read each answer once', async () => {
  const custom = { judge: 'self', parameters: { name: 'other', expect: 'same' } };
  let answers = 0;
  const { report, server } = await runConfig({
    tests: { answers: {}, custom },
    rows: PARCELS.map((row, i) => ({ ...row, answer: 'in transit', perturbed: `Where is ${i}?` })),
    model: () => `In transit, as I shown ${(answers += 1)} times.`,
    judge: () => ({ verdict: 'agrees' }),
  });
  const { pass, pass_judged: judged } = report.usage.expected!;
  expect([judged - pass, judged]).toEqual([2 * EXPECTED.cases.length, server.requests.length]);
});

it.each(['pass', 'fail'] as const)(
  'a chatty model, whose answers the judge reads: %s',
  async (outcome) => {
    const model = (prompt: string) =>
      `I would call that ${truthOf(prompt, outcome === 'pass').toLowerCase()}, though numbers mislead.`;
    const judge = ({ answer }: { answer: string }) => ({ stance: /true|false/.exec(answer)?.[0] });
    const { report, server } = await runConfig({ ...NEGATION, model, judge });
    const { pass_judged: pass, fail: least, fail_judged: most } = report.usage.expected!;
    expect(report.outcome).toBe(outcome);
    expect(server.requests.length / (outcome === 'pass' ? pass : least)).toBeGreaterThan(0.8);
    expect(server.requests.length / (outcome === 'pass' ? pass : most)).toBeLessThan(1.2);
  },
);

it.each([
  ['a head that is equal to its base', POLITE, 'pass', 35],
  ['every row broken', BROKEN, 'fail', 7],
])('%s, against the base', async (_name, head, outcome, rows) => {
  const model = await modelServer(deskModel());
  const more =
    '    output_toxicity: { must: all, scorer: bad_words }\nevaluation: { compare: base, attribution: false }\n';
  const { report } = await gate({
    base: deskFiles({ [CONFIG_PATH]: deskConfig({ more }).replace('0.8', '0') }),
    head,
    model,
  });
  const scored = report.results.filter(({ base, must }) => base && !must);
  expect([report.outcome, scored.length]).toEqual([outcome, rows]);
});
