import { configOf } from '../config/rules.ts';
import { atPlace, orProblem } from '../errors.ts';
import { checkEndpoints, type EndpointCheck } from '../run/endpoint-checks.ts';
import type { EvaluateOptions } from '../run/options.ts';
import { plan } from '../run/plan.ts';
import { validate, type ProblemInWords } from '../run/validate.ts';
import { paintLines, paintText, wrapText, SIGNS } from '../report/formats/layout.ts';
import { renderPlan } from '../report/formats/plan.ts';
import type { Plan } from '../report/story/plan.ts';
import { oneLine } from '../report/story/truncate.ts';
import { formatNumber, quantity } from '../report/story/words.ts';
import { redact } from '../secrets.ts';
import { evaluateOptions } from './evaluate-options.ts';
import { EXIT, EXIT_USAGE, type CommandLine, type Terminal } from './command.ts';
import { nameOptions, nameOptionsInProblem } from './option-names.ts';

interface Checked {
  problems: ProblemInWords[];
  data: string[];
  notices: string[];
  plan?: Plan;
}

/** Exit status 2 if no run can start, 3 if a model does not answer, 1 if a judge is not fit. */
export async function runCheck({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { offline, json } = options;
  const workingOptions = await evaluateOptions(options, terminal);
  const checked = await checkFiles(workingOptions, offline);
  const isValid = checked.problems.length === 0;
  if (!json) printChecked(checked, options.config, terminal);
  const examined = isValid && !offline ? await checkModels(workingOptions, json, terminal) : [];
  if (json) {
    const { problems, data, notices, plan: planned } = checked;
    const models = examined.map((check) => ({
      ...check,
      problem: check.problem && nameOptionsInProblem(check.problem),
    }));
    terminal.printJson({
      valid: isValid,
      config: options.config,
      problems: problems.map(nameOptionsInProblem),
      data,
      notices: notices.map(nameOptions),
      plan: planned,
      models,
    });
  }
  return isValid ? exitStatusOf(examined) : EXIT_USAGE;
}

function exitStatusOf(checks: readonly EndpointCheck[]): number {
  const failed = checks.filter(({ problem }) => problem !== undefined);
  if (failed.length === 0) return EXIT.pass;
  // A judge that answers, and answers wrong, is a failure like any other.
  return failed.every(({ received }) => received !== undefined) ? EXIT.fail : EXIT.error;
}

/** Reads what a run would read, and counts what it would send. */
async function checkFiles(options: EvaluateOptions, offline: boolean): Promise<Checked> {
  const checked = await validate(options);
  const { rules } = options.config;
  if (checked.problems.length > 0 || !('config' in rules)) return checked;
  const isOnHub = rules.config.tests.some(({ data }) => data.source.startsWith('hf:'));
  if (offline && isOnHub) return checked;
  const planned = await orProblem(async () => ({ plan: await plan(options) }));
  if ('problem' in planned) {
    const { name, message, where, remedy } = planned.problem;
    // A host that only the command line permits is a notice of the files.
    const isNoticed = offline && checked.notices.some((notice) => notice.includes(message));
    return isNoticed ? checked : { ...checked, problems: [{ name, message, where, remedy }] };
  }
  const { data = [], notices = [] } = planned.plan;
  return { ...planned, problems: [], data, notices };
}

function printChecked(
  { problems, plan: planned, ...checked }: Checked,
  file: string,
  terminal: Terminal,
) {
  const { print, printLines, layout } = terminal;
  const isValid = problems.length === 0;
  const head = isValid
    ? `${file} is valid: a run can start.`
    : `${file}: ${quantity(problems.length, 'problem')}`;
  const lines = paintLines(['bold', isValid ? 'green' : 'red'], wrapText(head, layout, 0), layout);
  for (const [i, problem] of problems.entries()) {
    lines.push('', ...wrapText(atPlace(problem), layout));
    if (problem.remedy !== problems[i + 1]?.remedy)
      lines.push(...wrapText(problem.remedy, layout, 4));
  }
  if (!planned) {
    const sentences = [...checked.data.map((understood) => `${understood}.`), ...checked.notices];
    if (sentences.length > 0) lines.push('', ...wrapText(sentences, layout));
  }
  printLines([...lines, '']);
  if (planned) print(renderPlan(planned, layout));
}

async function checkModels(
  options: EvaluateOptions,
  json: boolean,
  { printLines, secrets, layout }: Terminal,
): Promise<EndpointCheck[]> {
  const config = configOf(options.config.rules, options.config.path);
  if (!json) printLines(['']);
  const checks = await checkEndpoints(config, options, (examined) => {
    if (!json) printLines(endpointLines(redact(examined, secrets), layout));
  });
  return redact(checks, secrets);
}

function endpointLines(
  { role, hub, name, endpoint, key, latency, received, note, problem }: EndpointCheck,
  layout: Terminal['layout'],
): string[] {
  const [head = '', ...headLines] = wrapText(`${role}: ${hub}/${oneLine(name, 120)}`, layout, 2);
  const sign = problem
    ? paintText('red', SIGNS.fail, layout)
    : paintText('green', SIGNS.pass, layout);
  const parts: string[] = [`${sign}${head.slice(1)}`, ...headLines];
  if (endpoint !== undefined) parts.push(...wrapText(`endpoint ${endpoint}`, layout, 4));
  parts.push(...wrapText(keyWords(key, endpoint !== undefined), layout, 4));
  if (received !== undefined)
    parts.push(
      ...wrapText(`answered ${received} after ${formatNumber(latency ?? 0)} ms`, layout, 4),
    );
  if (note !== undefined) parts.push(...wrapText(note, layout, 4));
  if (!problem) return parts;
  if (key && !key.isSet && key.isNeeded) {
    parts.push(
      ...wrapText(`Here: export ${key.variable}=…`, layout, 4),
      ...wrapText(`In the workflow: api-key: \${{ secrets.${key.variable} }}`, layout, 4),
    );
    // At a usable address the missing key is the problem, which stands above.
    if (endpoint !== undefined) return parts;
  }
  parts.push(...wrapText(atPlace(problem), layout, 4), ...wrapText(problem.remedy, layout, 4));
  return parts;
}

function keyWords(key: EndpointCheck['key'], isSomewhere: boolean): string {
  if (key === undefined) return 'no key: this hub has none';
  const { variable, isSet, isSent, isNeeded } = key;
  if (isSet)
    return `key from ${variable}${isSent || !isSomewhere ? '' : ', which is not sent to this address'}`;
  return isNeeded
    ? `no key: ${variable} is not set`
    : `no key (${variable} is not set), and none is needed there`;
}
