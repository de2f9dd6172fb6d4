import { templateProblem } from '../engine/rows/prompt.ts';
import { placeholdersInRaw } from './prompts.ts';
import { TESTS } from '../engine/perturbations/index.ts';
import { ConfigError } from '../errors.ts';
import type { ModelSettings } from '../models/settings.ts';
import { OTHER_CATEGORIES } from './keys/test.ts';
import { namedFile } from './paths.ts';
import { valueAt, type LocatedYaml, type Path } from './positions.ts';
import type { Source } from './config.ts';
import { asRecord, isMapping } from '../json.ts';
import { collectProblem } from './problems.ts';

/** @throws ConfigError for a file with other categories of LangTest and without `sensitivity` */
export function refuseWithoutSensitivity(yaml: LocatedYaml): void {
  const tests = isMapping(yaml.value) ? yaml.value.tests : undefined;
  if (!isMapping(tests)) return;
  const names = Object.keys(tests).filter((name) => name !== 'defaults');
  if (names.length === 0 || !names.every((name) => OTHER_CATEGORIES.includes(name))) return;
  const message = `the file has no sensitivity part: its tests are ${names.join(', ')}, which are not run here`;
  const remedy = `Write tests.sensitivity with at least one of ${TESTS.map(({ name }) => name).join(', ')}.`;
  throw new ConfigError(message, { where: yaml.placeOf(['tests']), remedy });
}

/** Keys of LangTest's other tests and of its reports, which change no sensitivity test. */
const UNREAD_KEYS: readonly { section: Path; keys: readonly string[] }[] = [
  { section: [], keys: ['prompt_config'] },
  { section: ['tests', 'defaults'], keys: ['min_score', 'ground_truth'] },
  { section: ['evaluation'], keys: ['metric', 'distance', 'model', 'hub'] },
];

/**
 * Returns a LangTest file without the keys that nothing here reads, and those keys. A file with a
 * section `model` is ours.
 */
export function dropUnread(value: unknown): { value: unknown; unread: readonly string[] } {
  if (!isMapping(value) || value.model !== undefined) return { value, unread: [] };
  const copy = structuredClone(value);
  const unread: string[] = [];
  for (const { section, keys } of UNREAD_KEYS) {
    const sectionKeys = asRecord(valueAt(copy, section));
    for (const key of keys.filter((name) => Object.hasOwn(sectionKeys, name))) {
      Reflect.deleteProperty(sectionKeys, key);
      unread.push([...section, key].join('.'));
    }
  }
  return { value: copy, unread };
}

/** Returns notices of the keys and categories of a LangTest file that are ignored. */
export function leftOutOfLangTest({
  raw: { tests },
  unread,
}: Pick<Source, 'raw' | 'unread'>): string[] {
  const otherCategories = OTHER_CATEGORIES.filter((name) => Object.hasOwn(tests, name));
  const notices: string[] = [];
  if (unread.length > 0)
    notices.push(`Ignored keys of LangTest that change no sensitivity test: ${unread.join(', ')}.`);
  if (otherCategories.length > 0)
    notices.push(
      `Left out: ${otherCategories.join(', ')}. Only LangTest's tests under tests.sensitivity are run here.`,
    );
  return notices;
}

/** Parameters that LangTest reads for local models, and does not send to an endpoint. */
const NOT_SENT = ['task', 'device', 'stream'];

/** Arguments of LangTest's Python classes that are not request parameters, with the remedy. */
const REFUSED_PARAMETERS: readonly [names: readonly string[], remedy: string][] = [
  [
    ['server_prompt', 'system_prompt'],
    'Remove it, or write it as model.system_prompt if the model is to read it.',
  ],
  [
    ['hub', 'model', 'model_name', 'model_id', 'repo_id', 'type'],
    'Name it in the input `hub` and the input `model`, or in a section model.',
  ],
  [
    [
      'prompt_file',
      'system_prompt_file',
      'api_version',
      'openai_api_version',
      'timeout',
      'request_timeout',
      'max_retries',
    ],
    'Write it in a section model: prompt_file, system_prompt_file, api_version, timeout, retries.',
  ],
  [['model_kwargs'], 'Write its entries one level higher.'],
  [
    ['output_schema', 'chat_template', 'examples', 'data'],
    'Remove it. Write what the model is asked into user_prompt.',
  ],
  [
    ['api_key', 'openai_api_key', 'azure_openai_api_key', 'huggingfacehub_api_token'],
    'Remove it, and revoke the key, since a file had it. Keys come from the input `api-key`.',
  ],
  [
    [
      'base_url',
      'api_base',
      'openai_api_base',
      'azure_endpoint',
      'endpoint_url',
      'openai_proxy',
      'headers',
      'default_headers',
    ],
    'Use the input `base-url`.',
  ],
];

