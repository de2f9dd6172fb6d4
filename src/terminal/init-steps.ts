import type { GateError } from '../errors.js';
import type { Plan } from '../report/formats/plan.js';
import { isLoopback } from '../models/http/endpoint.js';
import { RULES_FILE } from './own-gate.js';
import { enumerate } from '../language/enumerate.js';
import { paint, say } from '../report/formats/layout.js';
import { requestsInWords } from '../report/story/planned-cost.js';
import { counted, number } from '../report/story/words.js';
import { paragraph, type Terminal } from './command.js';
import {
  ACTION,
  CONFIG_FILE,
  inputsOf,
  IS_PLACEHOLDER,
  secretOf,
  WORKFLOW_FILE,
  type First,
  type FirstFile,
} from './first-files.js';

/** What a run of the written configuration costs, in a paragraph. */
export function costs(
  plan: Plan,
  { called, drafts }: Pick<Written, 'called' | 'drafts'>,
  layout: Terminal['layout'],
): string {
  const later = drafts.length === 0 ? '' : `, and more with the rows of ${enumerate(drafts)}`;
  return paragraph(
    `One run sends ${requestsInWords(plan)}, judge and calibration included${later}. \`${called} plan\` has the details; nothing was sent.`,
    layout,
  );
}

export interface Written {
  first: First & { config: string };
  files: readonly FirstFile[];
  called: string;
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

/** The steps that lead from the written files to a first pull request. */
export function stepsAfterInit(
  { first, files, called, needs, isMeasured, ownRows, unread, drafts, documents }: Written,
  layout: Terminal['layout'],
): string {
  const secret = secretOf(first);
  const more = optionsFor(first);
  const open = files.flatMap(({ name, placeholders }) =>
    placeholders.map((placeholder) => `${placeholder} (${name})`),
  );
  const account = `\`${ACTION}\` in ${WORKFLOW_FILE} names a placeholder. Write the account of your own fork there, since the owner of that name would get your key.`;
  const steps: string[] = [];
  if (open.length > 0)
    steps.push(`Replace the placeholders ${open.join(', ')}: the files need these values.`);
  steps.push(...needs.map((need) => `Correct ${need}`));
  if (IS_PLACEHOLDER) steps.push(account);
  if (secret !== undefined)
    steps.push(
      `Add the secret ${secret} to the repository (Settings, Secrets and variables, Actions), or: gh secret set ${secret}`,
      `Set ${secret} here as well, and check the access: ${called} doctor${more}`,
    );
  const { rules = [] } = first.gate ?? {};
  if (rules.length > 0)
    steps.push(
      `Read ${RULES_FILE}: ${counted(rules.length, 'sentence')} of the prompt ${rules.length === 1 ? 'is a rule' : 'are rules'} there. Add what else every answer must keep.`,
    );
  const read = documents.length > 0 ? documents.join(' ') : 'YOUR-DOCUMENT.md';
  if (drafts.length > 0) {
    const requests = rules.length === 0 ? [] : ['a request for each rule'];
    const written = enumerate([...drafts, ...requests]);
    steps.push(`Write ${written} from your documents: ${called} draft ${read}${more}`);
  } else if (rules.length > 0) {
    const source = `${first.prompt?.file ?? 'PROMPT'} --kind rules --out ${RULES_FILE} --force`;
    steps.push(`Write a request for each rule: ${called} draft ${source}${more}`);
  }
  if (ownRows !== undefined && unread)
    steps.push(
      `Correct ${ownRows}, which was not read: ${unread.where ?? ownRows}: ${unread.message} ${unread.remedy} Then run init again, with --force.`,
    );
  else if (ownRows !== undefined)
    steps.push(
      `Use rows of your own: ${ownRows} may hold some. Name the file under \`data.source\` in ${first.config}.`,
    );
  if (first.gate !== undefined)
    steps.push(
      `Name a model that judges: \`judge: { hub: …, name: … }\` under \`evaluation\` in ${first.config}. Until then your model reads its own answers.`,
    );
  if (isOfThisMachine(first))
    steps.push(
      `Serve the model in the workflow before the gate, or write a public address into ${WORKFLOW_FILE}: GitHub's runner does not reach this machine.`,
    );
  if (!isMeasured)
    steps.push(`Set minima that your model passes: ${called} suggest --write${more}`);
  steps.push(
    `Try it here: ${called} run${more}`,
    `Commit the ${number(files.length)} files and merge them to \`${first.branch ?? 'main'}\`, since the base is judged by its own configuration. Then open a pull request that changes the prompt.`,
  );
  return [
    paint('bold', 'Next', layout),
    ...steps.flatMap((step, i) =>
      say(step, layout, 5).map((line, at) => (at === 0 ? `  ${i + 1}. ${line.slice(5)}` : line)),
    ),
  ].join('\n');
}

/** True if the model is asked at an address of this machine. */
function isOfThisMachine({ baseUrl }: Written['first']): boolean {
  return baseUrl !== undefined && URL.canParse(baseUrl) && isLoopback(new URL(baseUrl));
}

/** Returns the options with which a command reads what `init` has written, each after a space. */
function optionsFor(first: Written['first']): string {
  // A configuration may name an address of this machine by itself.
  const said = Object.entries(inputsOf(first)).filter(
    ([name]) => name !== 'base-url' || !isOfThisMachine(first),
  );
  if (first.config !== CONFIG_FILE) said.unshift(['config', first.config]);
  const options = said.map(([name, value]) => {
    const isPlain = /^[\w.:/-]+$/.test(value);
    const inShell = isPlain ? value : `'${value.replaceAll("'", "'\\''")}'`;
    return ` --${name} ${inShell}`;
  });
  return options.join('');
}
