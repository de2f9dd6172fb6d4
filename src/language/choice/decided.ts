import type { Finding } from './passage.js';

export type Labels = readonly string[];

/**
 * The last word counts, else what is chosen, else what is said about the matter; where these differ, nothing. What is added (`neither does
 * wax`) joins what was said before it.
 */
export function decided(found: readonly Finding[], labels: Labels): Labels | undefined | 'nothing' {
  const claims = found.filter(({ isDenied, adds }) => isDenied !== true && adds !== true);
  const denied = new Set(found.filter(({ isDenied }) => isDenied === true).flatMap((finding) => finding.labels ?? []));
  const added = found.filter(({ adds, isDenied }) => adds === true && isDenied !== true);
  if (claims.length === 0) {
    if (added.some(({ isOpen }) => isOpen !== true)) return undefined;
    const left = labels.filter((label) => !denied.has(label));
    return denied.size > 0 && left.length === 1 ? left : 'nothing';
  }
  const force = Math.max(...claims.map((claim) => claim.force));
  const strongest = claims.filter((claim) => claim.force === force);
  if (strongest.some((claim) => claim.labels === undefined)) return undefined;
  const told = strongest.map((claim) => claim.labels!);
  const all = force === 2 ? [union(told, labels)!] : told;
  if (force < 4 && all.some((one) => one.some((label) => denied.has(label)))) return undefined;
  if (!all.every((one) => isSame(one, all[0]!))) return undefined;
  const base = all[0]!;
  const at = found.indexOf(strongest.at(force > 2 ? -1 : 0)!);
  const behind = added.filter((finding) => found.indexOf(finding) > at);
  const isNew = ({ labels: own }: Finding): boolean => own === undefined || own.some((label) => !base.includes(label));
  // What was added to reasons, and not taken up by the choice.
  const isLeft = (finding: Finding): boolean => force === 4 || (force === 3 && finding.isOpen === true);
  if (added.some((finding) => !behind.includes(finding) && isNew(finding) && !isLeft(finding))) return undefined;
  if (behind.some((finding) => finding.isOpen === true && isNew(finding))) return undefined;
  return union([base, ...behind.map((finding) => finding.labels)], labels);
}

export function union(sets: readonly (Labels | undefined)[], labels: Labels): Labels | undefined {
  if (sets.includes(undefined)) return undefined;
  const all = sets.flatMap((set) => set!);
  return labels.filter((label) => all.includes(label));
}

export function isSame(one: Labels, other: Labels): boolean {
  return one.length === other.length && one.every((label) => other.includes(label));
}
