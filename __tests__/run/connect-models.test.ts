import { configOf, readRules } from '../../src/config/rules.ts';
import { Meter } from '../../src/models/index.ts';
import { connectionOf, connectModels } from '../../src/run/connect-models.ts';

async function configWith(model: string) {
  const text = `model: { hub: openai, name: ${model} }
data: { source: a.csv }
evaluation: { compare: base }
tests: { sensitivity: { refusal: {} } }`;
  const rules = await readRules({
    readConfig: async () => text,
    readNamedFile: async () => undefined,
    file: 'f.yml',
    overrides: {},
  });
  return { rules, config: configOf(rules, 'f.yml') };
}

it("the base's model judges a changed model, which stands in for it", async () => {
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
  expect(judge.standIn).toMatchObject({ name: 'new', role: 'the model under test' });
});
