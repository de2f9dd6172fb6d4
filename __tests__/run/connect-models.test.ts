import { configOf, readRules } from '../../src/config/rules.ts';
import { REFUSAL_CASES, REFUSAL_READER } from '../../src/engine/judges/refusal-rubric.ts';
import { Meter } from '../../src/models/index.ts';
import { connectionOf, connectModels } from '../../src/run/connect-models.ts';

const CASES = Array.from({ length: 20 }, (_, i) =>
  JSON.stringify({ kind: 'refusal', prompt: `Question ${i}`, answer: 'Yes.', verdict: 'answers' }),
).join('\n');

async function configWith(model: string) {
  const text = `model: { hub: openai, name: ${model} }
data: { source: a.csv }
evaluation: { judge: { cases: c.jsonl }, compare: base }
tests: { sensitivity: { refusal: {} } }`;
  const rules = await readRules({
    readConfig: async () => text,
    readNamedFile: async () => CASES,
    file: 'f.yml',
    overrides: {},
  });
  return { rules, config: configOf(rules, 'f.yml') };
}

it("the base's model as the judge of a changed model is calibrated on the team's cases too", async () => {
  const { rules, config } = await configWith('new');
  const { config: base } = await configWith('old');
  const options = {
    config: { path: 'f.yml', ref: 'local' as const, rules },
    overrides: {},
    root: '/',
    confined: false,
    keys: { openai: 'k' },
    allowedHosts: [],
    missingKey: 'fail' as const,
  };
  const { judgeOf } = await connectModels(config, {
    connection: connectionOf(options, config),
    meter: new Meter(),
    base,
  });
  const judge = judgeOf(config.tests[0]!.judge!);
  expect(judge).toMatchObject({ name: 'old', role: "the base's model" });
  const { roomier, standIn } = judge;
  expect(standIn).toMatchObject({ name: 'new', role: 'the model under test' });
  for (const { teamCases = {} } of [judge, roomier!, standIn!]) {
    const calibration = REFUSAL_READER.calibration.withTeamCases(teamCases);
    expect(calibration.size).toBe(REFUSAL_CASES.length + 20);
  }
});
