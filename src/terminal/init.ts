import { UNNAMED_MODEL } from '../config/resolve.js';
import { plan } from '../run/plan.js';
import { HUBS } from '../models/hubs/registry.js';
import { columns, columnsOver, paint, say } from '../report/formats/layout.js';
import type { Plan } from '../report/formats/plan.js';
import { number } from '../report/story/words.js';
import { checkOption, dataProblem, hubProblem } from './command-line.js';
import type { Asked, Terminal } from './command.js';
import { defaultBranch, evaluateOptions } from './evaluate-options.js';
import {
  ACTION,
  CONFIG_FILE,
  type First,
  firstFiles,
  inputsOf,
  IS_PLACEHOLDER,
  QUESTIONS_FILE,
  secretOf,
  WORKFLOW_FILE,
} from './first-files.js';
import { attempt } from './flags.js';
import { usageError, type Options } from './options.js';
import { ask, isInteractive } from './questions.js';
import { writeFiles } from './output-files.js';

const DEFAULT_DATA = 'builtin:multiple-choice';

export async function run({ options }: Asked, terminal: Terminal): Promise<number> {
  const { root, print, layout } = terminal;
  const { config, force } = options;
  const first = { ...(await firstOf(options, terminal)), config, branch: await defaultBranch(root) };
  const files = firstFiles(first);
  await writeFiles(files, { root, force, command: 'init', otherwise: 'name another configuration with --config' });
  // A user of npx has no command of this name.
  const called = terminal.process.env.npm_command === 'exec' ? `npx github:${ACTION.replace(/@.*/, '')}` : 'sensitivity';
  for (const { name } of files) print(`wrote ${name}\n`);
  const inputs = inputsOf(first);
  const asked = await evaluateOptions(
    {
      ...options,
      hub: undefined,
      // The cost of a run does not depend on the name.
      model: first.model === UNNAMED_MODEL ? 'model' : undefined,
      data: undefined,
      baseUrl: inputs['base-url'],
      allowedHosts: [inputs['allowed-hosts'] ?? []].flat(),
    },
    terminal,
  );
  // The files are written; a problem of the plan is the user's next step.
  const planned = await attempt(() => plan(asked), terminal);
  if (planned) print(`\n${costs(planned, called, layout)}\n`);
  print(`\n${nextSteps({ first, files, called }, layout)}\n`);
  return 0;
}

async function firstOf(options: Options, { process }: Terminal): Promise<First> {
  const { baseUrl } = options;
  checkOption('hub', options.hub, hubProblem);
  checkOption('data', options.data, dataProblem);
  const isAsked = !options.yes && [options.hub, options.model, options.data].includes(undefined);
  if (!isAsked) {
    const { hub = HUBS[0], model = hub === 'reference' ? 'attentive' : UNNAMED_MODEL, data = DEFAULT_DATA } = options;
    return { hub, model, data, baseUrl };
  }
  if (!isInteractive(process)) {
    throw usageError(
      'nobody is there to be asked for hub, model and data',
      'Give what is to be asked as options (--hub, --model, --data), and --yes to take the defaults for the rest.',
    );
  }
  const { answer, close } = ask(process);
  try {
    const hub = options.hub ?? (await answer({ ask: `Hub (${HUBS.join(', ')})`, otherwise: HUBS[0], problem: hubProblem }));
    const model = options.model ?? (await answer({ ask: 'Model, as the hub names it' }));
    const data =
      options.data ??
      (await answer({
        ask: `Data (${DEFAULT_DATA}, builtin:statements, ${QUESTIONS_FILE} or other files)`,
        otherwise: DEFAULT_DATA,
        problem: dataProblem,
      }));
    return { hub, model, data, baseUrl };
  } finally {
    close();
  }
}

/** The models whose costs a plan has, each with its column heading. */
const MODELS = [
  ['perfect', 'a perfect\nmodel'],
  ['at_minimum', 'just at\nthe minimum'],
  ['deaf', 'one that\nfails all'],
] as const;

/** Requests of a run, by the quality of the model: rows are asked until they decide. */
function costs({ tests }: Plan, called: string, layout: Terminal['layout']): string {
  const planned = tests.flatMap(({ test_type, sequential }) =>
    sequential ? [{ test_type, sequential, requests: MODELS.map(([of]) => Math.round(sequential[of].requests)) }] : [],
  );
  const sums = MODELS.map((_, at) => planned.reduce((all, { requests }) => all + requests[at]!, 0));
  const column = columnsOver([...planned, { test_type: 'together', requests: sums }]);
  return [
    ...say(`What a run costs, in requests (\`${called} plan\` has the details; nothing was sent):`, layout, 0),
    columns(
      [
        column('test', ({ test_type }) => test_type),
        ...MODELS.map(([, name], at) => column(name, ({ requests }) => number(requests[at]!), { align: 'right' })),
      ],
      layout,
    ),
  ].join('\n');
}

/** Names in the files that the user must replace. */
const PLACEHOLDERS = /\bYOUR-[A-Z]+\b|\bassistant\.example\.com\b/g;

interface Written {
  first: First & { config: string };
  files: readonly { name: string; text: string }[];
  /** `sensitivity`, or its npx command. */
  called: string;
}

function nextSteps({ first, files, called }: Written, layout: Terminal['layout']): string {
  const secret = secretOf(first);
  // The workflow's inputs as options.
  const said = Object.entries({ ...(first.config === CONFIG_FILE ? {} : { config: first.config }), ...inputsOf(first) });
  const more = said
    .map(([name, value]) => ` --${name} ${/^[\w.:/-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`}`)
    .join('');
  const open = files.flatMap(({ name, text }) => [...new Set(text.match(PLACEHOLDERS))].map((what) => `${what} (${name})`));
  const steps = [
    ...(open.length > 0 ? [`Write your own in the place of ${open.join(' and ')}.`] : []),
    ...(IS_PLACEHOLDER
      ? [
          `\`${ACTION}\` in ${WORKFLOW_FILE} names a placeholder, which anybody may own: write the account of your own fork there before a key is within its reach.`,
        ]
      : []),
    ...(secret === undefined
      ? []
      : [
          `Add the secret ${secret} to the repository (Settings, Secrets and variables, Actions), or: gh secret set ${secret}`,
          `Set ${secret} here too, and look whether all answers: ${called} doctor${more}`,
        ]),
    `Try it here: ${called} run${more}`,
    'Commit the three files and merge them, since the base is compared by its own; then open a pull request that changes the prompt.',
  ];
  return [
    paint('bold', 'Next', layout),
    ...steps.flatMap((step, i) => say(step, layout, 5).map((line, at) => (at === 0 ? `  ${i + 1}. ${line.slice(5)}` : line))),
  ].join('\n');
}
