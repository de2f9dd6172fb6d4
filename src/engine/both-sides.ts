import { LABELS } from './judge/rubrics/labels.ts';
import { isRight, rightWords, type Reading } from './read.ts';
import type { Case, Judge } from './types.ts';

/**
 * Chat models often close an answer with a contrast ("Only the Colosseum is Roman!"), so an answer
 * that is right to both texts does not always state both sides. It does where what two answers put
 * forward, read without their question, does not change with it, or where one puts forward nothing.
 * The caller asks it only of rows whose three answers are right.
 */
export async function statesBothSides(
  { arms, keys, options = [] }: Case,
  { original, perturbed }: Readonly<Record<string, Reading>>,
  judge: Judge | undefined,
): Promise<boolean> {
  if (!judge || !original || !perturbed) return false;
  if (!keys?.original || !keys.perturbed || !('labels' in keys.original)) return false;
  const right = rightWords(keys.original);
  const areDisjoint = !rightWords(keys.perturbed).some((label) => right.includes(label));
  if (!areDisjoint || perturbed.readBy !== 'judge') return false;
  const texts = { question: arms.original, options, answer: perturbed.text };
  const { labels } = await judge.read(LABELS, texts);
  if (!isRight({ ...perturbed, said: labels }, keys.original)) return false;
  const putForward = async ({ said, readBy, text }: Reading) => {
    // All that a plain rule reads is put forward.
    if (readBy === 'rule') return said;
    return (await judge.read(LABELS, { options, answer: text })).labels;
  };
  const [first, last] = await Promise.all([putForward(original), putForward(perturbed)]);
  const isSame = first.length === last.length && first.every((label) => last.includes(label));
  return isSame || first.length === 0 || last.length === 0;
}
