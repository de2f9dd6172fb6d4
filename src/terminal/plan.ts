import { plan } from '../evaluate/plan.js';
import { renderPlan } from '../report/plan.js';
import { evaluateOptions } from './asking.js';
import type { Asked } from './command.js';
import type { Terminal } from './terminal.js';

export async function run({ options }: Asked, terminal: Terminal): Promise<number> {
  const found = await plan({ ...(await evaluateOptions(options, terminal)), share: options.shard });
  const { print, layout } = terminal;
  print(
    options.json
      ? `${JSON.stringify(found, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value), 2)}\n`
      : renderPlan(found, { ...layout, names: options.columns }),
  );
  return 0;
}
