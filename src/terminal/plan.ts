import { plan } from '../run/plan.ts';
import { renderPlan } from '../report/formats/plan.ts';
import { evaluateOptions } from './evaluate-options.ts';
import type { CommandLine, Terminal } from './command.ts';

export async function runPlan({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const planOfRun = await plan(await evaluateOptions(options, terminal));
  const { print, printJson, layout } = terminal;
  if (options.json) printJson(planOfRun);
  else print(renderPlan(planOfRun, { ...layout, all: options.showRows }));
  return 0;
}
