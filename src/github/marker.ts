import { createHash } from 'node:crypto';
import type { EventContext } from './event.js';

/** What tells the comment of one gate from all others on a pull request. */
export interface Gate extends Pick<EventContext, 'repository' | 'workflow' | 'workflowFile' | 'job'> {
  /** The input `comment-key`, in the place of job and configuration. */
  commentKey?: string | undefined;
  /** Path of the configuration. */
  config: string;
}

export interface Marker {
  /** The same for the gate's comment and its check. */
  id: string;
  /** The invisible first line by which a comment is found again. */
  marker: string;
  /** Whether a comment is the one that version 1.0.0 wrote for this gate: found by the workflow's name, in the form that it had. */
  isFormer: (body: string) => boolean;
}

/** A workflow may hold several gates, each with a comment of its own, and a key names one among those of its file. */
export function markerOf({ repository, workflow, workflowFile = workflow, job, commentKey, config }: Gate): Marker {
  const { owner, repo } = repository;
  const gate = commentKey === undefined ? { job, config } : { commentKey };
  const former = hidden(hash(commentKey ?? JSON.stringify([workflow, job, config])));
  const id = hash(JSON.stringify([`${owner}/${repo}`, workflowFile, gate]));
  return {
    id,
    marker: hidden(id),
    isFormer: (body) => body.startsWith(former) && FORMER_HEADING.test(body.slice(former.length, former.length + 100)),
  };
}

/** Whoever only repeats the marker has another line after it. */
const FORMER_HEADING = /^\r?\n<h3>\S{1,4} sensitivity: (?:pass|fail|inconclusive|error|skipped) — /;

/** So that no key can end the HTML comment. */
function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

function hidden(id: string): string {
  return `<!-- sensitivity-action:${id} -->`;
}
