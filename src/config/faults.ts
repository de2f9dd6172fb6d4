import type { z } from 'zod';
import { ConfigError, mergeErrors } from '../errors.ts';
import { quoted } from '../json.ts';
import { keyAdvice, valueAdvice } from './advice.ts';
import { takeOut, type Path, type Places } from './yaml.ts';

/** A fault of the schema. */
interface Fault {
  path: Path;
  /** The end of a sentence that the name of the key begins. */
  problem: string;
  remedy: string;
  /** Path of the key that is missing because of this fault. */
  explains?: Path;
}

/** Each costs a search for the nearest key. */
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

  /** Adds a fault, unless one of the schema is at the same key, above or below it. */
  add(path: Path, problem: string, remedy: string): void {
    const isBelow = (one: Path, above: Path) => above.every((step, i) => step === one[i]);
    if (this.covered.some((one) => isBelow(path, one) || isBelow(one, path))) return;
    this.report({ path, problem, remedy });
  }

  private report({ path, problem, remedy }: Fault): void {
    const name = path.length === 0 ? 'the configuration' : quoted(this.places.nameOf(path));
    const error = new ConfigError(`${name} ${problem}`, {
      where: this.places.placeOf(path),
      remedy,
    });
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
      for (const fault of error.issues.flatMap((issue) => faultsOf(issue, schema))) {
        const { path, explains = path } = fault;
        // Two faults with one explanation are one cause.
        const isTold = this.covered.some((one) => one.join('.') === explains.join('.'));
        // A fault of a later round follows from what was taken out.
        if (round === 0 && !isTold && this.errors.length < MAX_FAULTS) this.report(fault);
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

function faultsOf(issue: z.core.$ZodIssue, schema: z.ZodType): Fault[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...path, key],
      ...keyAdvice([...path, key], schema),
    }));
  if (issue.code === 'invalid_union') {
    // The branch of the type that was written says more than the union.
    const [branch, other] = issue.errors.filter(([first]) => first && first.path.length > 0);
    if (branch && !other)
      return branch.flatMap((inner) =>
        faultsOf({ ...inner, path: [...path, ...inner.path] }, schema),
      );
  }
  const { input } = issue;
  if (input === undefined) return [{ path, problem: 'is missing', remedy: 'Add the key.' }];
  const message = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
  const problem = `${inWords(message)}, not ${quoted(input)}${valueAdvice(issue)}`;
  return [{ path, problem, remedy: 'Correct it.' }];
}

/** A message of the schema in the words of YAML. */
function inWords(message = ''): string {
  return message
    .replace(/^Invalid option: .*$/s, 'must be one that is known')
    .replace(/^Invalid \w+: expected/, 'must be')
    .replace(/, received .*$/s, '')
    .replace(/object|record/, 'mapping')
    .replace('array', 'list')
    .replace('boolean', 'true or false');
}
