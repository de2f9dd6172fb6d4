import { ModelError } from '../errors.ts';
import { MissingKeyError } from '../models/index.ts';
import { sectionOf, textBlock, type Block } from '../report/blocks.ts';
import { code } from '../report/code.ts';
import { planRun, type Plan } from '../run/check.ts';
import { rangeOf } from '../run/expected.ts';
import { openWork, type Options } from './options.ts';
import { probeModels, type Probe } from './probe.ts';
import { EXIT, figureTable, type Terminal } from './terminal.ts';

/** Exit status 3 if a model does not answer or the cap is too low, 1 if a judge is not fit. */
export async function check(options: Options, terminal: Terminal): Promise<number> {
  const { judged, runOptions } = await openWork(options, terminal);
  const plan = await planRun(judged, runOptions);
  terminal.printBlocks(planBlocks(plan, options.config));
  const { maxRequests = Infinity } = judged.config;
  const least = Math.min(plan.requests.pass, plan.requests.fail);
  if (maxRequests < least) {
    terminal.note(`⚠ A verdict takes ${least} requests, and ${maxRequests} may be sent.`);
    return EXIT.error;
  }
  if (options.offline) return EXIT.pass;
  const probes = await probeModels(plan, judged, runOptions);
  terminal.printBlocks(probes.map((probe) => textBlock(probeText(probe))));
  return Math.max(EXIT.pass, ...probes.map(statusOfProbe));
}

function planBlocks(plan: Plan, file: string): Block[] {
  const { tests, sections, requests: all, data, warnings, notices } = plan;
  const rows = tests.map(({ name, minimum, rows: count, leftOut, isAdvisory }) => [
    isAdvisory ? `${name} (advisory)` : name,
    `${minimum}`,
    count,
    leftOut.length,
  ]);
  const sent = sections.map(({ section, name, requests, promptTokens }) => [
    `${section}: ${code(name)}`,
    ...requestCells(requests),
    promptTokens,
  ]);
  sent.push(['all', ...requestCells(all), '']);
  return [
    { kind: 'heading', text: `${code(file)}: what a run sends` },
    figureTable(['test', 'minimum', 'rows', 'left out'], rows),
    figureTable(['requests', 'a pass', 'a fail', 'at most', 'tokens at most'], sent),
    ...tests.flatMap(testSection),
    ...sectionOf('Data', data.map(textBlock)),
    ...warnings.map((warning) => textBlock(`⚠️ ${warning}`)),
    ...notices.map(textBlock),
  ];
}

function requestCells({ pass, pass_judged, fail, fail_judged, most }: Plan['requests']) {
  return [rangeOf(pass, pass_judged), rangeOf(fail, fail_judged), most];
}

const MOST_LEFT_OUT = 10;

/** The first row as it is sent, and the rows that are not asked. */
function testSection({ name, examples: [example], leftOut }: Plan['tests'][number]): Block[] {
  const lines = leftOut
    .slice(0, MOST_LEFT_OUT)
    .map(({ source, reason }) => `Left out: ${code(source)}: ${reason}`);
  if (example) lines.unshift(`${code(example.source)} is sent as:\n${code(example.text)}`);
  return sectionOf(code(name), lines.map(textBlock));
}

function statusOfProbe({ problem, knownCases }: Probe): number {
  const isKey =
    problem instanceof MissingKeyError ||
    (problem instanceof ModelError && problem.kind === 'authentication');
  if (problem) return isKey ? EXIT.usage : EXIT.error;
  return knownCases && knownCases.right < knownCases.total ? EXIT.fail : EXIT.pass;
}

const ANSWER_LENGTH = 200;

function probeText(probe: Probe): string {
  const { section, name, host, answer, problem, knownCases, room } = probe;
  const lines = [
    `${statusOfProbe(probe) === EXIT.pass ? '✔' : '✖'} ${section}: ${code(name)} at ${code(host)}`,
  ];
  if (answer !== undefined) lines.push(`It answered: ${code(answer, ANSWER_LENGTH)}`);
  if (knownCases)
    lines.push(`It read ${knownCases.right} of ${knownCases.total} known cases right.`);
  if (problem) lines.push(problem.message, problem.remedy);
  if (room !== undefined) lines.push(room);
  return lines.join('\n');
}
