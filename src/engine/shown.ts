import type { Reading } from './read.ts';
import type { Reply, Score } from './types.ts';

interface ReadReply {
  reply?: Reply;
  reading?: Reading;
}

/** The answers of a row by arm: how each was read, and how it ended if not by itself. */
export function shownAnswers(
  arms: Record<string, ReadReply>,
): Pick<Score, 'answers' | 'said' | 'readBy' | 'endings'> {
  const answers: Score['answers'] = {};
  const said: NonNullable<Score['said']> = {};
  const readBy: NonNullable<Score['readBy']> = {};
  const endings: NonNullable<Score['endings']> = {};
  for (const [arm, { reply, reading }] of Object.entries(arms)) {
    if (reply) answers[arm] = reply.text;
    if (reply?.isCut) endings[arm] = 'length';
    if (reply?.filter !== undefined) endings[arm] = 'content_filter';
    if (!reading) continue;
    said[arm] = reading.said;
    readBy[arm] = reading.by;
  }
  return { answers, said, readBy, endings };
}
