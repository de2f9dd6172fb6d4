import type { LocatedYaml, Path } from '../../../config/positions.js';
import { entryOf, textOf, type ConvertOptions, type Located, type Material, type Notes, type Said } from '../converted.js';
import { promptAmong } from './prompts.js';
import type { Provider } from './provider.js';
import { modelOf } from './providers.js';
import { entriesOf, testsIn, type Shared } from './tests.js';
import { isMapping, listIn } from '../../../json.js';

const HARMLESS = new Set(
  'description tags metadata sharing writeLatestResults outputPath $schema defaultTest prompts providers targets tests'.split(' '),
);

const REST: Readonly<Record<string, Said>> = {
  scenarios: { why: 'what they combine is not taken apart', instead: 'Write the tests out under tests.' },
  redteam: { why: 'attacks are made up by promptfoo', instead: 'Keep it in promptfoo; `refusal` gates on requests of your own.' },
  env: {
    why: 'the variables of a run are the job’s business',
    instead: 'Set them in the workflow. PROMPTFOO_PASS_RATE_THRESHOLD is min_pass_rate here.',
  },
};
const NOTHING_LIKE_IT = { why: 'there is nothing like it here', instead: 'Leave it out, or keep it in promptfoo.' };

/** promptfooconfig.yaml, whose prompts and tests may stand in files of their own. */
export async function fromPromptfoo(
  yaml: LocatedYaml,
  { companions }: Pick<ConvertOptions, 'companions'>,
  notes: Notes,
): Promise<Material> {
  const root = yaml.value as Record<string, unknown>;
  const at = root.providers === undefined && root.targets !== undefined ? 'targets' : 'providers';
  const model = firstModel(providersIn(root[at], [at], yaml), notes);
  const written = listOf(root.prompts, ['prompts'], yaml);
  const found = await promptAmong(written, companions, notes);
  const shared = sharedIn(root, yaml, notes);
  const { rows, dataset } =
    root.tests === undefined ? { rows: [] } : await testsIn(root.tests, ['tests'], { yaml, companions, notes, shared });
  if (dataset && rows.length > 0) {
    notes.add(dataset.source, yaml.where(['tests']), {
      why: 'a configuration has one source of rows, and other tests stand beside it',
      instead: 'Give it a configuration of its own.',
    });
  }
  for (const key of Object.keys(root)) {
    if (!HARMLESS.has(key) && key !== 'evaluateOptions')
      notes.add(key.slice(0, 60), yaml.where([], key), entryOf(REST, key) ?? NOTHING_LIKE_IT);
  }
  return {
    format: 'a promptfoo configuration',
    where: yaml.where([], 'tests'),
    model: { ...(model ?? unknownModel(yaml, at, notes)), ...timeoutOf(root) },
    // Without one promptfoo sends the variable of that name.
    ...(found ?? (written.length === 0 && { prompt: [{ variable: 'prompt' }] })),
    rows,
    ...(dataset && rows.length === 0 && { data: dataset }),
    more: evaluateOptions(root, yaml, notes),
  };
}

function listOf(value: unknown, path: Path, yaml: LocatedYaml): Located[] {
  if (value === undefined || value === null) return [];
  if (!isMapping(value)) return entriesOf(value, path).map(([one, at]) => ({ value: one, where: yaml.where(at) }));
  // A mapping of texts, or of files with their labels.
  return Object.keys(value).map((name) => ({ value: name, where: yaml.where(path, name) }));
}

/** Names alone, mappings with an id, and mappings of which the one key is the id. */
function providersIn(value: unknown, path: Path, yaml: LocatedYaml): Provider[] {
  return entriesOf(value, path).flatMap(([entry, at]): Provider[] => {
    const id = textOf(entry);
    const where = yaml.where(at);
    if (id !== undefined) return [{ id, config: {}, where, placeOf: () => where }];
    if (!isMapping(entry)) return [];
    const inside = (name: string, body: unknown, way: Path): Provider => ({
      id: name,
      config: isMapping(body) && isMapping(body.config) ? body.config : {},
      where: yaml.where(way),
      placeOf: (key) => yaml.where([...way, 'config'], key),
    });
    const own = textOf(entry.id);
    if (own !== undefined) return [inside(own, entry, at)];
    return Object.entries(entry).map(([name, body]) => inside(name, body, [...at, name]));
  });
}

