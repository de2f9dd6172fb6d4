import { HUBS } from '../models/hubs/addresses.ts';
import type { ModelSettings } from '../models/settings.ts';
import type { Config } from './config.ts';
import { checkedPrompts } from './prompts.ts';
import type { Source } from './data.ts';
import { modelSettings } from './schema.ts';
import { modelOf, resolveTests } from './tests.ts';

/** Fills in what is left out, and adds the faults across keys. */
export function resolve(source: Source): Omit<Config, 'path' | 'sha256'> {
  const { written, texts, overrides, isLangTest, faults } = source;
  const { concurrency, deadline, seed } = written;
  const model = resolveModel(source);
  const tests = resolveTests(source, model);
  const prompts = checkedPrompts(texts, tests);
  for (const { key, problem } of prompts)
    if (problem !== undefined)
      faults.add(['model', key], `cannot be used: ${problem}`, 'Correct the prompt.');
  const isEmbedded = isLangTest && tests.some(({ setup }) => setup.scorer === 'embedding');
  const embeddings = isEmbedded ? resolveEmbeddings(source, model) : undefined;
  const run = { embeddings, concurrency, deadline, seed };
  const maxRequests = overrides.maxRequests ?? written.budget?.max_requests;
  return {
    ...run,
    subject: { model, texts, placeOf: (field) => placeOfField(source, field) },
    tests,
    maxRequests,
    isLangTest,
    notices: prompts.flatMap(({ notices }) => notices),
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

function placeOfField({ placeOf, texts }: Source, field: string): string | undefined {
  const key = field.replace(/^model\./, '');
  const { file, lines } = texts[key] ?? {};
  return file === undefined
    ? placeOf(['model', ...key.split('.')])
    : `${file}:${lines?.first ?? 1}:1`;
}

/** A rule of a test may stand for all tests. */
function placeOfRule({ placeOf }: Source, name: string): string | undefined {
  const path = name.split('.');
  const key = path.slice(3);
  const paths =
    key.length === 0 ? [path] : [path, ['evaluation', ...key], ['tests', 'defaults', ...key], key];
  return paths.map(placeOf).find((place) => place !== undefined);
}

function resolveModel({ written: { model = {} }, faults }: Source): ModelSettings {
  const missing = (['hub', 'name'] as const).find((key) => model[key] === undefined);
  if (missing)
    faults.add(
      ['model', missing],
      'is missing: no model is named',
      'Set the inputs `hub` and `model`, or write `hub` and `name` under `model`. There is no default model.',
    );
  return modelSettings.parse({ hub: 'reference', name: 'unknown', ...model });
}

function resolveEmbeddings({ written, faults }: Source, model: ModelSettings): ModelSettings {
  const { hub = model.hub, model: named } = written.embeddings ?? {};
  const name = named ?? HUBS[hub].embeddingModel;
  if (name === undefined)
    faults.add(
      ['embeddings', 'model'],
      `is missing: the hub ${hub} has no usual one`,
      'Set embeddings.hub and embeddings.model. With azure-openai, the model is a deployment.',
    );
  return modelOf({ hub, name: name ?? 'unknown' }, model);
}
