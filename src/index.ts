import * as core from '@actions/core';
import { action } from './action/action.js';
import { GateError } from './errors.js';
import { readInputs, readSecrets } from './action/inputs.js';
import { useProxyFromEnvironment } from './models/proxy.js';
import { logLine } from './report/escape.js';
import { scrubber, spellingsOf } from './secrets.js';

const { env } = process;
const secrets = readSecrets(env);
try {
  // First of all: whatever is printed after this, an error about an input included, holds no key.
  spellingsOf(secrets).forEach((spelling) => core.setSecret(spelling));
  const warning = useProxyFromEnvironment(env);
  if (warning) core.warning(warning);
  await action(readInputs(env), { core, env });
} catch (error) {
  // Whatever was thrown up to here is not a verdict: without one the job must not be green.
  const said = error instanceof GateError ? error.describe() : `This is a defect of the action, please report it: ${String((error as Error).stack)}`;
  core.setFailed(logLine(scrubber(secrets)(said)));
}
