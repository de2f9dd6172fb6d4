// Writes what `init` says.

import { code } from '../report/blocks.ts';
import { configText, GAP } from './init-files.ts';
import type { Sources } from './init-sources.ts';
import type { Setup } from './init-setup.ts';
import { CONFIG_FILE, WORKFLOW_FILE } from './options.ts';
import { ACTION, COMMAND } from './publisher.ts';
import { joinNonBlank, type Host } from './terminal.ts';

/** The ways of a team whose prompt is in code. */
export const IN_CODE = `If it is in code, there are two ways:
- Move its text to a file that your code reads, such as prompts/system.md, and start
  init again. A run then names the line at fault, but does not test the code around it.
- Let the gate ask your app: init --hub http. That also tests your code, but names no line.
docs/your-product.md shows both: "A prompt that your code assembles".`;

/** Says what the files are made of, and what the prompt and the rows lack. */
export function findingsText(
  { prompt, rows, source, promptUse, isInWords }: Setup,
  { documents, unreadable }: Sources,
) {
  const { documentLine, sendsDocuments, textPlaceholder } = promptUse;
  const { total, text = '?', answer = '?', must = 'none', declining } = rows ?? {};
  const [folder] = documents;
  return joinNonBlank(
    [
      prompt && `Prompt: ${code(prompt.file)}`,
      rows
        ? `Rows: ${code(source)}, ${total}. Its columns: text: ${code(text)}, answer: ${code(answer)}, must: ${code(must)}`
        : 'Rows: built-in ones',
      textPlaceholder && `{${textPlaceholder}} in the prompt is the text of each row.`,
      rows &&
        !rows.answer &&
        'No column clearly has the right answers. If one does, name it in data.columns.answer, and its labels in data.columns.options.',
      declining &&
        `⚠️ The right answer of ${code(declining)} is a word for declining, as if the model had to say it. Write \`decline\` into a column \`should\` of each such row, and no answer: then a decline in any words is right.`,
      prompt &&
        !sendsDocuments &&
        isInWords &&
        (documentLine ?? folder) &&
        `⚠️ No document is sent with the prompt.${documentLine ? ` But ${code(`${prompt.file}:${documentLine.number}`)} says “${code(documentLine.line)}”` : ''} If your app sends some, write {help} where it puts them: into the file, or behind it: \`system_prompt: "{instructions}\\n\\n{help}"\` in place of the file, and \`instructions: { file: … }\` beside \`help\`. Then, under \`model\`:\n  variables: { help: { files: "${folder ?? 'help/*.md'}" } }\nOr, if each row has its own in a column \`help\`, under \`data.columns\`:\n  fill: [help]`,
      unreadable && `⚠️ No run reads ${code(unreadable)}. Save each document as Markdown.`,
    ],
    '\n\n',
  );
}

/** Says what its user does next. */
export function nextStepsText(setup: Setup, { documents }: Sources, { argv }: Host) {
  const { config, rows, branch, secret, allowedHosts, headerVariables, isSorter, hasRules } = setup;
  const [folder] = documents;
  const named = config === CONFIG_FILE ? '' : ` --config ${config}`;
  const [, file = ''] = argv;
  const command = file.includes('_npx') ? COMMAND : `node ${file}`;
  return joinNonBlank(
    [
      '\nNext',
      GAP.test(configText(setup)) && `- Replace each YOUR-… in ${config}.`,
      allowedHosts &&
        `- Allow the host in each shell that runs these commands:\n  export SENSITIVITY_ALLOWED_HOSTS="${allowedHosts}"`,
      headerVariables &&
        `- Let your app answer at that \`url\`: docs/your-product.md, "The app itself", shows it. Each command below sends it the key with\n  --header-variables "${headerVariables}"`,
      `- Compare the configuration with your code: prompt, limit, temperature, and the address of a gateway (\`base_url\`; the workflow then needs its host in \`allowed-hosts\`).
- Find mistakes, and see what a run sends:\n  ${command} check --offline${named}`,
      folder &&
        !rows?.answer &&
        `- Draft rows with answers from your documents (${folder}), and start init again with --force:\n  ${command} draft FOLDER${named}`,
      !isSorter &&
        !hasRules &&
        `- If your prompt promises something, draft its rules, and start init again with --force:\n  ${command} draft PROMPT --kind rules --out evals/rules.yml${named}`,
      `- Measure your model after each change of rows or rules, with the key in this shell. Without a \`judge\`, the model itself reads its answers in words, and may excuse its mistakes:\n  ${command} suggest --write${named}`,
      secret && `- Add the key:\n  gh secret set ${secret}`,
      ACTION.startsWith('org/') &&
        `- Write the account of your fork for \`org\` in ${WORKFLOW_FILE}: the owner of that name would get your key.`,
      `- Protect .github/ with CODEOWNERS: a pull request runs its own version of the workflow.
- Commit the files and merge them to ${branch}: the base decides about a pull request.\n`,
    ],
    '\n',
  );
}
