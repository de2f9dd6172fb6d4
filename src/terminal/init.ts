import { guessRoles } from '../data/guess-roles.ts';
import { code, textBlock } from '../report/blocks.ts';
import { draft } from './draft.ts';
import { configText, workflowText } from './init-files.ts';
import { describePrompt, openWalk, readSetup, type Setup } from './init-find.ts';
import { CONFIG_FILE, RULES_FILE, WORKFLOW_FILE, type Options } from './options.ts';
import { ACTION, COMMAND } from './publisher.ts';
import { suggest } from './suggest.ts';
import { EXIT, joinNonBlank, type Terminal } from './terminal.ts';

// A value that its user has to replace. A file may have such a name, too.
const GAP = /(?:: |\/\/)YOUR-(?:COLUMN|HOST|JUDGE|MODEL|PROMPT|VALUE)\b/;
// The rows that the walk drafts.
const ROWS = 'evals/questions.csv';

// Writes a configuration and a workflow, then offers what `draft` and `suggest` do.
export async function init(options: Options, terminal: Terminal) {
  const setup = await readSetup(await openWalk(options, terminal));
  terminal.printBlocks([textBlock(findings(setup))]);
  const {
    ask,
    config,
    allowedHosts,
    headerVariables,
    prompt,
    hasKey,
    documents: [folder],
  } = setup;
  await terminal.write(config, configText(setup));
  await terminal.write(WORKFLOW_FILE, workflowText(setup));
  terminal.print(`\nWrote ${config} and ${WORKFLOW_FILE}.\n`);
  const isInteractive = ask && hasKey && !GAP.test(configText(setup));
  if (isInteractive) terminal.confirm = ask.confirm;
  let worst = EXIT.pass;
  // Each step is a command, which its user may decline here and run later.
  const step = async (run: typeof draft, more: Partial<Options>, source = '') => {
    // An address that only the code names gets no key before the user says yes.
    const all = {
      config,
      allowedHosts: isInteractive || options.baseUrl ? allowedHosts : options.allowedHosts,
      headerVariables,
      isStep: true,
      ...more,
    };
    worst = Math.max(worst, await terminal.runStep(() => run(all, terminal, [source])));
  };
  if (isInteractive && !setup.rows?.labels) {
    if (folder && !setup.rows?.answer) await step(draft, {}, folder);
    if (prompt && !setup.rules) await step(draft, { kind: 'rules', out: RULES_FILE }, prompt.file);
    const [rows, rules] = await terminal.files.read([ROWS, RULES_FILE]);
    if (rows) setup.rows ??= await guessRoles(ROWS, terminal.files);
    setup.rules = rules && RULES_FILE;
    await terminal.write(config, configText(setup));
  }
  if (options.measure || isInteractive) await step(suggest, { write: true });
  terminal.print(nextSteps(setup));
  return worst;
}

// The findings for the files, and the gaps of the configuration.
function findings(setup: Setup) {
  const {
    prompt,
    rows,
    documents: [folder],
    unreadable,
  } = setup;
  const { place, promise, sample, sends } = describePrompt(setup);
  const {
    source = '',
    total,
    text = '?',
    answer = '?',
    must = 'no column',
    labels,
    declining,
  } = rows ?? {};
  return joinNonBlank(
    [
      prompt && `Prompt: ${code(prompt.file)}`,
      rows
        ? `Rows: ${code(source)}, ${total}; question in the column ${code(text)}, right answer in ${code(answer)}, rows that must hold in ${code(must)}`
        : 'Rows: built-in ones',
      sample && `{${sample}} in the prompt is the text of each row.`,
      rows &&
        !rows.answer &&
        'No column clearly has the right answers. If one does, name it in data.columns.answer, and its labels in data.columns.options.',
      !labels &&
        declining &&
        `⚠️ The right answer of ${code(declining)} is a word for declining, as if the model had to say it. Write \`decline\` into a column \`should\` of each such row, and no answer: then a decline in any words is right.`,
      prompt &&
        !sends &&
        !labels &&
        (promise || folder) &&
        `⚠️ No document is sent with the prompt.${promise ? ` But ${code(place)} says “${code(promise)}”` : ''} If your app sends some, write {help} where it puts them: into the file, or behind it: \`system_prompt: "{instructions}\\n\\n{help}"\` in place of the file, and \`instructions: { file: … }\` beside \`help\`. Then, under \`model\`:\n  variables: { help: { files: "${folder ?? 'help/*.md'}" } }\nOr, if each row has its own in a column \`help\`, under \`data.columns\`:\n  fill: [help]`,
      unreadable && `⚠️ No run reads ${code(unreadable)}. Save each document as Markdown.`,
    ],
    '\n\n',
  );
}

function nextSteps(setup: Setup) {
  const { terminal, config, branch, secret, allowedHosts, headerVariables } = setup;
  const named = config === CONFIG_FILE ? '' : ` --config ${config}`;
  const [, file = ''] = terminal.host.argv;
  const command = file.includes('_npx') ? COMMAND : `node ${file}`;
  return joinNonBlank(
    [
      '\nNext',
      GAP.test(configText(setup)) && `- Replace each YOUR-… in ${config}.`,
      ACTION.startsWith('org/') &&
        `- Write the account of your fork for \`org\` in ${WORKFLOW_FILE}: the owner of that name would get your key.`,
      allowedHosts &&
        `- If a command says that the host is not allowed, run this in its shell:\n  export SENSITIVITY_ALLOWED_HOSTS="${allowedHosts}"`,
      headerVariables &&
        `- Let your app answer at that \`url\`: docs/your-product.md, "The app itself", shows it. Each command below sends it the key with\n  --header-variables "${headerVariables}"`,
      `- Find mistakes, and see what a run sends:\n  ${command} check --offline${named}\n- If your prompt promises something, draft its rules, and start init again with --force:\n  ${command} draft PROMPT --kind rules --out evals/rules.yml${named}`,
      `- Measure your model after each change of rows or rules, with the key in this shell. Without a \`judge\`, the model itself reads its answers in words, and may excuse its mistakes:\n  ${command} suggest --write${named}`,
      secret && `- Add the key:\n  gh secret set ${secret}`,
      `- Protect .github/ with CODEOWNERS: a pull request runs its own version of the workflow.
- Commit the files and merge them to ${branch}: the base decides about a pull request.\n`,
    ],
    '\n',
  );
}
