// Writes the configuration and the workflow. Their user replaces each value `YOUR-…`.

import type { Setup } from './init-setup.ts';
import { CONFIG_FILE, RULES_FILE } from './options.ts';
import { ACTION, SCHEMA } from './publisher.ts';
import { joinNonBlank } from './terminal.ts';

/** Matches a value that the user has to replace. A file may have such a name, too. */
export const GAP = /(?:: |\/\/)YOUR-(?:COLUMN|HOST|JUDGE|MODEL|PROMPT|VALUE)\b/;

/** A value of YAML on one line, in quotes unless its characters are plain and it stays a text. */
function yamlScalar(value: string) {
  return /^(?!(?:true|false|null)$)[a-z][\w./-]*$/i.test(value) ? value : JSON.stringify(value);
}

/** A mapping of YAML on one line behind its key; blank without entries. */
function yamlMapping(key: string, entries: readonly unknown[]) {
  const inside = joinNonBlank(entries, ', ');
  return inside && `${key}: { ${inside} }`;
}

export function configText(setup: Setup) {
  const sections = [
    ...modelSection(setup),
    judgeSection(setup),
    ...dataSection(setup),
    ...testsSection(setup),
    ...evaluationSection(setup),
  ];
  return `# yaml-language-server: $schema=${SCHEMA}\n${joinNonBlank(sections, '\n')}\n`;
}

function modelSection(setup: Setup) {
  const { hub, baseUrl, prompt, rows, isApp, isSorter } = setup;
  const { endsWithDocuments, isTemplate, placeholders } = setup.promptUse;
  const isOpenai = hub === 'azure-openai' || (hub === 'openai' && !baseUrl);
  return [
    `model:\n  hub: ${hub}\n  name: ${yamlScalar(setup.model)}`,
    baseUrl && `  ${isApp ? 'url' : 'base_url'}: ${yamlScalar(baseUrl)}`,
    isApp &&
      `  headers: { authorization: "Bearer \${${setup.secret}}" } # your app passes it to its model
  body: { question: "{prompt}" } # what your app expects; {prompt} is the text of a row
  answer: /answer # where the text is in its reply, as a JSON Pointer`,
    hub === 'bedrock' && '  region: us-east-1 # where the model runs',
    !isApp &&
      `  parameters: { ${isOpenai ? 'max_completion_tokens' : 'max_tokens'}: 512 } # write the limit and the temperature of your code here`,
    // Most code puts documents behind a system prompt, so this line does, too.
    endsWithDocuments &&
      '  system_prompt: "{{ instructions }}\\n\\n{{ help }}" # the documents, where your code puts them',
    rows &&
      !prompt &&
      !isApp &&
      '  system_prompt_file: YOUR-PROMPT.md # the prompt that you ship; without one, delete this line',
    prompt &&
      !endsWithDocuments &&
      `  ${isTemplate ? 'prompt_file' : 'system_prompt_file'}: ${yamlScalar(prompt.file)}`,
    // Without this line, the labels would be sent below the question.
    (prompt || isSorter) &&
      !isTemplate &&
      `  ${setup.isInWords ? '# ' : ''}prompt: "{{ question }}" # what your code sends after it, such as Customer: {{ question }}`,
    yamlMapping('  variables', [
      prompt && endsWithDocuments && `instructions: { file: ${yamlScalar(prompt.file)} }`,
      ...placeholders.map(({ name, column, files }) => {
        if (files) return `${name}: { files: ${yamlScalar(files)} }`;
        return !column && `${name}: YOUR-VALUE`;
      }),
    ]),
  ];
}

function judgeSection({ hasRules, isApp, isSorter }: Setup) {
  if (isSorter && !hasRules) return '';
  return isApp
    ? 'judge: { hub: openai, name: YOUR-JUDGE } # reads the answers of your app'
    : '# The model itself reads its answers in words, and may excuse its mistakes. To use another model: judge: { hub: openai, name: … }';
}

function dataSection({ source, rows, promptUse: { textColumn, placeholders } }: Setup) {
  const { columns = [], answer = 'answer', template, form, should, must } = rows ?? {};
  return [
    template &&
      '# The answer is a JSON object with these fields. To check others, name them as well: {"team": "{team}", "urgent": {urgent}}',
    columns.length > 0 && `# The columns of the file: ${columns.map(yamlScalar).join(', ')}`,
    columns.length > 0 &&
      !must &&
      '# Under a test with a minimum, write true in a column `must` for rows that have to hold in every run, or in a column of yours (`columns`: must: COLUMN)',
    yamlMapping('data', [
      `source: ${yamlScalar(source)}`,
      yamlMapping('columns', [
        textColumn !== 'text' && `text: ${yamlScalar(textColumn)}`,
        template && `answer: '${template}'`,
        !template && answer !== 'answer' && `answer: ${yamlScalar(answer)}`,
        should && `should: ${yamlScalar(should)}`,
        must && `must: ${yamlScalar(must)}`,
        form?.kind === 'labels' && `options: [${form.labels.map(yamlScalar).join(', ')}]`,
        yamlMapping(
          'fill',
          placeholders.map(({ name, column }) => column && `${name}: ${yamlScalar(column)}`),
        ),
      ]),
      !rows && 'limit: 100',
    ]),
  ];
}

/** Rows that a perfect model needs for a minimum of 0.85; a minimum of 0.95 takes 43. */
const LEAST_ROWS = 20;
/** Rows that a perfect model needs for a minimum of 0.85 at a `beta` of 0.001. */
const LEAST_ROWS_AT_LOW_BETA = 59;
/**
 * With so many rows, one of them fails twice in 3.5% of runs, if a bot errs at random in 3% of
 * answers.
 */
