import { isHidden } from '../path-safety.ts';

export function isGlob(text: string): boolean {
  return /[*?]/.test(text);
}

/**
 * Whether a path is one of a glob: `*` and `?` within a step, `**` for steps. A hidden path fits
 * no glob without a hidden step.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const pattern = glob.split('/');
  return (path) => {
    if (isHidden(path) && !isHidden(glob)) return false;
    return fits(path.split('/'), pattern, { any: '**', one: fitsStep });
  };
}

function fitsStep(name: string, step: string): boolean {
  const fitsSign = (character: string, sign: string) => sign === '?' || sign === character;
  return fits([...name], [...step], { any: '*', one: fitsSign });
}

interface Signs {
  /** Stands for any number of units. */
  any: string;
  one: (unit: string, sign: string) => boolean;
}

/**
 * Whether units fit a pattern. Only its last wildcard is ever lengthened, so the time is bounded by
 * the product of both lengths.
 */
function fits(units: readonly string[], pattern: readonly string[], { any, one }: Signs): boolean {
  let [unit, place] = [0, 0];
  /** Where the last wildcard ends, in the units and in the pattern. */
  let last: { unit: number; place: number } | undefined;
  while (unit < units.length) {
    const sign = pattern[place];
    if (sign === any) {
      place += 1;
      last = { unit, place };
    } else if (sign !== undefined && one(units[unit] ?? '', sign)) {
      unit += 1;
      place += 1;
    } else if (last) {
      last.unit += 1;
      ({ unit, place } = last);
    } else return false;
  }
  return pattern.slice(place).every((sign) => sign === any);
}
