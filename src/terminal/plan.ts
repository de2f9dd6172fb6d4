import { plan } from '../run/plan.js';
import { renderPlan } from '../report/formats/plan.js';
import { evaluateOptions } from './evaluate-options.js';
import type { CommandLine, Terminal } from './command.js';

export async function runPlan({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const planned = await plan(await evaluateOptions(options, terminal));
  const { print, printJson, layout } = terminal;
  if (options.json) printJson(planned);
  else print(renderPlan(planned, { ...layout, all: options.all }));
  return 0;
}
