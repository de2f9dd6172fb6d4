import type { z } from 'zod';
import { ConfigError, mergeErrors } from '../errors.ts';
import { quotedName } from '../json.ts';
import { keyFault, valueFault, type Fault } from './advice.ts';
import { takeOut, type Path, type Places } from './yaml.ts';

const MAX_FAULTS = 50;
const MAX_ROUNDS = 5;

/** Collects the faults of a file, each cause once. */
export class Faults {
  readonly errors: ConfigError[] = [];
  private readonly covered: Path[] = [];
  private readonly places: Places;

  constructor(places: Places) {
    this.places = places;
  }

  add(path: Path, problem: string, remedy: string): void {
    this.report({ path, problem, remedy });
  }

  /** Adds a fault, unless the schema has one at what it explains, above or below it. */
  private report({ path, problem, remedy, explains = path }: Fault): void {
    const isBelow = (one: Path, above: Path) => above.every((step, i) => step === one[i]);
    if (this.covered.some((one) => isBelow(explains, one) || isBelow(one, explains))) return;
    const name = path.length === 0 ? 'the configuration' : quotedName(this.places.nameOf(path));
    const where = this.places.placeOf(path);
    const error = new ConfigError(`${name} ${problem}`, { where, remedy });
    // Several tests may find the same fault of a shared section.
    if (this.errors.every((one) => one.describe() !== error.describe())) this.errors.push(error);
  }

  /**
   * Checks a value, and takes what is wrong out of it, so that faults across its keys are found in
   * the same round.
   *
   * @throws ConfigError where nothing is left to look at
   */
  check<Output>(schema: z.ZodType<Output>, value: unknown): Output {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { success, data, error } = schema.safeParse(value, { reportInput: true });
      if (success) return data;
      const faults = error.issues.flatMap((issue) => faultsOf(issue, schema));
      for (const fault of faults.slice(0, MAX_FAULTS)) {
        const { path, explains = path } = fault;
        // A fault of a later round follows from what was taken out.
        if (round === 0) this.report(fault);
        this.covered.push(path, explains);
        // Of a list, the whole list.
        const index = path.findIndex((step) => typeof step === 'number');
        takeOut(value, index === -1 ? path : path.slice(0, index));
      }
    }
    this.throwAny();
    throw new TypeError('a value without a fault does not fit its schema');
  }

  /** @throws ConfigError that names all faults */
  throwAny(): void {
    const [first, ...others] = this.errors;
    if (first) throw mergeErrors([first, ...others], ConfigError);
  }
}

function faultsOf(issue: z.core.$ZodIssue, schema: z.ZodType, above: Path = []): Fault[] {
  const steps = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const path = [...above, ...steps];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => keyFault([...path, key], schema));
  if (issue.code === 'invalid_union') {
    // The branch of the type that was written says more than the union.
    const [branch, other] = issue.errors.filter(([first]) => first && first.path.length > 0);
    if (branch && !other) return branch.flatMap((inner) => faultsOf(inner, schema, path));
  }
  return [{ path, ...valueFault(issue) }];
}
