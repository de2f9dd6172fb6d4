import { atPlace } from '../errors.ts';
import { validate } from '../run/validate.ts';
import { paintLines, wrapText } from '../report/formats/layout.ts';
import { quantity } from '../report/story/words.ts';
import { evaluateOptions } from './evaluate-options.ts';
import { EXIT_USAGE, type CommandLine, type Terminal } from './command.ts';
import { nameOptions, nameOptionsInProblem } from './option-names.ts';

export async function runValidate({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { printLines, printJson, layout } = terminal;
  const validation = await validate(await evaluateOptions(options, terminal));
  const problems = validation.problems.map(nameOptionsInProblem);
  const isValid = problems.length === 0;
  if (options.json) {
    printJson({
      valid: isValid,
      config: options.config,
      problems,
      data: validation.data,
      notices: validation.notices.map(nameOptions),
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
  if (validation.data.length > 0)
    lines.push('', ...validation.data.flatMap((understood) => wrapText(`${understood}.`, layout)));
  if (validation.notices.length > 0)
    lines.push('', ...validation.notices.flatMap((notice) => wrapText(notice, layout)));
  printLines(lines);
  return isValid ? 0 : EXIT_USAGE;
}