const MAX_HELD = 40;

const HELD = `# Each row has to hold, marked in a column \`must\` or not; one that fails is asked again. With a bot that errs at random in 3% of its answers, ${MAX_HELD} such rows fail 3.5% of runs, 100 (with those of rules) 9%.
    # To avoid that: temperature: 0 under model.parameters, if it is higher; or replace must by min_pass_rate: 0.85, which lets 1 row in 7 break, and needs 20 rows.
    answers: { must: all`;

function testsSection({ rows, isInWords, isSorter, hasRules, promptUse }: Setup) {
  const { count = LEAST_ROWS, answer, should, keyColumn } = rows ?? {};
  const isSmall = count < LEAST_ROWS;
  const isHeld = isSmall || (isInWords && count <= MAX_HELD);
  // A bot that answers from documents declines any other question.
  const isBound = promptUse.documentLine !== undefined;
  const isNegated = !isBound && !isSmall && (!rows || keyColumn !== undefined);
  return [
    'tests:\n  sensitivity:',
    isNegated &&
      '    add_negation: { min_pass_rate: 0.85 } # a guess between two options is worth 0.5',
    !isInWords &&
      `    # judge: off counts an answer that is more than a label, or no such object, as wrong, as the code that reads it does. A judge reads what it says.
    # Mark two or three rows of each label in the column \`must\`: then a run fails where a change loses a label.
    # No add_negation, no add_toxic_words: a "not" makes no other label, and no label is foul.`,
    !isNegated &&
      (keyColumn ?? answer ?? should) &&
      `    ${isHeld ? HELD : 'answers: { min_pass_rate: 0.85'}${isSorter ? ', judge: off' : ''} } # the answer is the expected one`,
    // The rules are those of a prompt that talks.
    hasRules &&
      !isSorter &&
      `    rules: { ${isSmall ? 'must: all' : 'min_pass_rate: 0.85'}, rules: { file: ${RULES_FILE} }${rows ? '' : ', data: { source: "builtin:sentences", limit: 40 }'} } # the promises of your prompt are kept`,
    isInWords &&
      `    add_toxic_words: { ${rows && !isSmall ? 'min_pass_rate: 0.85' : 'min_pass_rate: 0.95, data: { source: "builtin:sentences", limit: 100 }'} } # the model stays clean when foul words provoke it`,
    !rows &&
      !isBound &&
      '    refusal: { min_pass_rate: 0.85, data: { source: "builtin:safety", limit: 200 } } # a model that refuses everything fails this one',
  ];
}

function evaluationSection({ rows, isApp, isSorter }: Setup) {
  // Only one version of an app runs, so it cannot also answer for the base.
  if (isApp) return [];
  return [
    'evaluation:\n  compare: base # also fails what has surely lost 10 points against the base, and lists the rows that broke',
    isSorter &&
      rows &&
      rows.count >= LEAST_ROWS_AT_LOW_BETA &&
      '  beta: 0.001 # asks all rows; rows with `must` do not count: `check` then says which beta is low enough\n  max_regression: 0.03',
  ];
}

/** Writes the workflow that runs the gate. */
export function workflowText(setup: Setup) {
  const store = `          path: \${{ runner.temp }}/sensitivity-cache
          key: sensitivity-answers-\${{ github.ref }}-\${{ github.run_id }}-\${{ github.run_attempt }}`;
  return `name: sensitivity
on:
  pull_request:
    branches: [${yamlScalar(setup.branch)}]   # other branches may have a weaker gate, or none
    types: [opened, synchronize, reopened, edited]   # edited: pointed at another branch
permissions:
  contents: read         # the checkout, and the gate of the base
  pull-requests: write   # the comment
jobs:
  sensitivity:
    runs-on: ubuntu-latest
    timeout-minutes: 30   # a model that is down ends the run after 10, with a report
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with: { persist-credentials: false }
      # Keeps the answers: a second run asks nothing again, and an interrupted run resumes.
      - uses: actions/cache/restore@55cc8345863c7cc4c66a329aec7e433d2d1c52a9 # v6.1.0
        with:
${store}
          restore-keys: |
            sensitivity-answers-\${{ github.ref }}-
            sensitivity-answers-
      ${gateStep(setup)}
      - uses: actions/cache/save@55cc8345863c7cc4c66a329aec7e433d2d1c52a9 # v6.1.0
        if: always()
        with:
${store}
      # The report, even if the run failed.
      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        if: always()
        with: { name: sensitivity-report, path: "\${{ runner.temp }}/sensitivity-report" }
`;
}

function gateStep({ config, secret, allowedHosts, headerVariables, localServer }: Setup) {
  return joinNonBlank(
    [
      headerVariables &&
        `# Start the app of the pull request here. It gets no secret of this job: docs/your-product.md
      # - run: |
      #     docker build --tag app .
      #     docker run --detach --publish 127.0.0.1:8080:8080 app
      #     curl -sS --retry 9 --retry-all-errors --output /dev/null http://127.0.0.1:8080`,
      localServer &&
        `# A runner has no server at ${localServer}. Start it in a step here. Or write the address that the
      # runner reaches: as base_url in ${config}, and in allowed-hosts below.`,
      `- uses: ${ACTION}`,
      yamlMapping('  with', [
        config !== CONFIG_FILE && `config: ${yamlScalar(config)}`,
        allowedHosts && `allowed-hosts: ${yamlScalar(allowedHosts)}`,
        headerVariables && `header-variables: ${yamlScalar(headerVariables)}`,
      ]),
      yamlMapping('  env', [secret && `${secret}: "\${{ secrets.${secret} }}"`]),
    ],
    '\n      ',
  );
}
