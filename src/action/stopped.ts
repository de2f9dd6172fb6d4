import { GateError } from '../shared/errors.ts';
import type { emptyResults, Results } from '../run/results.ts';
import type { JobRun } from './publish.ts';

/** The results of a run that an error of the user, or a defect, ended early. */
export function stoppedResults(
  error: unknown,
  opened: ReturnType<typeof emptyResults>,
  { inputs, ruling }: JobRun,
): Results {
  const { hub = inputs.hub ?? '', name = inputs.model ?? '' } = ruling?.config.subject.model ?? {};
  const { ref = inputs['config-ref'], warnings = [], notices = [] } = ruling ?? {};
  return {
    ...opened,
    model: { hub, name },
    config: { path: inputs.config, ref, sha256: ruling?.config.sha256 ?? '' },
    usage: { ...opened.usage, duration_ms: Date.now() - Date.parse(opened.started_at) },
    seed: 0,
    problem: problemOf(error),
    warnings: [...warnings],
    notices: [...notices],
  };
}

function problemOf(error: unknown) {
  if (error instanceof GateError) {
    const { name, message, where, remedies: remedy } = error;
    return { name, message, where, remedy };
  }
  return {
    name: 'Defect',
    message: `The action has a defect: ${String(error)}`,
    remedy: 'Report it to this project, with the log of this job.',
  };
}
