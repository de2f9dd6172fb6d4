import { configOf } from '../config/rules.ts';
import { atPlace } from '../errors.ts';
import { checkEndpoints, type EndpointCheck } from '../run/endpoint-checks.ts';
import { oneLine } from '../report/story/truncate.ts';
import { paintText, wrapText, SIGNS } from '../report/formats/layout.ts';
import { formatNumber } from '../report/story/words.ts';
import { redact } from '../secrets.ts';
import { evaluateOptions } from './evaluate-options.ts';
import { EXIT, type CommandLine, type Terminal } from './command.ts';
import { nameOptionsInProblem } from './option-names.ts';

/** Exit status 3 if a model does not answer, 1 if a judge answers and is not fit to judge. */
export async function runDoctor({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const workingOptions = await evaluateOptions(options, terminal);
  const config = configOf(workingOptions.config.rules, workingOptions.config.path);
  const { printLines, printJson, secrets, layout } = terminal;
  const checks = await checkEndpoints(config, workingOptions, (examined) => {
    if (!options.json) printLines(checkLines(redact(examined, secrets), layout));
  });
  const areAllWell = checks.every(({ problem }) => problem === undefined);
  if (options.json) {
    const examined = redact(checks, secrets).map(({ problem, ...check }) => ({
      ...check,
      problem: problem && nameOptionsInProblem(problem),
    }));
    printJson({ well: areAllWell, examined });
  } else {
    const failed = 'A check failed. Correct the problems above, then run `doctor` again.';
    printLines(['', ...wrapText(areAllWell ? 'All models answer.' : failed, layout, 0)]);
  }
  if (areAllWell) return EXIT.pass;
  // A judge that answers, and answers wrong, is a failure like any other.
  const areAllAnswered = checks.every(
    ({ problem, received }) => problem === undefined || received !== undefined,
  );
  return areAllAnswered ? EXIT.fail : EXIT.error;
}

type Layout = Terminal['layout'];

function checkLines(
  { role, hub, name, endpoint, key, latency, received, note, problem }: EndpointCheck,
  layout: Layout,
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
