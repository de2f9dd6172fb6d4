/** What a run would decide and send, on one screen of a terminal. */
import { distinctBy } from '../../engine/lists.ts';
import {
  furtherSentences,
  leftOutSentences,
  type Plan,
  plannedTestsTable,
  requestSentences,
  sectionsTable,
} from '../story/plan.ts';
import type { PlannedTest } from '../story/planned-cost.ts';
import { cut, shortName } from '../story/truncate.ts';
import { quantity } from '../story/words.ts';
import { boldLines, joinSections, paintLines, wrapText, type TerminalOptions } from './layout.ts';
import { tableLines } from './terminal-blocks.ts';

/** Most data sources that are described. */
const MAX_DATA = 4;

export function renderPlan(plan: Plan, options: TerminalOptions): string {
  const { tests, sections, data = [], notices = [] } = plan;
  const { isWarning, sentences } = requestSentences(plan);
  const plainLines = wrapText(sentences, options);
  const requestLines = isWarning ? paintLines('yellow', plainLines, options) : plainLines;
  const dataSentences = data.slice(0, MAX_DATA).map((understood) => `${understood}.`);
  if (data.length > MAX_DATA)
    dataSentences.push(`${quantity(data.length - MAX_DATA, 'data source')} more: see \`--json\`.`);
  const further = [...leftOutSentences(tests), ...dataSentences, ...notices];
  return joinSections([
    tests.length > 0 ? tableLines(plannedTestsTable(tests), options, Infinity) : [],
    wrapText(further, options),
    sections.length > 0 ? tableLines(sectionsTable(sections), options, Infinity) : [],
    [...requestLines, ...wrapText(furtherSentences(plan), options)],
    distinctBy(tests, ({ prompt }) => JSON.stringify(prompt)).flatMap((test) =>
      promptLines(test, options),
    ),
  ]);
}

/** Longest prompt that is shown, in lines and characters. */
const MAX_LINES = 4;
const MAX_LENGTH = 400;

/** The first prompt of a test as it is sent: its start, line by line. */
function promptLines({ test_type, prompt }: PlannedTest, options: TerminalOptions): string[] {
  if (!prompt) return [];
  const { source, system, text } = prompt;
  const { columns, color } = options;
  const head = `${test_type} sends (${shortName(source)}):`;
  const lines = boldLines(head, options, 2);
  const texts = system === undefined ? [text] : [system, text];
  // A prompt is shown as it is: no word in it is an option of the terminal.
  for (const shown of texts) {
    const all = cut(shown, MAX_LENGTH)
      .split('\n')
      .flatMap((line) => wrapText(line, { columns, color }, 4));
    lines.push(...all.slice(0, MAX_LINES));
    if (all.length > MAX_LINES) lines.push('    …');
  }
  return lines;
}
