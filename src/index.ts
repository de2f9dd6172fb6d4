import * as core from '@actions/core';
import { action } from './action.js';
import { GateError } from './errors.js';
import { readInputs } from './inputs.js';

try {
  const inputs = readInputs(process.env);
  inputs.secrets.forEach((secret) => core.setSecret(secret));
  await action(inputs, { core, env: process.env });
} catch (error) {
  // Whatever was thrown up to here is not a verdict: without one the job must not be green.
  core.setFailed(error instanceof GateError ? error.describe() : `This is a defect of the action, please report it: ${String((error as Error).stack)}`);
}
