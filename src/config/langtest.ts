import { templateProblem } from '../engine/prompt.js';
import { TESTS } from '../engine/tests/index.js';
import { ConfigError } from '../errors.js';
import type { ModelSettings } from '../models/settings.js';
import { OTHER_CATEGORIES } from './keys/test.js';
import { namedFile } from './paths.js';
import type { LocatedYaml } from './positions.js';
import type { Source } from './config.js';
import { isMapping, quoted } from '../json.js';

const MOST_NAMED = 5;

type Tests = Record<string, unknown>;

/** @throws ConfigError for a file with other categories of LangTest and without `sensitivity` */
export function refuseWithoutSensitivity(yaml: LocatedYaml): void {
  const tests = isMapping(yaml.value) ? yaml.value.tests : undefined;
  if (!isMapping(tests)) return;
  const names = Object.keys(tests).filter((name) => name !== 'defaults');
  if (names.length === 0 || !names.every((name) => OTHER_CATEGORIES.includes(name))) return;
  throw new ConfigError(`the file has no sensitivity part: its tests are ${names.join(', ')}, which are not run here`, {
    where: yaml.where(['tests']),
    remedy: `Write tests.sensitivity with at least one of ${TESTS.map(({ name }) => name).join(', ')}.`,
  });
}

/** Returns a notice on the categories that are left out, if any. */
export function leftOutCategories(tests: Tests): string[] {
  const others = OTHER_CATEGORIES.filter((name) => Object.hasOwn(tests, name));
  if (others.length === 0) return [];
  return [
    `Left out: ${others.map((name) => `${name}${named(tests[name])}`).join(', ')}. Of LangTest's tests only those under tests.sensitivity are run here.`,
  ];
}

function named(category: unknown): string {
  const names = isMapping(category) ? Object.keys(category) : [];
  if (names.length === 0) return '';
  const rest = names.length - MOST_NAMED;
  return ` (${names
    .slice(0, MOST_NAMED)
    .map((name) => quoted(name))
    .join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`;
}

/** Parameters that LangTest reads for local models and sends to no endpoint. */
const NOT_SENT = ['task', 'device', 'stream'];

/** Arguments of LangTest's Python classes that are no request parameters. */
const REFUSED: readonly [names: readonly string[], why: string, remedy: string][] = [
  [
    ['server_prompt'],
    'reaches only the hub lm-studio in some versions of LangTest, so it is not known whether the model read it',
    'Remove it, or write it as model.system_prompt if the model is to read it.',
  ],
  [
    ['system_prompt'],
    'is read by no sensitivity test of LangTest',
    'Remove it, or write it as model.system_prompt if the model is to read it.',
  ],
  [
    ['hub', 'model', 'model_name', 'model_id', 'repo_id', 'type'],
    'would name another model than the one that is judged',
    'Name it in the input `hub` and the input `model`, or in the section model.',
  ],
  [['prompt_file', 'system_prompt_file'], 'is no request parameter', 'Write it under model, which names files with prompts.'],
  [['model_kwargs'], 'is a nest of parameters that no endpoint reads', 'Write its entries one level higher.'],
  [
    ['output_schema', 'chat_template', 'examples', 'data'],
    'changes what is asked or answered, and has no counterpart here',
    'Remove it; what is to be asked goes into user_prompt.',
  ],
  [
    ['api_key', 'openai_api_key', 'azure_openai_api_key', 'huggingfacehub_api_token'],
    'would be sent as a part of every question',
    'Remove it, and revoke a key that stood in a file. Keys come from the input `api-key`.',
  ],
  [
    ['base_url', 'api_base', 'openai_api_base', 'azure_endpoint', 'endpoint_url', 'openai_proxy', 'headers', 'default_headers'],
    'names an endpoint, and would be sent to another one',
    'Use the input `base-url`.',
  ],
  [['api_version', 'openai_api_version'], 'is no request parameter', 'Write it as model.api_version.'],
  [['timeout', 'request_timeout', 'max_retries'], 'is no request parameter', 'Write it as model.timeout or model.retries.'],
];

const APIS: Record<string, ModelSettings['api']> = { chat: 'chat', completion: 'completions' };

export interface LangTestParameters {
  parameters: Record<string, unknown>;
  template?: string;
  api?: ModelSettings['api'];
  notices: string[];
}

/** Splits LangTest's `model_parameters` into request parameters, prompt and api. */
export function langTestParameters({ raw, yaml, overrides }: Source): LangTestParameters {
  const given = raw.model_parameters ?? {};
  const refuse = (key: string, message: string, remedy: string): never => {
    throw new ConfigError(message, { where: yaml.where(['model_parameters'], key), remedy });
  };
  for (const [names, why, remedy] of REFUSED) {
    const name = names.find((candidate) => Object.hasOwn(given, candidate));
    if (name !== undefined) refuse(name, `model_parameters.${name} ${why}`, remedy);
  }
  const { user_prompt, model_type, deployment_name, ...rest } = given;
  if (deployment_name !== undefined && deployment_name !== (overrides.model ?? raw.model?.name)) {
    refuse(
      'deployment_name',
      'model_parameters.deployment_name names another deployment than the model that is judged',
      'With the hub azure-openai the model is the deployment: give its name in the input `model`, and remove it here.',
    );
  }
  if (user_prompt !== undefined && user_prompt !== null) {
    const problem = typeof user_prompt === 'string' ? templateProblem(user_prompt) : 'it must be a text';
    if (typeof user_prompt === 'string' && namedFile(user_prompt) !== undefined)
      refuse(
        'user_prompt',
        'model_parameters.user_prompt is a path, which the model would read as it stands',
        "Write the prompt's text here, or name the file as prompt_file in a section model.",
      );
    if (problem)
      refuse(
        'user_prompt',
        `model_parameters.user_prompt: ${problem}`,
        'LangTest gives its sensitivity tests {question} and {options}, or {text}, and nothing else: write those.',
      );
    const twin = (['prompt', 'prompt_file'] as const).find((key) => raw.model?.[key] !== undefined);
    if (twin !== undefined)
      refuse('user_prompt', `the prompt is written twice: as model_parameters.user_prompt and as model.${twin}`, 'Keep one of them.');
  }
  const api = typeof model_type === 'string' && Object.hasOwn(APIS, model_type) ? APIS[model_type] : undefined;
  if (model_type !== undefined && model_type !== null && api === undefined)
    refuse('model_type', 'model_parameters.model_type must be chat or completion', 'Write one of them, or remove it.');
  if (api !== undefined && raw.model?.api !== undefined)
    refuse('model_type', 'the api is written twice: as model_parameters.model_type and as model.api', 'Keep one of them.');
  const dropped = NOT_SENT.filter((name) => Object.hasOwn(rest, name));
  return {
    parameters: Object.fromEntries(Object.entries(rest).filter(([name]) => !dropped.includes(name))),
    ...(typeof user_prompt === 'string' && { template: user_prompt }),
    ...(api && { api }),
    notices:
      dropped.length > 0
        ? [`Not sent: model_parameters.${dropped.join(', .')}. As in LangTest, no endpoint gets ${dropped.length === 1 ? 'it' : 'them'}.`]
        : [],
  };
}
