import { APIS, NOT_SENT, REFUSED } from '../../config/langtest.js';
import { OTHER_CATEGORIES } from '../../config/langtest-categories.js';
import type { LocatedYaml } from '../../config/positions.js';
import { refuseLangTestName } from '../../data/builtin.js';
import { findTest } from '../../engine/tests/index.js';
import { GateError } from '../../errors.js';
import { HUBS, REGISTRY } from '../../models/hubs.js';
import { AZURE, entryOf, STAND_IN, textOf, type Converted, type Notes } from './converted.js';
import { isMapping } from '../../json.js';

const KNOWN = ['tests', 'model_parameters', 'evaluation', 'embeddings', 'model', 'data'];

const KEEP = 'Keep it in LangTest.';
const INSTEAD: Readonly<Record<string, string>> = {
  robustness: 'Keep it in LangTest; `contrast` and `custom` gate on edits of your own, of which the data says what is right.',
  toxicity: 'Add `output_toxicity` under tests.sensitivity.',
  safety: 'Add `refusal` under tests.sensitivity.',
};

/** LangTest's configuration, whose verdict stays what it was: `method: pair`. It brings no rows along. */
export function fromLangTest(yaml: LocatedYaml, given: { hub?: string | undefined; data?: string | undefined }, notes: Notes): Converted {
  const root = yaml.value as Record<string, unknown>;
  const tests = isMapping(root.tests) ? root.tests : {};
  const sensitivity = sensitivityIn(tests, yaml, notes);
  leaveOthers(tests, yaml, notes);
  for (const key of Object.keys(root)) {
    if (KNOWN.includes(key)) continue;
    notes.add(key.slice(0, 60), yaml.where([], key), { why: 'no sensitivity test reads it', instead: 'Leave it out.' });
  }
  if (Object.keys(sensitivity).length === 0) {
    notes.add('tests', yaml.where(['tests']), {
      why: 'none of its tests is asked here',
      instead: 'add_negation and add_toxic_words stand in their place: remove what you do not want.',
    });
    Object.assign(sensitivity, { add_negation: {}, add_toxic_words: {} });
  }
  const model = modelIn(root, yaml, notes);
  return {
    format: 'a LangTest configuration',
    config: {
      model,
      data: given.data === undefined ? dataIn(root, yaml, notes) : { source: given.data },
      tests: { ...(isMapping(tests.defaults) && { defaults: tests.defaults }), sensitivity },
      evaluation: { method: 'pair', ...evaluationIn(root, yaml, notes) },
      ...embeddingsIn(root, given.hub ?? model.hub),
    },
    rows: [],
    refusals: [],
    prompts: [],
    left_out: notes.all,
  };
}

/** How LangTest compares answers, where nothing else is said. */
const USUAL = { metric: 'embedding_distance', distance: 'cosine' };

/** How answers are compared: by the cosine of their embeddings, which need not be said. */
function evaluationIn({ evaluation }: Record<string, unknown>, yaml: LocatedYaml, notes: Notes): Record<string, unknown> {
  if (!isMapping(evaluation)) return {};
  const { metric: _metric, distance: _distance, ...rest } = evaluation;
  for (const [key, usual] of Object.entries(USUAL)) {
    if (evaluation[key] === undefined || evaluation[key] === usual) continue;
    notes.add(`evaluation.${key}`, yaml.where(['evaluation'], key), {
      why: `answers are compared by the cosine of their embeddings (${usual}), as LangTest's tests of sensitivity do`,
      instead: 'Another way to compare is a scorer: choice, loss, judge.',
    });
  }
  return rest;
}

/** Of a hub that has no embeddings of its own LangTest's default is taken: all-mpnet-base-v2, from Hugging Face. */
function embeddingsIn({ embeddings }: Record<string, unknown>, hub: unknown): { embeddings?: Record<string, unknown> } {
  if (isMapping(embeddings)) return { embeddings };
  const hasOwn = REGISTRY.some((known) => known.name === hub && known.embeddingModel !== undefined);
  return hasOwn ? {} : { embeddings: { hub: 'huggingface' } };
}

function sensitivityIn(tests: Record<string, unknown>, yaml: LocatedYaml, notes: Notes): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, body] of Object.entries(isMapping(tests.sensitivity) ? tests.sensitivity : {})) {
    const test = findTest(name);
    if (test && !Object.hasOwn(found, test.name)) found[test.name] = isMapping(body) ? body : {};
    else {
      notes.add(`sensitivity.${name.slice(0, 60)}`, yaml.where(['tests', 'sensitivity'], name), {
        why: test ? 'the same test stands there twice' : 'there is no test of that name here',
        instead: test ? 'Keep one of the two; the first was converted.' : KEEP,
      });
    }
  }
  return found;
}

function leaveOthers(tests: Record<string, unknown>, yaml: LocatedYaml, notes: Notes): void {
  for (const [category, body] of Object.entries(tests)) {
    if (category === 'defaults' || category === 'sensitivity') continue;
    const isKnown = (OTHER_CATEGORIES as readonly string[]).includes(category);
    const why = isKnown ? 'only LangTest’s tests of sensitivity are asked here' : 'it is no category of LangTest’s';
    const instead = entryOf(INSTEAD, category) ?? (isKnown ? KEEP : 'Look at its name.');
    const names = isMapping(body) ? Object.keys(body) : [];
    if (names.length === 0) notes.add(category.slice(0, 60), yaml.where(['tests'], category), { why, instead });
    for (const name of names) notes.add(`${category}.${name}`.slice(0, 120), yaml.where(['tests', category], name), { why, instead });
  }
}

