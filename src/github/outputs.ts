import type * as Core from '@actions/core';
import type { Results } from '../engine/results.js';
import { GitHubError } from '../errors.js';
import type { Artifact } from './artifact.js';

/** What sets an output: @actions/core, which writes to GITHUB_OUTPUT between random delimiters. */
export type OutputSink = Pick<typeof Core, 'setOutput'>;

interface Run {
  /** Where reports lie, by the output that says so; empty where they could not be written. */
  reports: Record<string, string>;
  /** This run's own. */
  requests: number;
}

/** Sets all outputs but those of the artifact and the comment, which come once there is one. Throws GitHubError. */
export function setOutputs(results: Results, { reports, requests }: Run, core: OutputSink): void {
  const rates = Object.fromEntries(results.report.map(({ test_type, pass_rate }) => [test_type, pass_rate]));
  write(core, {
    outcome: results.outcome,
    passed: String(results.outcome === 'pass'),
    'pass-rates': JSON.stringify(rates),
    ...reports,
    requests: String(requests),
  });
}

/** Sets the outputs of one shard, which has no outcome: `passed` is true for none. Throws GitHubError. */
export function setShardOutputs({ file, requests }: { file: string; requests: number }, core: OutputSink): void {
  write(core, { passed: 'false', 'shard-file': file, requests: String(requests) });
}

/** Sets `comment-url`, once a comment was written. Throws GitHubError. */
export function setCommentUrl(url: string, core: OutputSink): void {
  write(core, { 'comment-url': url });
}

/** Sets `artifact-id` and `artifact-url`, once the reports were uploaded. Throws GitHubError. */
export function setArtifact({ id, url = '' }: Artifact, core: OutputSink): void {
  write(core, { 'artifact-id': String(id), 'artifact-url': url });
}

function write(core: OutputSink, outputs: Record<string, string>): void {
  try {
    for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
  } catch (error) {
    throw new GitHubError('The outputs cannot be written', {
      where: 'GITHUB_OUTPUT',
      remedy: 'It has to be the path of an existing file, as the runner sets it.',
      cause: error,
    });
  }
}
