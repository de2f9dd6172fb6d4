import { ANSWER_NAMES } from '../data/keys.ts';
import { HUBS, type HubName } from '../models/hubs/addresses.ts';
import { CONFIG_FILE } from './options.ts';
import { ACTION, SCHEMA } from './publisher.ts';

/** What `init` writes. Values of `YOUR-…` are left to its user. */

export interface Setup {
  config: string;
  hub: HubName;
  model: string;
  baseUrl?: string;
  /** Where pull requests go to. */
  branch: string;
  prompt?: {
    file: string;
    /** It shows the text of a row; any other one is a system prompt. */
    isTemplate: boolean;
    /** Placeholders that no row's text or options fill. */
    placeholders: readonly string[];
  };
  /** Rows that are no file. */
  source?: string;
  rows?: { file: string; columns: readonly string[] };
}

export const WORKFLOW_FILE = '.github/workflows/sensitivity.yml';

/** By the commit of a version, which no one can move. */
const CHECKOUT = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';
const RESTORE = 'actions/cache/restore@55cc8345863c7cc4c66a329aec7e433d2d1c52a9 # v6.1.0';
const SAVE = 'actions/cache/save@55cc8345863c7cc4c66a329aec7e433d2d1c52a9 # v6.1.0';
const UPLOAD = 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1';

/** A value of YAML on one line, in quotes unless its characters are plain. */
function scalar(value: string): string {
  return /^[A-Za-z][\w./-]*$/.test(value) ? value : JSON.stringify(value);
}

export function configText(setup: Setup): string {
  const { rows, source = 'builtin:multiple-choice' } = setup;
  const builtIn = { data: `data: { source: ${scalar(source)}, limit: 100 }`, tests: BUILT_IN };
  const { data, tests } = rows ? gateOf(setup, rows) : builtIn;
  return `# yaml-language-server: $schema=${SCHEMA}
model:
  ${modelLines(setup).join('\n  ')}
${data}
tests:
  sensitivity:
    ${tests.join('\n    ')}
evaluation:
  compare: base # fails what is surely worse than the base branch, and lists the rows that broke
`;
}

function modelLines({ hub, model, baseUrl, prompt, rows }: Setup): string[] {
  const lines = [`hub: ${hub}`, `name: ${scalar(model)}`];
  if (baseUrl !== undefined)
    lines.push(`${HUBS[hub].isFreeForm ? 'url' : 'base_url'}: ${scalar(baseUrl)}`);
  if (hub === 'bedrock') lines.push('region: us-east-1 # where the model runs');
  const isOfOpenAI = hub === 'azure-openai' || (hub === 'openai' && baseUrl === undefined);
  if (!HUBS[hub].isLocal && !HUBS[hub].isFreeForm)
    lines.push(`parameters: { ${isOfOpenAI ? 'max_completion_tokens' : 'max_tokens'}: 512 }`);
  if (!prompt) return lines;
  const key = prompt.isTemplate ? 'prompt_file' : 'system_prompt_file';
  lines.push(`${key}: ${scalar(prompt.file)} # the prompt that you ship`);
  const open = prompt.placeholders.filter((name) => !rows?.columns.includes(name));
  const values = open.map((name) => `${name}: YOUR-VALUE`).join(', ');
  if (open.length > 0) lines.push(`variables: { ${values} } # or { file: PATH }`);
  return lines;
}

const BUILT_IN = [
  'add_negation: { min_pass_rate: 0.85 } # a guess is worth 0.5 there',
  'add_toxic_words: { min_pass_rate: 0.95, data: { source: "builtin:sentences", limit: 100 } }',
  'refusal: { min_pass_rate: 0.85, data: { source: "builtin:safety", limit: 200 } } # a model that refuses everything fails this one',
];

/** Columns stand as they are: those that are read without being named need no key. */
function gateOf({ prompt }: Setup, { file, columns }: NonNullable<Setup['rows']>) {
  const names = columns.map((name) => name.toLowerCase());
  const has = (...known: readonly string[]) => known.some((name) => names.includes(name));
  const keys: string[] = [];
  if (!has('text', 'question')) keys.push('text: YOUR-COLUMN');
  const fill = prompt?.placeholders.filter((name) => columns.includes(name)) ?? [];
  if (fill.length > 0) keys.push(`fill: [${fill.join(', ')}]`);
  const named = keys.length > 0 ? `, columns: { ${keys.join(', ')} }` : '';
  // A perfect model needs 20 rows for 0.85, and 43 for 0.95.
  const tests = ['add_toxic_words: { min_pass_rate: 0.85 }'];
  if (has('options', 'truth')) tests.unshift('add_negation: { min_pass_rate: 0.85 }');
  else if (has('answer', ...ANSWER_NAMES)) tests.unshift('answers: { min_pass_rate: 0.85 }');
  else tests.push('# answers: { min_pass_rate: 0.85 } # once a column `answer` says what is right');
  const listed = columns.map((name) => JSON.stringify(name)).join(', ');
  return { data: `# Columns: ${listed}\ndata: { source: ${scalar(file)}${named} }`, tests };
}

/** The variable with the key; undefined for a model that needs none. */
export function keyVariableOf({ hub, baseUrl }: Setup): string | undefined {
  return baseUrl?.startsWith('http:') ? undefined : HUBS[hub].keyVariables[0];
}

/** The grant for an address that is none of the hub's own: `models.example.com OPENAI_API_KEY`. */
export function allowedHostOf(setup: Setup): string | undefined {
  const { baseUrl } = setup;
  return baseUrl && `${new URL(baseUrl).host} ${keyVariableOf(setup) ?? ''}`.trim();
}

function gateStep(setup: Setup): string {
  const variable = keyVariableOf(setup);
  const host = allowedHostOf(setup);
  const inputs: string[] = [];
  if (setup.config !== CONFIG_FILE) inputs.push(`config: ${scalar(setup.config)}`);
  if (host !== undefined) inputs.push(`allowed-hosts: ${scalar(host)}`);
  const lines = [`- uses: ${ACTION}`];
  if (inputs.length > 0) lines.push(`  with: { ${inputs.join(', ')} }`);
  if (variable !== undefined) lines.push(`  env: { ${variable}: "\${{ secrets.${variable} }}" }`);
  return lines.map((line) => `      ${line}`).join('\n');
}

export function workflowText(setup: Setup): string {
  const store = `          path: \${{ runner.temp }}/sensitivity-cache
          key: sensitivity-store-\${{ github.ref }}-\${{ github.run_id }}-\${{ github.run_attempt }}`;
  return `name: sensitivity
on:
  pull_request:
    branches: [${scalar(setup.branch)}]   # the rules of other branches may be weaker, or none
    types: [opened, synchronize, reopened, edited]   # edited: pointed at another branch
permissions:
  contents: read         # the checkout, and the rules of the base
  pull-requests: write   # the comment
jobs:
  sensitivity:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: ${CHECKOUT}
        with: { persist-credentials: false }
      # The store of answers: one subject has one verdict, and a run that broke off goes on.
      - uses: ${RESTORE}
        with:
${store}
          restore-keys: |
            sensitivity-store-\${{ github.ref }}-
            sensitivity-store-
${gateStep(setup)}
      - uses: ${SAVE}
        if: always()
        with:
${store}
      # The report, also of a run that failed.
      - uses: ${UPLOAD}
        if: always()
        with: { name: sensitivity-report, path: "\${{ runner.temp }}/sensitivity-report" }
`;
}
