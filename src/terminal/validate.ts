import { atPlace } from '../errors.js';
import { validate } from '../run/validate.js';
import { paintLines, wrapText } from '../report/formats/layout.js';
import { quantity } from '../report/story/words.js';
import { evaluateOptions } from './evaluate-options.js';
import { EXIT_USAGE, type CommandLine, type Terminal } from './command.js';
import { withOptionNames, problemWithOptionNames } from './option-names.js';

export async function runValidate({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { printLines, printJson, layout } = terminal;
  const found = await validate(await evaluateOptions(options, terminal));
  const problems = found.problems.map(problemWithOptionNames);
  const isValid = problems.length === 0;
  if (options.json) {
    printJson({
      valid: isValid,
      config: options.config,
      problems,
      data: found.data,
      notices: found.notices.map(withOptionNames),
    });
    return isValid ? 0 : EXIT_USAGE;
  }
  const head = isValid
    ? `${options.config} is valid: a run can start.`
    : `${options.config}: ${quantity(problems.length, 'problem')}`;
  const lines = paintLines(['bold', isValid ? 'green' : 'red'], wrapText(head, layout, 0), layout);
  for (const [i, problem] of problems.entries()) {
    lines.push('', ...wrapText(atPlace(problem), layout));
    if (problem.remedy !== problems[i + 1]?.remedy)
      lines.push(...wrapText(problem.remedy, layout, 4));
  }
  if (found.data.length > 0)
    lines.push('', ...found.data.flatMap((understood) => wrapText(`${understood}.`, layout)));
  if (found.notices.length > 0)
    lines.push('', ...found.notices.flatMap((notice) => wrapText(notice, layout)));
  printLines(lines);
  return isValid ? 0 : EXIT_USAGE;
}
