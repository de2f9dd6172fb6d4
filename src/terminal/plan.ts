import { plan as planOf } from '../evaluate/plan.js';
import { renderPlan } from '../report/plan.js';
import { evaluateOptions } from './asking.js';
import { RUN_OPTIONS, type Command } from './command.js';

export const plan: Command = {
  name: 'plan',
  about: 'say what a run would send and cost, and send nothing',
  more: 'Takes the options of `run`, so that what a line would cost is known by writing `plan` in the place of `run`.',
  options: RUN_OPTIONS,
  examples: [
    ['plan', 'cases, requests, rows that are left out and why'],
    ['plan --base origin/main', 'with what the base would be asked'],
    ['plan --shard 1/10', 'one of ten parts, and what all of them come to'],
    ['plan --json', 'the same for a script'],
  ],
  async run({ options }, terminal) {
    const found = await planOf({ ...(await evaluateOptions(options, terminal)), share: options.shard });
    const { print, layout } = terminal;
    print(
      options.json
        ? `${JSON.stringify(found, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value), 2)}\n`
        : renderPlan(found, { ...layout, names: options.columns }),
    );
    return 0;
  },
};
