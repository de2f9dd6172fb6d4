import { GateError } from '../errors.ts';
import type { Judged } from '../trust/judged.ts';
import type { Results } from '../run/results.ts';
import type { Inputs } from './inputs.ts';

/** The results of a run that ended before it had any: an error of its user, or a defect of ours. */
export function stoppedResults(
  error: unknown,
  { inputs, judged, startedAt }: { inputs: Inputs; judged?: Judged; startedAt: Date },
): Results {
  const { config: path } = inputs;
  const { hub = '', name = '' } = judged?.config.subject.model ?? {
    hub: inputs.hub,
    name: inputs.model,
  };
  return {
    schema_version: 2,
    outcome: 'error',
    model: { hub, name },
    config: { path, ref: judged?.ref ?? inputs['config-ref'], sha256: judged?.config.sha256 ?? '' },
    changes: { subject: [], rules: [], rows: [] },
    report: [],
    results: [],
    calibrations: [],
    usage: {
      requests: 0,
      stored: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      unreported: 0,
      duration_ms: Date.now() - startedAt.getTime(),
      served: [],
    },
    seed: 0,
    started_at: startedAt.toISOString(),
    problem: problemOf(error),
    warnings: judged?.warnings.slice() ?? [],
    notices: judged?.notices.slice() ?? [],
  };
}

function problemOf(error: unknown): NonNullable<Results['problem']> {
  if (error instanceof GateError) {
    const { name, message, where, remedy } = error;
    return { name, message, where, remedy };
  }
  return {
    name: 'Defect',
    message: `The action has a defect: ${error instanceof Error ? error.message : String(error)}`,
    remedy: 'Report it to this project, with the log of this job.',
  };
}