/** Hubs of LangTest's that are ours under another name, or another hub at a known address. */
const HUBS_OF_LANGTEST: Readonly<Record<string, Record<string, string>>> = {
  'huggingface-inference-api': { hub: 'huggingface' },
  'lm-studio': { hub: 'openai', base_url: 'http://127.0.0.1:1234/v1' },
  ollama: { hub: 'openai', base_url: 'http://127.0.0.1:11434/v1' },
};

/** Keys of `model_parameters` that are keys of the section `model` here. */
const OF_MODEL: Readonly<Record<string, string>> = {
  base_url: 'base_url',
  api_base: 'base_url',
  openai_api_base: 'base_url',
  azure_endpoint: 'base_url',
  endpoint_url: 'base_url',
  api_version: 'api_version',
  openai_api_version: 'api_version',
  timeout: 'timeout',
  request_timeout: 'timeout',
  max_retries: 'retries',
};

function modelIn(root: Record<string, unknown>, yaml: LocatedYaml, notes: Notes): Record<string, unknown> {
  const given = isMapping(root.model_parameters) ? root.model_parameters : {};
  const named = isMapping(root.model) ? root.model : {};
  const deployment = textOf(given.deployment_name);
  const hub = textOf(named.hub) ?? (deployment === undefined ? 'openai' : 'azure-openai');
  const name = textOf(named.model) ?? textOf(named.name) ?? deployment;
  const ours = HUBS.includes(hub) ? { hub } : entryOf(HUBS_OF_LANGTEST, hub);
  if (ours === undefined || name === undefined) {
    notes.add('model', yaml.where([], ours === undefined ? 'model' : 'model_parameters'), {
      why: ours === undefined ? `the hub ${hub.slice(0, 60)} is asked by LangTest alone` : 'the file names no model: Harness(model=…) does',
      instead: 'Write hub and name in the place of openai and YOUR-MODEL, or convert with --hub and --model.',
    });
  }
  return {
    ...(ours ?? { hub: 'openai' }),
    name: ours === undefined ? 'YOUR-MODEL' : (name ?? 'YOUR-MODEL'),
    ...(ours?.hub === 'azure-openai' && AZURE),
    ...parametersIn(given, yaml, notes),
  };
}

/** `model_parameters`: what is sent, and among it what has a key of its own here. */
function parametersIn(given: Record<string, unknown>, yaml: LocatedYaml, notes: Notes): Record<string, unknown> {
  const model: Record<string, unknown> = {};
  const parameters: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const refused = REFUSED.find(([names]) => names.includes(key));
    const [, why = '', remedy = ''] = refused ?? [];
    const ours = entryOf(OF_MODEL, key);
    if (key === 'deployment_name') continue;
    if (key === 'user_prompt' && typeof value === 'string') model.prompt = value;
    else if (key === 'model_type' && Object.hasOwn(APIS, String(value))) model.api = APIS[String(value)];
    else if (ours !== undefined) model[ours] = value;
    else if (refused || NOT_SENT.includes(key) || value === null) {
      notes.add(`model_parameters.${key.slice(0, 60)}`, yaml.where(['model_parameters'], key), {
        why: refused ? `it ${why}` : 'no endpoint gets it, as in LangTest',
        instead: remedy || 'Leave it out.',
      });
    } else parameters[key] = value;
  }
  return { ...model, ...(Object.keys(parameters).length > 0 && { parameters }) };
}

function dataIn(root: Record<string, unknown>, yaml: LocatedYaml, notes: Notes): Record<string, unknown> {
  const given = isMapping(root.data) ? root.data : {};
  const source = textOf(given.data_source) ?? textOf(given.source);
  const leave = (why: string, instead: string) => {
    notes.add('data', yaml.where([], 'data'), { why, instead: `${instead} ${STAND_IN.source} stands in until then.` });
    return STAND_IN;
  };
  if (source === undefined) return leave('the file names no data: Harness(data=…) does', 'Write data.source, or convert with --data.');
  for (const key of Object.keys(given)) {
    if (['data_source', 'source', 'split', 'subset', 'feature_column'].includes(key)) continue;
    notes.add(`data.${key.slice(0, 60)}`, yaml.where(['data'], key), {
      why: 'nothing here reads it',
      instead: 'Name columns in data.columns.',
    });
  }
  const column = textOf(given.feature_column);
  const columns = column === undefined ? {} : { columns: { text: column } };
  if (given.source === 'huggingface') {
    return { source: ['hf', source, textOf(given.subset) ?? '', textOf(given.split) ?? ''].filter(Boolean).join(':'), ...columns };
  }
  try {
    refuseLangTestName(source, undefined);
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    return leave(`${source.slice(0, 60)} comes with LangTest`, error.remedy);
  }
  return { source, ...columns };
}
