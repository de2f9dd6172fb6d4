import { readFoundRows } from '../data/rows.ts';
import { code, textBlock } from '../report/blocks.ts';
import { draft } from './draft.ts';
import { configText, placeholdersOf, workflowText } from './init-files.ts';
import { openWalk, readSetup, type Setup, type Walk } from './init-find.ts';
import { CONFIG_FILE, RULES_FILE, WORKFLOW_FILE, type Options } from './options.ts';
import { ACTION, COMMAND } from './publisher.ts';
import { suggest } from './suggest.ts';
import { EXIT, joined, type Terminal } from './terminal.ts';

/** The rows that the walk drafts. */
const ROWS = 'evals/questions.csv';

/** Writes a configuration and a workflow, then offers what `draft` and `suggest` do. */
export async function init(options: Options, terminal: Terminal): Promise<number> {
  const walk = await openWalk(options, terminal);
  const setup = await readSetup(walk);
  terminal.printBlocks([textBlock(findings(setup))]);
  await terminal.write(setup.config, configText(setup));
  await terminal.write(WORKFLOW_FILE, workflowText(setup));
  terminal.print(`\nWrote ${setup.config} and ${WORKFLOW_FILE}.\n`);
  return takeSteps(setup, walk);
}

/** Each step is a command, which can be left out here and run later. */
async function takeSteps(setup: Setup, walk: Walk): Promise<number> {
  const { ask, options, terminal } = walk;
  const { config, allowedHost, prompt, hasKey } = setup;
  let worst = EXIT.pass;
  const step = async (run: typeof draft, more: Partial<Options>, source = '') => {
    const all = { config, allowedHosts: allowedHost, ...more };
    worst = Math.max(worst, await terminal.statusOf(() => run(all, terminal, [source])));
  };
  const isWalked = ask !== undefined && hasKey && !/YOUR-[HJ]/.test(configText(setup));
  let isTaken = true;
  if (isWalked) terminal.confirm = async (text) => (isTaken = await ask.confirm(text));
  // What follows a step is the next one.
  terminal.hint = () => undefined;
  if (isWalked && !setup.rows?.labels) {
    const [documents] = setup.rows?.answer === undefined ? walk.documents : [];
    if (documents) await step(draft, {}, documents);
    if (prompt && !setup.rules) await step(draft, { kind: 'rules', out: RULES_FILE }, prompt.file);
    const [rows, rules] = await terminal.files.read([ROWS, RULES_FILE]);
    if (rows) setup.rows ??= await readFoundRows(ROWS, terminal.files);
    setup.rules = rules && RULES_FILE;
    await terminal.write(config, configText(setup));
  }
  // Rows of a product say nothing about its model without the prompt.
  const isMeasured =
    options.measure ||
    (isWalked && (prompt || !setup.rows) && !configText(setup).includes('YOUR-'));
  if (isMeasured) await step(suggest, { write: true });
  terminal.print(nextSteps(setup, terminal, isMeasured && worst <= EXIT.fail && isTaken));
  return worst;
}

/** The sources of the files, and what the configuration lacks. */
function findings(setup: Setup): string {
  const { prompt, rows } = setup;
  const { fill, values, isBare } = placeholdersOf(setup);
  const { source = '', total, text = '?', answer = '?' } = rows ?? {};
  return joined(
    [
      prompt && `Prompt: ${code(prompt.file)}`,
      prompt &&
        !prompt.isTemplate &&
        !isBare &&
        'The text of a row is sent alone behind it. If your code wraps it, write so under `model`: `prompt: "Customer: {{ question }}"`.',
      rows
        ? `Rows: ${code(source)}, ${total}; question in the column ${code(text)}, right answer in ${code(answer)}`
        : 'Rows: built-in ones',
      prompt?.sample && `{${prompt.sample}} in the prompt is the text of each row.`,
      rows &&
        !rows.answer &&
        'No column says for certain what is right. If one does, name it in data.columns.answer, and its labels in data.columns.options.',
      prompt?.promise &&
        fill.length + values.length === 0 &&
        `⚠️ ${code(prompt.place)} says “${code(prompt.promise)}” No document is sent with it. Write {help} into the prompt, where they belong. Then, under \`model\`:\n  variables: { help: { files: "help/*.md" } }\nOr, if each row has its own in a column \`help\`, under \`data.columns\`:\n  fill: [help]`,
    ],
    '\n\n',
  );
}

function nextSteps(setup: Setup, terminal: Terminal, isMeasured?: boolean): string {
  const { config, branch, secrets, allowedHost, prompt, rows, rules, isApp } = setup;
  const named = config === CONFIG_FILE ? '' : ` --config ${config}`;
  const [, file = ''] = terminal.host.argv;
  const command = file.includes('_npx') ? COMMAND : `node ${file}`;
  return joined(
    [
      '\nNext',
      configText(setup).includes('YOUR-') && `- Replace each YOUR-… in ${config}.`,
      ACTION.startsWith('org/') &&
        `- Write the account of your fork for \`org\` in ${WORKFLOW_FILE}: the owner of that name would get your key.`,
      allowedHost &&
        `- In a shell that does not allow the host yet:\n  export SENSITIVITY_ALLOWED_HOSTS="${allowedHost}"`,
      isApp &&
        '- Let your app answer at that `url`: docs/your-product.md, "The app itself", shows it.',
      `- Find mistakes, and see what a run sends:\n  ${command} check --offline${named}`,
      !rules &&
        !rows?.labels &&
        prompt &&
        `- Draft the rules that your prompt promises:\n  ${command} draft ${prompt.file} --kind rules --out ${RULES_FILE}${named}`,
      !isMeasured &&
        `- Measure your model on every row, with the key in this shell:\n  ${command} suggest --write${named}`,
      ...secrets.map((name) => `- Add the key:\n  gh secret set ${name}`),
      `- Protect .github/ by CODEOWNERS: a pull request runs the workflow that it brings.
- Commit the files and merge them to ${branch}: the base decides about a pull request.\n`,
    ],
    '\n',
  );
}
