import type { GateError } from '../../errors.ts';
import { UNMEASURED_MINIMA } from './minima.ts';
import { quoted } from '../../json.ts';
import { enumerate } from '../../language/enumerate.ts';
import { paintText, wrapText } from '../../report/formats/layout.ts';
import type { Plan } from '../../report/story/plan.ts';
import { requestsInWords } from '../../report/story/planned-cost.ts';
import { paragraph, type Terminal } from '../command.ts';
import type { InitialFile } from './files.ts';
import { ACTION, IS_PLACEHOLDER } from './publisher.ts';
import { addressInputs, CONFIG_FILE, isOnThisMachine, secretName, type Setup } from './setup.ts';
import { WORKFLOW_FILE } from './workflows.ts';

/** The files that `init` has written, and its findings and measurements. */
interface InitOutcome {
  setup: Setup;
  files: readonly InitialFile[];
  /** The command as the user can call it. */
  commandName: string;
  /** Problems of the written files, with their remedies. */
  corrections: readonly string[];
  isMeasured: boolean;
  /** A file that may hold rows of the team's own, and why it cannot be read. */
  unusedRows: { file: string; problem: GateError | undefined } | undefined;
  /** Files that `draft` still has to write. */
  drafts: readonly string[];
  /** Documents that `draft` can read. */
  documents: readonly string[];
}

/** Says in a paragraph what a run of the written configuration costs. */
export function costParagraph(
  plan: Plan,
  { commandName, drafts }: Pick<InitOutcome, 'commandName' | 'drafts'>,
  layout: Terminal['layout'],
): string {
  const later = drafts.length === 0 ? '' : `, and more with the rows of ${enumerate(drafts)}`;
  return paragraph(
    `One run sends ${requestsInWords(plan)}, judge and calibration included${later}. \`${commandName} check --offline\` has the details; nothing was sent.`,
    layout,
  );
}

/** Lists the steps from the written files to a first pull request. */
export function stepsAfterInit(outcome: InitOutcome, layout: Terminal['layout']): string {
  const { setup, commandName, corrections, isMeasured } = outcome;
  const options = optionsToRead(setup);
  const steps = [
    ...placeholderSteps(outcome),
    ...corrections.map((correction) => `Correct ${correction}`),
    ...secretSteps(outcome),
    ...columnSteps(outcome),
    ...draftSteps(outcome),
    ...documentSteps(outcome),
    ...rowsSteps(outcome),
    ...modelSteps(setup),
  ];
  if (!isMeasured)
    steps.push(`Set minima that your model passes: ${commandName} suggest --write${options}`);
  steps.push(
    `Try it here: ${commandName} run${options}`,
    `Commit these files and merge them to \`${setup.branch}\`, since the base is judged by its own configuration. Then open a pull request that changes the prompt.`,
  );
  return [
    paintText('bold', 'Next', layout),
    ...steps.flatMap((step, i) =>
      wrapText(step, layout, 5).map((line, lineNumber) =>
        lineNumber === 0 ? `  ${i + 1}. ${line.slice(5)}` : line,
      ),
    ),
  ].join('\n');
}

function placeholderSteps({ files }: InitOutcome): string[] {
  const placeholders = files.flatMap((file) =>
    file.placeholders.map((placeholder) => `${placeholder} (${file.name})`),
  );
  const steps: string[] = [];
  if (placeholders.length > 0)
    steps.push(`Replace the placeholders ${placeholders.join(', ')}: the files need these values.`);
  if (IS_PLACEHOLDER)
    steps.push(
      `\`${ACTION}\` in ${WORKFLOW_FILE} names a placeholder. Write the account of your own fork there, since the owner of that name would get your key.`,
    );
  return steps;
}

function secretSteps({ setup, commandName }: InitOutcome): string[] {
  const secret = secretName(setup);
  if (secret === undefined) return [];
  return [
    `Add the secret ${secret} to the repository (Settings, Secrets and variables, Actions), or: gh secret set ${secret}`,
    `Set ${secret} here as well, and check the access: ${commandName} check${optionsToRead(setup)}`,
  ];
}

