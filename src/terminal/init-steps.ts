import type { GateError } from '../errors.js';
import type { Plan } from '../report/story/plan.js';
import { isLoopback } from '../models/http/address.js';
import { RULES_FILE } from './own-gate.js';
import { enumerate } from '../language/enumerate.js';
import { paintText, wrapText } from '../report/formats/layout.js';
import { requestsInWords } from '../report/story/planned-cost.js';
import { quantity } from '../report/story/words.js';
import { paragraph, type Terminal } from './command.js';
import {
  ACTION,
  CONFIG_FILE,
  actionInputs,
  IS_PLACEHOLDER,
  secretName,
  WORKFLOW_FILE,
  type FirstSetup,
  type FirstFile,
} from './first-files.js';

/** Says in a paragraph what a run of the written configuration costs. */
export function costParagraph(
  plan: Plan,
  { commandName, drafts }: Pick<InitOutcome, 'commandName' | 'drafts'>,
  layout: Terminal['layout'],
): string {
  const later = drafts.length === 0 ? '' : `, and more with the rows of ${enumerate(drafts)}`;
  return paragraph(
    `One run sends ${requestsInWords(plan)}, judge and calibration included${later}. \`${commandName} plan\` has the details; nothing was sent.`,
    layout,
  );
}

export interface InitOutcome {
  setup: FirstSetup & { config: string };
  files: readonly FirstFile[];
  commandName: string;
  needs: readonly string[];
  isMeasured: boolean;
  /** A file that may hold rows of the team's own, and is not used. */
  ownRows: string | undefined;
  /** Why that file cannot be read. */
  unread: GateError | undefined;
  /** Files that `draft` still has to write, and documents that it can read. */
  drafts: readonly string[];
  documents: readonly string[];
}

/** Lists the steps from the written files to a first pull request. */
export function stepsAfterInit(outcome: InitOutcome, layout: Terminal['layout']): string {
  const { setup, files, commandName, needs, isMeasured, ownRows, unread } = outcome;
  const secret = secretName(setup);
  const optionText = optionsFor(setup);
  const openPlaceholders = files.flatMap(({ name, placeholders }) =>
    placeholders.map((placeholder) => `${placeholder} (${name})`),
  );
  const accountStep = `\`${ACTION}\` in ${WORKFLOW_FILE} names a placeholder. Write the account of your own fork there, since the owner of that name would get your key.`;
  const steps: string[] = [];
  if (openPlaceholders.length > 0)
    steps.push(
      `Replace the placeholders ${openPlaceholders.join(', ')}: the files need these values.`,
    );
  steps.push(...needs.map((need) => `Correct ${need}`));
  if (IS_PLACEHOLDER) steps.push(accountStep);
  if (secret !== undefined)
    steps.push(
      `Add the secret ${secret} to the repository (Settings, Secrets and variables, Actions), or: gh secret set ${secret}`,
      `Set ${secret} here as well, and check the access: ${commandName} doctor${optionText}`,
    );
  steps.push(...draftSteps(outcome));
  if (ownRows !== undefined && unread)
    steps.push(
      `Correct ${ownRows}, which was not read: ${unread.where ?? ownRows}: ${unread.message} ${unread.remedy} Then run init again, with --force.`,
    );
  else if (ownRows !== undefined)
    steps.push(
      `Use rows of your own: ${ownRows} may hold some. Name the file under \`data.source\` in ${setup.config}.`,
    );
  if (setup.gate !== undefined)
    steps.push(
      `Name a model that judges: \`judge: { hub: …, name: … }\` under \`evaluation\` in ${setup.config}. Until then your model reads its own answers.`,
    );
  if (isOfThisMachine(setup))
    steps.push(
      `Serve the model in the workflow before the gate, or write a public address into ${WORKFLOW_FILE}: GitHub's runner does not reach this machine.`,
    );
  if (!isMeasured)
    steps.push(`Set minima that your model passes: ${commandName} suggest --write${optionText}`);
  steps.push(
    `Try it here: ${commandName} run${optionText}`,
    `Commit these files and merge them to \`${setup.branch ?? 'main'}\`, since the base is judged by its own configuration. Then open a pull request that changes the prompt.`,
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

/** The steps that complete the rules and the rows which the configuration names. */
function draftSteps({ setup, commandName, drafts, documents }: InitOutcome): string[] {
  const { rules = [] } = setup.gate ?? {};
  const steps: string[] = [];
  if (rules.length > 0)
    steps.push(
      `Read ${RULES_FILE}: ${quantity(rules.length, 'sentence')} of the prompt ${rules.length === 1 ? 'is a rule' : 'are rules'} there. Add what else every answer must keep.`,
    );
  const draft = (files: string) => `${commandName} draft ${files}${optionsFor(setup)}`;
  if (drafts.length > 0) {
    const requests = rules.length === 0 ? [] : ['a request for each rule'];
    const sources = documents.length > 0 ? documents.join(' ') : 'YOUR-DOCUMENT.md';
    steps.push(
      `Write ${enumerate([...drafts, ...requests])} from your documents: ${draft(sources)}`,
    );
  } else if (rules.length > 0) {
    steps.push(`Write a request for each rule: ${draft(setup.prompt?.file ?? 'PROMPT')}`);
  }
  return steps;
}

/** True if the model is asked at an address of this machine. */
function isOfThisMachine({ baseUrl }: InitOutcome['setup']): boolean {
  return baseUrl !== undefined && URL.canParse(baseUrl) && isLoopback(new URL(baseUrl));
}

/** Returns the options with which a command reads what `init` has written, each after a space. */
function optionsFor(setup: InitOutcome['setup']): string {
  // A configuration may name an address of this machine by itself.
  const inputs = Object.entries(actionInputs(setup)).filter(
    ([name]) => name !== 'base-url' || !isOfThisMachine(setup),
  );
  if (setup.config !== CONFIG_FILE) inputs.unshift(['config', setup.config]);
  const options = inputs.map(([name, value]) => {
    const isPlain = /^[\w.:/-]+$/.test(value);
    const shellValue = isPlain ? value : `'${value.replaceAll("'", "'\\''")}'`;
    return ` --${name} ${shellValue}`;
  });
  return options.join('');
}
