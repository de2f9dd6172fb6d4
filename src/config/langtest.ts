import { templateProblem } from '../engine/prompt.js';
import { TESTS } from '../engine/tests/index.js';
import { ConfigError } from '../errors.js';
import type { ModelSettings } from '../models/settings.js';
import { OTHER_CATEGORIES } from './keys/test.js';
import { namedFile } from './paths.js';
import type { LocatedYaml, Path } from './positions.js';
import type { Source } from './config.js';
import { asRecord, isMapping } from '../json.js';

/** @throws ConfigError for a file with other categories of LangTest and without `sensitivity` */
export function refuseWithoutSensitivity(yaml: LocatedYaml): void {
  const tests = isMapping(yaml.value) ? yaml.value.tests : undefined;
  if (!isMapping(tests)) return;
  const names = Object.keys(tests).filter((name) => name !== 'defaults');
  if (names.length === 0 || !names.every((name) => OTHER_CATEGORIES.includes(name))) return;
  const message = `the file has no sensitivity part: its tests are ${names.join(', ')}, which are not run here`;
  const remedy = `Write tests.sensitivity with at least one of ${TESTS.map(({ name }) => name).join(', ')}.`;
  throw new ConfigError(message, { where: yaml.where(['tests']), remedy });
}

/** Keys of LangTest's other tests and of its reports, which change no sensitivity test. */
const UNREAD: readonly Path[] = [
  ['prompt_config'],
  ['tests', 'defaults', 'min_score'],
  ['tests', 'defaults', 'ground_truth'],
  ...['metric', 'distance', 'model', 'hub'].map((name) => ['evaluation', name]),
];

/**
 * Returns a LangTest file without the keys that nothing here reads, and those keys. A file with a
 * section `model` is ours.
 */
export function withoutUnread(value: unknown): { value: unknown; unread: readonly string[] } {
  if (!isMapping(value) || value.model !== undefined) return { value, unread: [] };
  const copy = structuredClone(value);
  const found = UNREAD.filter((path) => {
    const parent = path.slice(0, -1).reduce<unknown>((above, step) => asRecord(above)[step], copy);
    return (
      Object.hasOwn(asRecord(parent), path.at(-1)!) &&
      Reflect.deleteProperty(asRecord(parent), path.at(-1)!)
    );
  });
  return { value: copy, unread: found.map((path) => path.join('.')) };
}

export function leftOutOfLangTest({
  raw: { tests },
  unread,
}: Pick<Source, 'raw' | 'unread'>): string[] {
  const others = OTHER_CATEGORIES.filter((name) => Object.hasOwn(tests, name));
  const parts: string[] = [];
  if (unread.length !== 0)
    parts.push(`Ignored keys of LangTest that change no sensitivity test: ${unread.join(', ')}.`);
  if (others.length !== 0)
    parts.push(
      `Left out: ${others.join(', ')}. Only LangTest's tests under tests.sensitivity are run here.`,
    );
  return parts;
}

/** Parameters that LangTest reads for local models and sends to no endpoint. */
const NOT_SENT = ['task', 'device', 'stream'];

/** Arguments of LangTest's Python classes that are no request parameters, with what to do. */
const REFUSED: readonly [names: readonly string[], remedy: string][] = [
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
    'Remove it, and revoke a key that stood in a file. Keys come from the input `api-key`.',
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

export function langTestParameters({ raw, yaml, overrides }: Source): LangTestParameters {
  const given = raw.model_parameters ?? {};
  const refuse = (key: string, message: string, remedy: string): never => {
    throw new ConfigError(message, { where: yaml.where(['model_parameters'], key), remedy });
  };
  for (const [names, remedy] of REFUSED) {
    const name = names.find((candidate) => Object.hasOwn(given, candidate));
    if (name !== undefined)
      refuse(
        name,
        `model_parameters.${name} is an argument of LangTest and no request parameter`,
        remedy,
      );
  }
  const { user_prompt, model_type, deployment_name, ...rest } = given;
  if (deployment_name !== undefined && deployment_name !== (overrides.model ?? raw.model?.name)) {
    const message =
      'model_parameters.deployment_name names another deployment than the model that is judged';
    const remedy =
      'With the hub azure-openai the model is the deployment: give its name in the input `model`, and remove it here.';
    refuse('deployment_name', message, remedy);
  }
  const isSaid = (value: unknown) => value !== undefined && value !== null;
  if (isSaid(user_prompt)) {
    const problem =
      typeof user_prompt === 'string' ? templateProblem(user_prompt) : 'it must be a text';
    const twin = (['prompt', 'prompt_file'] as const).find((key) => raw.model?.[key] !== undefined);
    if (typeof user_prompt === 'string' && namedFile(user_prompt) !== undefined) {
      const remedy =
        "Write the prompt's text here, or name the file as prompt_file in a section model.";
      refuse(
        'user_prompt',
        'model_parameters.user_prompt is a path, which the model would read as it stands',
        remedy,
      );
    }
    if (problem) {
      const remedy =
        'LangTest gives its sensitivity tests {question} and {options}, or {text}, and nothing else: write those.';
      refuse('user_prompt', `model_parameters.user_prompt: ${problem}`, remedy);
    }
    if (twin !== undefined)
      refuse(
        'user_prompt',
        `the prompt is written twice: as model_parameters.user_prompt and as model.${twin}`,
        'Keep one of them.',
      );
  }
  const api =
    typeof model_type === 'string' && Object.hasOwn(APIS, model_type)
      ? APIS[model_type]
      : undefined;
  if (isSaid(model_type) && api === undefined)
    refuse(
      'model_type',
      'model_parameters.model_type must be chat or completion',
      'Write one of them, or remove it.',
    );
  if (api !== undefined && raw.model?.api !== undefined)
    refuse(
      'model_type',
      'the api is written twice: as model_parameters.model_type and as model.api',
      'Keep one of them.',
    );
  const dropped = NOT_SENT.filter((name) => Object.hasOwn(rest, name));
  return {
    parameters: Object.fromEntries(
      Object.entries(rest).filter(([name]) => !dropped.includes(name)),
    ),
    template: typeof user_prompt === 'string' ? user_prompt : undefined,
    api: api || undefined,
    notices:
      dropped.length > 0
        ? [
            `Not sent: model_parameters.${dropped.join(', .')}. As in LangTest, no endpoint gets ${dropped.length === 1 ? 'it' : 'them'}.`,
          ]
        : [],
  };
}