function firstModel(providers: readonly Provider[], notes: Notes): Record<string, unknown> | undefined {
  let model: Record<string, unknown> | undefined;
  for (const provider of providers) {
    if (model === undefined) model = modelOf(provider, notes);
    else {
      notes.add(`provider ${provider.id.slice(0, 80)}`, provider.where, {
        why: 'a configuration asks one model',
        instead: 'Run it again with --hub and --model, or in a matrix (docs/matrix.md).',
      });
    }
  }
  return model;
}

function unknownModel(yaml: LocatedYaml, key: string, notes: Notes): Record<string, unknown> {
  notes.add('model', yaml.where([], key), {
    why: 'no provider of the file can be asked here',
    instead: 'Write hub and name in the place of openai and YOUR-MODEL, or convert with --hub and --model.',
  });
  return { hub: 'openai', name: 'YOUR-MODEL' };
}

/** What `defaultTest` says of every test: variables and assertions, each with its place. */
function sharedIn({ defaultTest: given }: Record<string, unknown>, yaml: LocatedYaml, notes: Notes): Shared {
  if (given === undefined || given === null) return { assertions: [] };
  if (!isMapping(given)) {
    notes.add('defaultTest', yaml.where(['defaultTest']), { why: 'it is in another file', instead: 'Write it into this one.' });
    return { assertions: [] };
  }
  for (const key of Object.keys(given)) {
    if (!['vars', 'assert', 'description', 'metadata'].includes(key)) {
      notes.add(`defaultTest.${key.slice(0, 60)}`, yaml.where(['defaultTest'], key), {
        why: 'it says how promptfoo asks or grades every test, and nothing here reads it',
        instead: 'What belongs to every prompt goes into model.prompt.',
      });
    }
  }
  const assertions = listIn(given.assert).map((value, i) => ({ value, where: yaml.where(['defaultTest', 'assert', i]) }));
  return { vars: given.vars, assertions };
}

const MILLISECONDS = 1000;

function timeoutOf(root: Record<string, unknown>): { timeout?: number } {
  const given = isMapping(root.evaluateOptions) ? root.evaluateOptions.timeoutMs : undefined;
  return typeof given === 'number' && given > 0 && given <= 3600 * MILLISECONDS ? { timeout: given / MILLISECONDS } : {};
}

function evaluateOptions({ evaluateOptions: given }: Record<string, unknown>, yaml: LocatedYaml, notes: Notes): Record<string, unknown> {
  if (!isMapping(given)) return {};
  const { maxConcurrency, maxEvalTimeMs } = given;
  const isFit = typeof maxConcurrency === 'number' && Number.isInteger(maxConcurrency) && maxConcurrency >= 1 && maxConcurrency <= 256;
  const longest = 30 * 24 * 3600 * MILLISECONDS;
  const isTime = typeof maxEvalTimeMs === 'number' && maxEvalTimeMs > 0 && maxEvalTimeMs <= longest;
  const taken = new Set(['showProgressBar', 'timeoutMs', ...(isFit ? ['maxConcurrency'] : []), ...(isTime ? ['maxEvalTimeMs'] : [])]);
  for (const key of Object.keys(given)) {
    if (taken.has(key)) continue;
    notes.add(`evaluateOptions.${key.slice(0, 60)}`, yaml.where(['evaluateOptions'], key), entryOf(OPTIONS, key) ?? NOTHING_LIKE_IT);
  }
  return { ...(isFit && { concurrency: maxConcurrency }), ...(isTime && { deadline: maxEvalTimeMs / MILLISECONDS }) };
}

const OPTIONS: Readonly<Record<string, Said>> = {
  repeat: {
    why: 'promptfoo counts each repetition; here the majority of a row’s answers counts',
    instead: 'Write evaluation: { repeats: 3 } if that is meant.',
  },
  delay: { why: 'requests slow down by themselves while a server refuses some', instead: 'Write concurrency: 1 for one at a time.' },
  cache: { why: 'answers outlive a run only where the configuration says so', instead: 'Write cache: { mode: read-write }.' },
};