/** Most documents that one step names. */
const MAX_DOCUMENTS = 20;
/** Maximum number of columns of a file that one step names. */
const MAX_COLUMNS = 20;

/** The steps that write rows from documents, and rules from the prompt. */
function draftSteps({ setup, commandName, drafts, documents }: InitOutcome): string[] {
  const draft = (files: string) => `${commandName} draft ${files}${optionsToRead(setup)}`;
  const steps: string[] = [];
  if (drafts.length > 0) {
    const sources = documents.slice(0, MAX_DOCUMENTS).join(' ') || 'YOUR-DOCUMENT.md';
    steps.push(`Write ${enumerate(drafts)} from your documents: ${draft(sources)}`);
  }
  if (setup.prompt)
    steps.push(
      `Have the rules drafted that your prompt promises, and paste them below \`tests.sensitivity\`: ${draft(`${setup.prompt.file} --kind rules`)}`,
    );
  return steps;
}

/** The step for documents of which only the first fills the prompt. */
function documentSteps({ setup, documents }: InitOutcome): string[] {
  const { document, filledPlaceholders = [] } = setup.gate ?? {};
  if (document === undefined || filledPlaceholders.includes(document.placeholder)) return [];
  const others = documents.filter((file) => file !== document.file);
  if (others.length === 0) return [];
  const shown = others.slice(0, MAX_DOCUMENTS);
  const more = others.length > shown.length ? [`${others.length - shown.length} more`] : [];
  return [
    `Give the prompt all documents: {${document.placeholder}} is filled with ${document.file} alone, without ${enumerate([...shown, ...more])}. Name one file that has them all under \`model.variables\` in ${setup.config}, or write a column of passages into the rows and name it: \`columns: { fill: { ${document.placeholder}: COLUMN } }\`.`,
  ];
}

/** The step for columns that the user has to name. */
function columnSteps({ setup: { gate, config } }: InitOutcome): string[] {
  if (!gate?.unnamed) return [];
  const { file, columns } = gate.unnamed;
  const names = columns.slice(0, MAX_COLUMNS).map((name) => quoted(name));
  return [
    `Name the columns of ${file} under \`data\` in ${config}: \`columns: { text: COLUMN, answer: COLUMN }\`, the customer's text and, if there is one, the right answer, for a test \`answers: { min_pass_rate: ${UNMEASURED_MINIMA.answers} }\`. The file has ${enumerate(names)}.`,
  ];
}

function rowsSteps({ setup, unusedRows }: InitOutcome): string[] {
  if (unusedRows === undefined) return [];
  const { file, problem } = unusedRows;
  if (problem === undefined)
    return [
      `Use rows of your own: ${file} may hold some. Name the file under \`data.source\` in ${setup.config}.`,
    ];
  const { where = file, message, remedy } = problem;
  return [
    `Correct ${file}, which was not read: ${where}: ${message} ${remedy} Then run init again, with --force.`,
  ];
}

function modelSteps({ gate, baseUrl, config }: Setup): string[] {
  const steps: string[] = [];
  if (gate !== undefined)
    steps.push(
      `Name a model that judges: \`judge: { hub: …, name: … }\` under \`evaluation\` in ${config}. Until then your model reads its own answers.`,
    );
  if (isOnThisMachine(baseUrl))
    steps.push(
      `Serve the model in the workflow before the gate, or write a public address into ${WORKFLOW_FILE}: GitHub's runner does not reach this machine.`,
    );
  return steps;
}

/** The options with which a command reads what `init` has written, each after a space. */
function optionsToRead(setup: Setup): string {
  // A configuration may name an address of this machine by itself.
  const inputs = Object.entries(addressInputs(setup)).filter(
    ([name]) => name !== 'base-url' || !isOnThisMachine(setup.baseUrl),
  );
  if (setup.config !== CONFIG_FILE) inputs.unshift(['config', setup.config]);
  const options = inputs.map(([name, value]) => {
    const isPlain = /^[\w.:/-]+$/.test(value);
    const shellValue = isPlain ? value : `'${value.replaceAll("'", "'\\''")}'`;
    return ` --${name} ${shellValue}`;
  });
  return options.join('');
}
