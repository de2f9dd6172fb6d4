import { atPlace, GateError } from '../../errors.ts';
import { sectionOf, textBlock, type Block } from '../report/blocks.ts';
import { code } from '../report/index.ts';
import { number, quantity } from '../report/words.ts';
import { planRun, probeModels } from '../run/check.ts';
import type { Plan, PlannedTest, Probe } from '../run/types.ts';
import { judgedOf, runOptionsOf, type SubjectOptions } from './options.ts';
import { EXIT, statusOf, type Terminal } from './terminal.ts';

interface CheckCommand extends SubjectOptions {
  offline?: boolean;
}

/** Exit status 2 if no run can start, 3 if a model does not answer, 1 if a judge is not fit. */
export async function check(options: CheckCommand, terminal: Terminal): Promise<number> {
  try {
    const runOptions = runOptionsOf(options, terminal);
    const judged = await judgedOf(options, terminal);
    const plan = await planRun(judged, runOptions);
    terminal.printBlocks(planBlocks(plan, options.config));
    if (options.offline) return EXIT.pass;
    const probes = await probeModels(judged, runOptions);
    terminal.print('\n');
    terminal.printBlocks(probes.map((probe) => textBlock(probeText(probe))));
    return Math.max(EXIT.pass, ...probes.map(statusOfProbe));
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    terminal.printBlocks(problemBlocks(error, options.config));
    return statusOf(error);
  }
}

export function problemBlocks(error: GateError, file: string): Block[] {
  const { message, where, ownRemedy, remedy, others } = error;
  const first = { message, where, remedy: others.length > 0 ? ownRemedy : remedy };
  const problems = [first, ...others];
  return [
    { kind: 'heading', text: `${code(file)}: ${quantity(problems.length, 'problem')}` },
    ...problems.map((one) => textBlock(`✖ ${atPlace(one)}\n${one.remedy ?? ''}`)),
  ];
}

export function planBlocks(plan: Plan, file: string): Block[] {
  const { tests, sections, requests, data, warnings, notices } = plan;
  const cells = (values: readonly (string | number)[]) =>
    values.map((value) => [typeof value === 'number' ? number(value) : value]);
  const tokens = sections.map(({ promptTokens }) => promptTokens.most);
  return [
    { kind: 'heading', text: `${code(file)}: a run can start` },
    {
      kind: 'table',
      isFigures: true,
      head: ['test', 'minimum', 'rows', 'left out'],
      rows: tests.map(({ name, minimum, rows, leftOut, isAdvisory }) =>
        cells([isAdvisory ? `${name} (advisory)` : name, `${minimum}`, rows, leftOut.length]),
      ),
    },
    {
      kind: 'table',
      isFigures: true,
      head: ['requests', 'a pass', 'a fail', 'at most', 'tokens at most'],
      rows: [
        ...sections.map(({ section, name, requests: { pass, fail, most }, promptTokens }) =>
          cells([`${section}: ${code(name)}`, pass, fail, most, promptTokens.most]),
        ),
        cells([
          'all',
          requests.pass,
          requests.fail,
          requests.most,
          tokens.reduce((sum, count) => sum + count, 0),
        ]),
      ],
    },
    ...tests.flatMap(testSection),
    ...sectionOf('Data', data.map(textBlock)),
    ...warnings.map((warning) => textBlock(`⚠️ ${warning}`)),
    ...notices.map(textBlock),
  ];
}

const MOST_LEFT_OUT = 10;

/** The first row as it is sent, and the rows that are not asked. */
function testSection({ name, example, leftOut }: PlannedTest): Block[] {
  const lines = leftOut
    .slice(0, MOST_LEFT_OUT)
    .map(({ source, reason }) => `Left out: ${code(source)}: ${reason}`);
  if (leftOut.length > lines.length) lines.push(`… and ${leftOut.length - lines.length} more.`);
  const blocks = lines.map(textBlock);
  if (example) {
    const system = example.system === undefined ? '' : `${code(example.system)}\n`;
    const sent = `${code(example.source)} is sent as:\n${system}${code(example.prompt)}`;
    blocks.unshift(textBlock(sent));
  }
  return sectionOf(code(name), blocks);
}

function statusOfProbe({ problem, knownCases }: Probe): number {
  if (problem) return problem.isKey ? EXIT.usage : EXIT.error;
  return knownCases && knownCases.right < knownCases.total ? EXIT.fail : EXIT.pass;
}

const ANSWER_LENGTH = 200;

function probeText(probe: Probe): string {
  const { section, name, host, answer, problem, knownCases, room } = probe;
  const lines = [
    `${statusOfProbe(probe) === EXIT.pass ? '✔' : '✖'} ${section}: ${code(name)} at ${code(host)}`,
  ];
  if (answer !== undefined) lines.push(`It answered ${code(answer, ANSWER_LENGTH)}.`);
  if (knownCases)
    lines.push(`It read ${knownCases.right} of ${knownCases.total} known cases right.`);
  if (problem) lines.push(problem.message, problem.remedy);
  if (room !== undefined) lines.push(room);
  return lines.join('\n');
}
