import type { Command } from './command.ts';
import type { OptionName } from './options.ts';

const SUBJECT_OPTIONS: readonly OptionName[] = [
  'config',
  'hub',
  'model',
  'data',
  'base-url',
  'allowed-hosts',
  'api-key-variable',
  'judge-api-key-variable',
  'embeddings-api-key-variable',
];

const RUN_OPTIONS: readonly OptionName[] = [
  ...SUBJECT_OPTIONS,
  'cache-directory',
  'base',
  'report-directory',
  'show-rows',
  'json',
  'max-requests',
  'no-resume',
];

/**
 * All commands, in the order of first use. To add one: an entry here, and a file in this folder
 * that exports what the entry loads.
 */
export const COMMANDS: readonly Command[] = [
  {
    name: 'init',
    about: 'write a configuration, a workflow and sample rows',
    more: 'Asks for hub, model, prompt and data, unless an option gives them. Overwrites no file, and sends nothing unless you ask for `--measure`.',
    options: ['config', 'hub', 'model', 'prompt', 'data', 'base-url', 'measure', 'yes', 'force'],
    examples: [
      ['init', 'asks four questions'],
      ['init --hub huggingface --model OWNER/MODEL --yes', 'asks none'],
      [
        'init --model gpt-4o-mini --prompt prompts/answer.txt --measure --yes',
        'gates your prompt, with measured minima',
      ],
      [
        'init --model llama3.2 --base-url http://127.0.0.1:11434/v1 --yes',
        'a model that this machine serves',
      ],
      ['init --data evals/support.jsonl', 'over rows of your own'],
    ],
    load: async () => (await import('./init/init.ts')).runInit,
  },
  {
    name: 'draft',
    about: 'have a model write rows from your own documents, or rules from your prompt',
    more:
      'Reads text and Markdown. Keeps a row only if its quote stands in the document and a model that has the passage alone confirms it; the judge of the configuration checks, if one is named. ' +
      'Says first which host gets the documents. Read every row before it gates anything.',
    words: { name: 'FILE ...', description: 'a document or more', min: 1, max: Infinity },
    options: [
      ...SUBJECT_OPTIONS.filter((name) => name !== 'data'),
      'kind',
      'rows',
      'out',
      'add',
      'force',
      'max-requests',
    ],
    examples: [
      [
        'draft docs/help.md',
        'the rows that the configuration lacks, and a request for each of its rules',
      ],
      ['draft docs/*.md --kind facts --rows 60', 'statements for add_negation, half of them false'],
      ['draft prompts/support.md --kind rules', 'what the prompt promises, as YAML to paste'],
      [
        'draft docs/help.md --add',
        'rows that are missing, or rows for the parts that have changed',
      ],
    ],
    load: async () => (await import('./draft/draft.ts')).runDraft,
  },
  {
    name: 'suggest',
    about: 'measure the model and suggest minima that it passes',
    more:
      'Asks the model every row once. Suggests min_valid, min_steady and min_pass_rate for each test: the highest minima that this model passes in 95 of 100 runs. ' +
      'Names the rows that the model does not know or that a harmless edit upsets. A test whose minimum shows nothing becomes advisory. Writes nothing without --write, which keeps a minimum that the model misses.',
    options: [...SUBJECT_OPTIONS, 'max-requests', 'write', 'lower', 'json'],
    examples: [
      ['suggest', 'prints the minima'],
      [
        'suggest --write',
        'sets them in the configuration; comments and all other keys stay as they are',
      ],
    ],
    load: async () => (await import('./suggest.ts')).runSuggest,
  },
  {
    name: 'check',
    about: 'check configuration, prompts and data, and ask each model once',
    more: 'Lists all problems, with line and column, then what a run would decide and send, then one answer of each model and three known cases of a judge. Names keys by their variable and never shows them. Exit status 0 if a run can start, 2 if it cannot, 3 if a model does not answer, 1 if a judge reads known cases wrong.',
    options: [...SUBJECT_OPTIONS, 'base', 'max-requests', 'cache-directory', 'offline', 'json'],
    examples: [
      ['check', 'before the first run, or when a run is all errors'],
      ['check --offline', 'sends nothing and needs no key: before a commit'],
      ['check --base origin/main', 'with the requests to the base'],
      ['check --json', 'problems, plan and models, for a script'],
    ],
    load: async () => (await import('./check.ts')).runCheck,
  },
  {
    name: 'run',
    about: 'run the tests of the configuration',
    more: 'Runs the gate of the pull request on this machine, with the same rules and verdict. Ctrl-C stops the requests and reports the answers so far; the next run resumes.',
    options: RUN_OPTIONS,
    examples: [
      ['run', 'the configuration as it stands'],
      ['run --base origin/main', 'compared with the answers of main (`compare: base`)'],
      ['run --model OTHER-MODEL --max-requests 300', 'another model, under a cap'],
      ['run --json > report.json', 'the report for a script'],
    ],
    load: async () => (await import('./run.ts')).runGate,
  },
  {
    name: 'demo',
    about: 'try the gate on scripted models, without a key',
    more: 'Three models whose behaviour is known, asked in this process: no key, no network, no cost. One passes and two fail, as they should.',
    options: ['report-directory'],
    examples: [['demo', 'the verdicts on a good model and on two bad ones']],
    load: async () => (await import('./demo.ts')).runDemo,
  },
];
