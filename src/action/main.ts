import type * as Core from '@actions/core';
import { GateError } from '../errors.js';
import { readSecrets } from '../models/keys.js';
import { useProxyFromEnvironment } from '../models/proxy.js';
import { logLine } from '../report/escape.js';
import { scrubber, spellingsOf } from '../secrets.js';
import { Interruption, type Signals } from '../evaluate/interruption.js';
import { action } from './action.js';
import { HELD } from './input-table.js';
import { readInputs } from './inputs.js';

/** From the runner's environment to the end of the job. Throws nothing: what is no verdict fails the job, with its reason. */
export async function main(core: typeof Core, env: NodeJS.ProcessEnv, process: Signals): Promise<void> {
  const secrets = readSecrets(env, HELD);
  const interruption = new Interruption(process, {
    remedy: 'Run it again with the input `resume: true`, where `cache-directory` was kept: what was answered is not asked again.',
    exitCode: 1,
  });
  try {
    // First of all: whatever is printed after this, an error about an input included, holds no key.
    spellingsOf(secrets).forEach((spelling) => {
      core.setSecret(spelling);
    });
    const warning = useProxyFromEnvironment(env);
    if (warning) core.warning(warning);
    await action(readInputs(env), { core, env, interruption });
  } catch (error) {
    const said =
      error instanceof GateError ? error.describe() : `This is a defect of the action, please report it: ${String((error as Error).stack)}`;
    core.setFailed(logLine(scrubber(secrets)(said)));
  }
  await interruption.end();
}
