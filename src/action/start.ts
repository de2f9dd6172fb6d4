import type * as Core from '@actions/core';
import { describeError } from '../errors.ts';
import { useProxyFromEnvironment } from '../models/http/proxy.ts';
import { readSecrets } from '../models/environment.ts';
import { logLine } from '../report/formats/escape.ts';
import { Interruption, type Signals } from '../run/interruption.ts';
import { scrubber, spellingsOf } from '../secrets.ts';
import { SECRET_INPUTS, readInputs } from './input-table.ts';
import type { JobLog } from './job.ts';

/** Runs the action. Throws nothing: an error fails the job with its reason. */
export async function startAction(
  core: typeof Core,
  env: NodeJS.ProcessEnv,
  process: Signals,
): Promise<void> {
  const secrets = readSecrets(env, SECRET_INPUTS);
  // Mask the keys first, so that no output holds one.
  for (const spelling of spellingsOf(secrets)) core.setSecret(spelling);
  const log = maskedLog(core, secrets);
  const interruption = new Interruption(process, {
    remedy:
      'Run the job again. It resumes from the answers in `cache-directory` if that folder is kept.',
    exitCode: 1,
  });
  try {
    const { proxy, warning } = useProxyFromEnvironment(env);
    if (warning) log.warn(warning);
    const inputs = readInputs(env);
    // Load the rest after the inputs are read, so that a wrong input fails fast.
    const { runJob } = await import('./main.ts');
    await runJob(inputs, { core, env, proxy, interruption, ...log });
  } catch (error) {
    log.fail(describeError(error));
  }
  await interruption.end();
}

function maskedLog(core: typeof Core, secrets: readonly string[]): JobLog {
  const scrub = scrubber(secrets);
  const masked = (write: (text: string) => void) => (text: string) => {
    write(logLine(scrub(text)));
  };
  return { say: masked(core.info), warn: masked(core.warning), fail: masked(core.setFailed) };
}
