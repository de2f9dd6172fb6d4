import { plan } from '../run/plan.js';
import { renderPlan } from '../report/formats/plan.js';
import { evaluateOptions } from './evaluate-options.js';
import type { Asked, Terminal } from './command.js';

export async function run({ options }: Asked, terminal: Terminal): Promise<number> {
  const found = await plan(await evaluateOptions(options, terminal));
  const { print, printJson, layout } = terminal;
  if (options.json) printJson(found);
  else print(renderPlan(found, layout));
  return 0;
}