const APIS: Record<string, ModelSettings['api']> = { chat: 'chat', completion: 'completions' };

export interface LangTestParameters {
  parameters: Record<string, unknown>;
  template?: string;
  api?: ModelSettings['api'];
  notices: string[];
}

/** Reads LangTest's section `model_parameters`, and adds every problem in it to `problems`. */
export function langTestParameters(source: Source, problems: ConfigError[]): LangTestParameters {
  const {
    user_prompt,
    model_type,
    deployment_name: _deploymentName,
    ...parameters
  } = source.raw.model_parameters ?? {};
  problems.push(...refusedParameters(source));
  const template = collectProblem(problems, () => templateFrom(source, user_prompt ?? undefined));
  const api = collectProblem(problems, () => apiFrom(source, model_type ?? undefined));
  const unsentNames = NOT_SENT.filter((name) => Object.hasOwn(parameters, name));
  for (const name of unsentNames) Reflect.deleteProperty(parameters, name);
  const notices: string[] = [];
  if (unsentNames.length > 0) {
    const keys = unsentNames.map((name) => `model_parameters.${name}`).join(', ');
    notices.push(`Not sent to the endpoint, as in LangTest: ${keys}.`);
  }
  return { parameters, template, api, notices };
}

/** Returns an error for each parameter that belongs elsewhere, or contradicts the model's name. */
function refusedParameters(source: Source): ConfigError[] {
  const { model_parameters, model } = source.raw;
  const parameters = model_parameters ?? {};
  const errors = REFUSED_PARAMETERS.flatMap(([names, remedy]) =>
    names
      .filter((name) => Object.hasOwn(parameters, name))
      .map((name) =>
        parameterError(source, name, {
          message: `model_parameters.${name} is an argument of LangTest and not a request parameter`,
          remedy,
        }),
      ),
  );
  const { deployment_name } = parameters;
  const name = source.overrides.model ?? model?.name;
  if (deployment_name !== undefined && deployment_name !== name)
    errors.push(
      parameterError(source, 'deployment_name', {
        message:
          'model_parameters.deployment_name names another deployment than the model that is judged',
        remedy:
          'With the hub azure-openai, the model is the deployment: give its name in the input `model`, and remove it here.',
      }),
    );
  return errors;
}

function parameterError(
  { yaml }: Source,
  key: string,
  { message, remedy }: { message: string; remedy: string },
): ConfigError {
  return new ConfigError(message, { where: yaml.placeOf(['model_parameters'], key), remedy });
}

/** @throws ConfigError for a prompt that cannot be used, or that is written twice */
function templateFrom(source: Source, prompt: unknown): string | undefined {
  if (prompt === undefined) return undefined;
  const promptError = (message: string, remedy: string) =>
    parameterError(source, 'user_prompt', { message, remedy });
  const isText = typeof prompt === 'string';
  if (isText && namedFile(prompt) !== undefined)
    throw promptError(
      'model_parameters.user_prompt is a path, and the model would read the path itself',
      "Write the prompt's text here, or name the file as prompt_file in a section model.",
    );
  const problem = isText
    ? templateProblem(prompt, { variables: [], columns: placeholdersInRaw(source) })
    : 'it must be text';
  if (!isText || problem !== undefined)
    throw promptError(
      `model_parameters.user_prompt: ${problem}`,
      "Write {question} and {options}, or {text}: LangTest's sensitivity tests fill nothing else.",
    );
  const { model } = source.raw;
  const twin = (['prompt', 'prompt_file'] as const).find((key) => model?.[key] !== undefined);
  if (twin === undefined) return prompt;
  throw promptError(
    `the prompt is written twice: as model_parameters.user_prompt and as model.${twin}`,
    'Keep one of them.',
  );
}

/** @throws ConfigError for an unknown type, or an API that is written twice */
function apiFrom(source: Source, type: unknown): LangTestParameters['api'] {
  if (type === undefined) return undefined;
  const api = typeof type === 'string' && Object.hasOwn(APIS, type) ? APIS[type] : undefined;
  if (api === undefined)
    throw parameterError(source, 'model_type', {
      message: 'model_parameters.model_type must be chat or completion',
      remedy: 'Write one of them, or remove it.',
    });
  if (source.raw.model?.api === undefined) return api;
  throw parameterError(source, 'model_type', {
    message: 'the API is written twice: as model_parameters.model_type and as model.api',
    remedy: 'Keep one of them.',
  });
}
