/**
 * The issue on a served model that is worse than its record. HTML blocks only: Markdown cannot
 * escape every text.
 */
import type { Results } from '../../engine/results.ts';
import { watchHeadline, watchSentences } from '../story/watch.ts';
import { runFacts } from '../story/run-facts.ts';
import { github, link, web } from './escape.ts';
import { joinWithDots, factsHtml, paragraphs } from './github-html.ts';

interface DriftIssueOptions {
  marker: string;
  /** The number of the issue, as the record has it. */
  number: number | undefined;
  /** The input `comment-key`. */
  key?: string;
  /** The time of the alarm. */
  since: string;
  runUrl?: string;
  docsUrl?: string;
  /** The reason why the action closes the issue; absent for an open one. */
  closing?: 'recovered' | 'other subject';
}

const MAX_FACT_LENGTH = 200;
const CLOSINGS = {
  recovered: 'The action closed this issue: three nights in a row fit the record before the alarm.',
  'other subject':
    'The action closed this issue: model, prompts or rows have changed since, so the record starts anew.',
};

interface DriftIssue extends Pick<DriftIssueOptions, 'marker' | 'number' | 'since'> {
  state: 'open' | 'closed';
  title: string;
  body: string;
}

export function renderDriftIssue(
  results: Results,
  { marker, number, key, since, runUrl, docsUrl, closing }: DriftIssueOptions,
): DriftIssue {
  const { watch } = results;
  if (!watch) throw new TypeError('an issue on drift needs the figures of a night');
  const shownFacts = runFacts(results).filter(([label]) =>
    ['model', 'served by', 'config'].includes(label),
  );
  const links = [
    link(runUrl, 'this\u00A0run'),
    link(docsUrl && `${docsUrl}/drift.md`, 'about drift'),
  ];
  const ending = closing
    ? github`<p>${CLOSINGS[closing]}</p>`
    : github`<p><b>What to do next.</b> Compare the failing rows in the report of the run. The action updates this issue every night, and closes it after three nights in a row that fit the record. To accept the new level, a person closes the issue: the record starts anew.</p>`;
  const lines = [
    github`<p><b>${watchHeadline(watch)}.</b></p>`,
    github`<p>The alarm was raised on ${web`${since.slice(0, 10)}`}. Every night the same rows are asked of the same model with the same prompts: the provider may serve another version.</p>`,
    ...paragraphs(watchSentences(watch)),
    ending,
    github`<p><sub>${joinWithDots([...factsHtml(shownFacts, MAX_FACT_LENGTH), ...links])}</sub></p>`,
  ];
  return {
    marker,
    number,
    since,
    state: closing ? 'closed' : 'open',
    title: `Sensitivity${key === undefined ? '' : ` (${key})`}: the served model is worse than its record`,
    body: [marker, ...lines].join('\n'),
  };
}
