import { plan } from '../run/plan.ts';
import { renderPlan } from '../report/formats/plan.ts';
import { evaluateOptions } from './evaluate-options.ts';
import type { CommandLine, Terminal } from './command.ts';

export async function runPlan({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const planned = await plan(await evaluateOptions(options, terminal));
  const { print, printJson, layout } = terminal;
  if (options.json) printJson(planned);
  else print(renderPlan(planned, { ...layout, all: options.all }));
  return 0;
}
