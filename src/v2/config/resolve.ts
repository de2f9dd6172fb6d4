import { asRecord } from '../../json.ts';
import type { EndpointSettings, ModelSettings } from '../models/settings.ts';
import { fillNames, flatValues } from './changes.ts';
import type { Config, JudgeChoice, Overrides, Subject, TestConfig } from './config.ts';
import type { Faults } from './faults.ts';
import { EMBEDDING_MODELS } from './hub-stub.ts';
import refused from './langtest-parameters.json' with { type: 'json' };
import {
  literalNotices,
  problemOfPrompt,
  PROMPT_KINDS,
  subjectTexts,
  type Texts,
} from './prompts.ts';
import { endpointSettings, modelSettings, type TestSettings, type WrittenConfig } from './schema.ts';
import { resolveTests } from './tests.ts';
import type { Path } from './yaml.ts';

/** A file without the faults of the schema. */
export interface Source {
  written: WrittenConfig;
  /** The same before defaults, in the order of the file. */
  value: unknown;
  texts: Texts;
  faults: Faults;
  overrides: Overrides;
  isLangTest: boolean;
  /** Undefined for a key that the file does not have. */
  placeOf: (path: Path) => string | undefined;
}

/** Fills in what is left out, and adds the faults across keys. */
export function resolve(source: Source): Omit<Config, 'path' | 'sha256'> {
  const { written, overrides, isLangTest, faults } = source;
  const { concurrency, deadline, seed } = written;
  const model = resolveModel(source);
  for (const { path, problem } of oddTexts(source.value, []))
    faults.add({ path, problem, remedy: 'Write the value itself.' });
  const texts = subjectTexts(written, source.texts, faults);
  const placeOf = (field: string) => placeOfField(source, field);
  const subject: Subject = { model, ...texts, placeOf };
  const tests = resolveTests(source, model);
  const rules = tests.map((test) => [test.test.name, test.rules]);
  const columns = fillNames(tests);
  for (const kind of PROMPT_KINDS) {
    const problem = problemOfPrompt(subject, kind, columns);
    const key = subject[kind]?.file === undefined ? kind : `${kind}_file`;
    if (problem !== undefined)
      faults.add({
        path: ['model', key],
        problem: `cannot be used: ${problem}`,
        remedy: 'Correct the prompt.',
      });
  }
  const embeddings = resolveEmbeddings(source, tests, model);
  const maxRequests = overrides.maxRequests ?? written.budget.max_requests;
  const { timeout, retries } = model;
  return {
    subject,
    embeddings,
    tests,
    maxRequests,
    concurrency,
    deadline,
    seed,
    isLangTest,
    notices: literalNotices(subject, columns),
    rules: flatValues({
      dialect: isLangTest ? 'langtest' : 'ours',
      model: { timeout, retries },
      tests: { sensitivity: Object.fromEntries(rules) },
      embeddings,
      budget: { max_requests: maxRequests },
      concurrency,
      deadline,
      seed,
    }),
    placeOf: (path) => placeOfRule(source, path),
  };
}

const NAME_IT =
  'Write it in the section `model`, or set the input `hub` or `model`. There is no default model.';

function resolveModel({ written, faults }: Source): ModelSettings {
  const { model = {} } = written;
  for (const key of ['hub', 'name'] as const)
    if (model[key] === undefined)
      faults.add({
        path: ['model', key],
        problem: 'is missing: no model is named',
        remedy: NAME_IT,
      });
  for (const name of Object.keys(model.parameters ?? {})) {
    const remedy = Object.entries(refused).find(([one]) => one === name)?.[1];
    if (remedy !== undefined)
      faults.add({
        path: ['model', 'parameters', name],
        problem: 'is no request parameter',
        remedy,
      });
  }
  return modelSettings.parse({ hub: 'reference', name: 'unknown', ...model });
}

/** Shell and workflow variables, which nothing fills in. */
const VARIABLE = /^\$(?:\w+|\{\w+\})$|\$\{\{|\{\{\s*(?:env|vars|secrets|inputs|matrix)\./;
/** Keys whose values have placeholders, or quotes, of their own. */
const FREE_KEYS = ['prompt', 'system_prompt', 'headers', 'variables', 'context', 'rules', 'words'];

function oddTexts(value: unknown, path: Path): { path: Path; problem: string }[] {
  if (typeof value === 'string') {
    const problem = VARIABLE.test(value)
      ? 'would be sent unchanged: nothing fills in variables here; the inputs `hub`, `model` and `base-url` may hold them'
      : 'has curly quotes, which YAML takes for letters';
    return VARIABLE.test(value) || /^[“‘„].*[”’“]$/.test(value) ? [{ path, problem }] : [];
  }
  return Object.entries(asRecord(value)).flatMap(([key, inner]) =>
    FREE_KEYS.includes(key)
      ? []
      : oddTexts(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** What a section with an endpoint takes over from the model. */
function fromModel(section: object, model: ModelSettings): Partial<ModelSettings> {
  const { hub = model.hub } = asRecord(section);
  const { name: _name, api: _api, parameters: _parameters, ...endpoint } = model;
  if (hub === model.hub) return endpoint;
  return { timeout: model.timeout, retries: model.retries };
}

export function resolveJudge(
  judge: NonNullable<TestSettings['judge']>,
  model: ModelSettings,
): JudgeChoice {
  if (typeof judge === 'string') return judge;
  if (asRecord(judge).name === undefined) return 'self';
  return modelSettings.parse({ ...fromModel(judge, model), ...judge });
}

function resolveEmbeddings(
  { written: { embeddings = {} }, faults, isLangTest }: Source,
  tests: readonly TestConfig[],
  model: ModelSettings,
): EndpointSettings | undefined {
  const isUsed = ({ test, setup }: TestConfig) =>
    test.name === 'add_negation' && (setup.scorer ?? 'embedding') === 'embedding';
  if (!isLangTest || !tests.some(isUsed)) return undefined;
  const { model: name, ...section } = embeddings;
  const { hub = model.hub } = section;
  const usual = EMBEDDING_MODELS[hub];
  if (name === undefined && usual === undefined)
    faults.add({
      path: ['embeddings', 'model'],
      problem: `is missing: the hub ${hub} has no default embedding model`,
      remedy:
        'Set embeddings.hub and embeddings.model. With azure-openai, the model is a deployment.',
    });
  const settings = { ...fromModel(section, model), ...section, name: name ?? usual ?? 'unknown' };
  return endpointSettings.parse(settings);
}

function placeOfField({ placeOf, texts }: Source, field: string): string | undefined {
  const path = ['model', ...field.replace(/^model\./, '').split('.')];
  const file = texts.get(path.join('.')) ?? texts.get(`${path.join('.')}_file`);
  return file ? `${file.file}:1:1` : placeOf(path);
}

/** A rule of a test may stand for all tests. */
function placeOfRule({ placeOf }: Source, name: string): string | undefined {
  const path = name.split('.');
  const key = path.slice(3);
  const shared = [['evaluation', ...key], ['tests', 'defaults', ...key], key];
  const places = [path, ...(key.length > 0 ? shared : [])].map(placeOf);
  return places.find((place) => place !== undefined);
}
