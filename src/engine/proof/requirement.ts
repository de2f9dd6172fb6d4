import { FAULT_NAMES, type FaultName } from './faults.js';

/** A demand on the gate: at this strength the fault must fail in at least this share of the pull requests. */
export interface Requirement {
  fault: FaultName;
  strength: number;
  share: number;
}

const FORM = /^(?<fault>[a-z]+):(?<strength>\d+(?:\.\d+)?)\s?%:(?<share>\d+(?:\.\d+)?)$/;
export const REQUIREMENTS_ALLOWED = `Allowed is FAULT:STRENGTH%:SHARE, such as deaf:20%:0.9. Faults are ${FAULT_NAMES.join(', ')}; the strength is above 0 % and at most 100 %; the share is above 0 and at most 1.`;

/** Returns undefined if the text is no requirement. */
export function parseRequirement(text: string): Requirement | undefined {
  const { fault, strength, share } = FORM.exec(text)?.groups ?? {};
  const name = FAULT_NAMES.find((one) => one === fault);
  const found = name && { fault: name, strength: Number(strength) / 100, share: Number(share) };
  return found && [found.strength, found.share].every((one) => one > 0 && one <= 1) ? found : undefined;
}
