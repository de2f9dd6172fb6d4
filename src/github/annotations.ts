import type * as Core from '@actions/core';
import { ANNOTATION_MAX_CHARACTERS, ANNOTATIONS_PER_LEVEL } from '../limits.ts';
import { cut, disarm, visible } from '../report/code.ts';
import { annotationsOf, type Annotation } from '../report/index.ts';
import type { Results } from '../run/results.ts';

/** Annotations are public, and the runner shows ten of a level from one step. */

export type AnnotationSink = Pick<typeof Core, Annotation['level']>;

const TITLE = 'Sensitivity';

/** @param failsJob else what would be an error is a warning: the job stays green */
export function annotate(results: Results, failsJob: boolean, core: AnnotationSink): void {
  const { warnings, notices } = results;
  const all = [
    ...warnings.map((message) => ({ level: 'warning', title: TITLE, message }) as const),
    ...annotationsOf(results),
    ...notices.map((message) => ({ level: 'notice', title: TITLE, message }) as const),
  ];
  // The others are those of `setFailed`, and of steps of publishing that fail.
  const left = {
    error: ANNOTATIONS_PER_LEVEL - 1,
    warning: ANNOTATIONS_PER_LEVEL - 5,
    notice: ANNOTATIONS_PER_LEVEL - 2,
  };
  for (const one of all) {
    const level = one.level === 'error' && !failsJob ? 'warning' : one.level;
    const message = cut(logText(one.message), ANNOTATION_MAX_CHARACTERS);
    if (left[level] > 0) core[level](message, placeOf(one));
    left[level] -= 1;
  }
}

/** An escaped path would be that of another file, so such a file is not named. */
function placeOf({ title = '', path = '', line }: Partial<Annotation>): Core.AnnotationProperties {
  const place: Core.AnnotationProperties = { title: logText(title) };
  if (path === '' || /\p{C}/u.test(path)) return place;
  return { ...place, file: path, startLine: line };
}

/** Text for the log of the job: nothing in it is a command to the runner. */
export function logText(text: string): string {
  return disarm(visible(text));
}
