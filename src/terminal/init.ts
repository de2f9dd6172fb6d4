import { code, textBlock } from '../report/blocks.ts';
import { draft } from './draft.ts';
import { configText, workflowText } from './init-files.ts';
import { FILLED, readFoundRows } from './init-find.ts';
import { NONE, openWalk, readSetup, type Setup, type Walk } from './init-setup.ts';
import { CONFIG_FILE, WORKFLOW_FILE, type Options } from './options.ts';
import { COMMAND } from './publisher.ts';
import { suggest } from './suggest.ts';
import { EXIT, joined, type Terminal } from './terminal.ts';

/** What the walk drafts. */
const ROWS = 'evals/questions.csv';
const RULES = 'evals/rules.yml';

/** Writes a configuration and a workflow, then offers what `draft` and `suggest` do. */
export async function init(options: Options, terminal: Terminal): Promise<number> {
  const walk = await openWalk(options, terminal);
  const setup = await readSetup(walk);
  terminal.printBlocks([textBlock(findings(setup, walk))]);
  await terminal.write(setup.config, configText(setup));
  await terminal.write(WORKFLOW_FILE, workflowText(setup));
  terminal.print(`\nWrote ${setup.config} and\n${WORKFLOW_FILE}.\n`);
  return takeSteps(setup, walk);
}

/** Each step is a command, which can be left out here and run later. */
async function takeSteps(setup: Setup, walk: Walk): Promise<number> {
  const { ask, options, terminal, files } = walk;
  const { config, allowedHost, prompt } = setup;
  const own = { config, allowedHosts: allowedHost };
  let worst = EXIT.pass;
  const step = async (run: typeof draft, more: Partial<Options>, source = '') => {
    const status = await terminal.statusOf(() => run({ ...own, ...more }, terminal, [source]));
    worst = Math.max(worst, status);
  };
  const isOpen = configText(setup).includes('YOUR-');
  const isWalked = ask !== undefined && !isOpen;
  if (isWalked) {
    terminal.confirm = ask.confirm;
    const usual = setup.rows?.answer === undefined ? walk.documents : undefined;
    const message = 'Documents to draft rows from (a glob, or none)';
    const documents = await ask.answer(message, [usual ?? NONE]);
    if (documents !== NONE) await step(draft, {}, documents);
    if (prompt) await step(draft, { kind: 'rules', out: RULES }, prompt.file);
    const [rows, rules] = await files.read([ROWS, RULES]);
    if (rows) setup.rows ??= await readFoundRows(ROWS, files);
    await terminal.write(config, configText(setup, rules && RULES));
  }
  if (isWalked || options.measure) await step(suggest, { write: true });
  terminal.print(nextSteps(setup, isOpen, isWalked && worst === EXIT.pass));
  return worst;
}

/** What the files are made of, and what the configuration lacks. */
function findings({ prompt, rows }: Setup, { documents = 'help/*.md', page }: Walk): string {
  const { source = '', count, text = '?', answer = '?' } = rows ?? {};
  const lines = [
    prompt ? `Prompt: ${code(prompt.file)}` : 'No prompt was found. Name its file with --prompt.',
    rows
      ? `Rows: ${code(source)}, ${count}; question in the column ${code(text)}, right answer in ${code(answer)}`
      : 'Rows: built-in ones',
    // Another placeholder may bring the documents.
    prompt?.promise &&
      prompt.names.isSubsetOf(FILLED) &&
      `⚠️ ${code(prompt.place)} says “${code(prompt.promise)}” No document is sent with it. Write {help} into the prompt, where they belong. Then, under \`model\`:\n  variables: { help: { files: "${documents}" } }\nOr, if each row has its own in a column \`help\`, under \`data.columns\`:\n  fill: [help]`,
    !rows && page && `${code(page)}: save it as Markdown, so that \`draft\` can read it.`,
  ];
  return joined(lines, '\n\n');
}

/** @param isDone - rules are drafted, and minimums set */
function nextSteps(setup: Setup, isOpen: boolean, isDone: boolean): string {
  const { config, branch, keyVariable, allowedHost, prompt } = setup;
  const named = config === CONFIG_FILE ? '' : ` --config ${config}`;
  const options = allowedHost ? `${named} --allowed-hosts "${allowedHost}"` : named;
  const lines = [
    '\nNext',
    isOpen && `- Replace each YOUR-… in ${config}.`,
    `- See what a run sends:\n  ${COMMAND} check --offline${options}`,
    !isDone &&
      prompt &&
      `- Draft the rules that your prompt promises:\n  ${COMMAND} draft ${prompt.file} --kind rules${options}`,
    !isDone && `- Set minimums that your model passes:\n  ${COMMAND} suggest --write${options}`,
    keyVariable && `- Add the key:\n  gh secret set ${keyVariable}`,
    '- Protect .github/ by CODEOWNERS: a pull request runs\n  the workflow that it brings.',
    `- Commit the files and merge them to ${branch}:\n  the base decides about a pull request.\n`,
  ];
  return joined(lines, '\n');
}
