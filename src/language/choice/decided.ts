import type { Claim } from './claims.js';

export type Choice = { label: string } | { unreadable: string };

/** One choice, or a last word after a hedge or another choice. */
export function decided(claims: readonly Claim[]): Choice {
  const last = claims.at(-1)!;
  const label = last.labels[0]!;
  const others = claims.filter(({ labels }) => labels.length !== 1 || labels[0] !== label);
  const isLastWord = last.labels.length === 1 && others.every(({ labels, concludes, isGuess }) => labels.length > 1 || isGuess || (last.concludes && !concludes));
  if (!isLastWord) return single(claims.flatMap(({ labels }) => labels));
  const isFirm = claims.some(({ labels, isGuess }) => !isGuess && labels[0] === label);
  return isFirm ? { label } : { unreadable: `the answer says only that it may be ${label}` };
}

export function single(labels: readonly string[]): Choice {
  const distinct = [...new Set(labels)];
  if (distinct.length === 1) return { label: distinct[0]! };
  return { unreadable: `the answer names ${distinct.slice(0, -1).join(', ')} and ${distinct.at(-1)} without a last word` };
}

/** Several values must say the same. */
export function agreed(choices: readonly Choice[], otherwise: string): Choice {
  if (choices.length === 0) return { unreadable: otherwise };
  return choices.find((choice) => 'unreadable' in choice) ?? single(choices.flatMap((choice) => ('label' in choice ? [choice.label] : [])));
}
