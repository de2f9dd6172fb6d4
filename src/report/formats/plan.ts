/** The text of `sensitivity plan`: the requests that a run would send. */
import { ruleInWords } from '../../engine/scorers/rule.ts';
import { markInserted, unmarked } from '../story/inserted.ts';
import {
  briefSentences,
  dataSentences,
  furtherSentences,
  type Plan,
  plannedTestsTable,
  requestSentences,
} from '../story/plan.ts';
import { planGist } from '../story/planned-cost.ts';
import { planSentences, type PlannedTest } from '../story/planned.ts';
import { armWords } from '../story/test-words.ts';
import { oneLine, shortName } from '../story/truncate.ts';
import { countByKey, placeWords, quantity } from '../story/words.ts';
import {
  boldLines,
  fieldLines,
  joinSections,
  paintLines,
  wrapText,
  type TerminalOptions,
} from './layout.ts';
import { tableLines } from './terminal-blocks.ts';

/** `all` adds the rule, the expected requests and two rows of each test. */
type PlanOptions = TerminalOptions & { all?: boolean };

export function renderPlan(plan: Plan, { all = false, ...options }: PlanOptions): string {
  const { model, tests, data = [], notices = [] } = plan;
  const { isWarning, sentences } = requestSentences(plan);
  const requestLines = wrapText(sentences, options, 0);
  const details = all ? tests.map((test) => testLines(test, options)) : [];
  return joinSections([
    boldLines(`sensitivity plan: ${model.hub}/${model.name}`, options),
    tests.length > 0 ? wrapText(planGist(plan), options) : [],
    tests.length > 0 ? tableLines(plannedTestsTable(tests), options, Infinity) : [],
    all ? [] : wrapText(briefSentences(tests), options),
    wrapText(notices, options),
    wrapText(dataSentences(data, all), options),
    ...details,
    isWarning ? paintLines('yellow', requestLines, options) : requestLines,
    wrapText(furtherSentences(plan), options, 0),
    all ? [] : wrapText(MORE, options, 0),
  ]);
}

const MORE =
  '`sensitivity plan --show-rows` adds the rule, the expected requests and two rows of each test; `--json` prints everything.';

function testLines(test: PlannedTest, options: TerminalOptions): string[] {
  const reasons = countByKey(test.not_applicable, ({ reason }) => reason);
  const lines = [
    ...boldLines(test.test_type, options),
    ...wrapText(`Scorer ${test.scorer}: ${ruleInWords(test.rule)}.`, options),
    ...wrapText(planSentences(test), options),
  ];
  for (const { item, count } of reasons.slice(0, 5))
    lines.push(...wrapText(`${quantity(count, 'sample')} left out: ${item.reason}`, options));
  for (const row of test.not_applicable.slice(0, 5))
    lines.push(
      ...wrapText(`${shortName(placeWords(row))}  ${oneLine(row.original, 120)}`, options, 4),
    );
  lines.push(...exampleLines(test, options));
  if (test.prompt) lines.push('', ...promptLines(test.prompt, options));
  return lines;
}

function exampleLines(test: PlannedTest, options: TerminalOptions): string[] {
  const label = armWords(test);
  return test.examples.flatMap(({ original, placebo, test_case }) => {
    const lines = ['', ...fieldLines(label.original, unmarked(original), options)];
    if (placebo !== undefined)
      lines.push(...fieldLines(label.placebo, markInserted(original, placebo), options));
    if (test_case !== original)
      lines.push(...fieldLines(label.test_case, markInserted(original, test_case), options));
    return lines;
  });
}

/** One prompt of a test, whole and line by line. */
function promptLines(
  { source, system, text }: NonNullable<PlannedTest['prompt']>,
  options: TerminalOptions,
): string[] {
  // Sentences name options of the terminal; a prompt is shown as it is.
  const { columns, color } = options;
  const indented = (prompt: string) =>
    prompt.split('\n').flatMap((line) => wrapText(line, { columns, color }, 4));
  const lines = wrapText(`As it is sent (${shortName(source)}):`, options);
  if (system !== undefined)
    lines.push(
      ...wrapText('System prompt', options),
      ...indented(system),
      ...wrapText('Prompt', options),
    );
  lines.push(...indented(text));
  return lines;
}
