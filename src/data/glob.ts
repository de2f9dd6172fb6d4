/** Most patterns that braces stand for. */
const MAX_PATTERNS = 100;

export function isGlob(text: string): boolean {
  return /[*?[\]{}]/.test(text);
}

/**
 * Whether a path is one of a glob: `*` and `?` within a step, `**` for steps, `[a-c]`, `{a,b}`. A
 * name that begins with a dot must be written so. Takes time that is linear in the pattern times the
 * path.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const patterns = withoutBraces(glob).map((pattern) => pattern.split('/').map(stepOf));
  const inSteps = { any: ({ text }: Step) => text === '**', one: fitsStep };
  return (path) => {
    const steps = path.split('/');
    const hidden = steps.filter((name) => name.startsWith('.'));
    return patterns.some((pattern) => {
      const isSpelled = (name: string) => pattern.some((step) => fitsStep(name, step));
      return hidden.every(isSpelled) && fits(steps, pattern, inSteps);
    });
  };
}

/** Inner braces first; undefined alternatives beyond the limit are left out. */
function withoutBraces(glob: string): string[] {
  let patterns = [glob];
  for (;;) {
    const next = patterns.flatMap((pattern) => {
      const braces = /\{([^{}]*)\}/.exec(pattern);
      if (!braces) return [pattern];
      const [all, inner = ''] = braces;
      const [start, end] = [braces.index, braces.index + all.length];
      const [before, after] = [pattern.slice(0, start), pattern.slice(end)];
      return inner.split(',').map((alternative) => before + alternative + after);
    });
    if (next.length > MAX_PATTERNS || next.every((pattern, i) => pattern === patterns[i]))
      return next.slice(0, MAX_PATTERNS);
    patterns = next;
  }
}

interface Step {
  text: string;
  signs: readonly string[];
}

function stepOf(text: string): Step {
  return { text, signs: text.match(/\[[!^]?[^[\]]+\]|./gsu) ?? [] };
}

/** A name that begins with a dot fits no wildcard at its start. */
function fitsStep(name: string, { text, signs }: Step): boolean {
  if (name.startsWith('.') && !text.startsWith('.')) return false;
  return fits([...name], signs, { any: (sign) => sign === '*', one: fitsSign });
}

/** `?`, a set `[a-c]`, `[!a-c]`, or the character itself. */
function fitsSign(character: string, sign: string): boolean {
  if (sign === '?' || sign.length < 3) return sign === '?' || sign === character;
  const isNegated = /^\[[!^]/.test(sign);
  const members = [...sign.slice(isNegated ? 2 : 1, -1)];
  let isMember = false;
  for (let i = 0; i < members.length; i += 1) {
    const first = members[i] ?? '';
    const isRange = members[i + 1] === '-' && i + 2 < members.length;
    if (isRange) i += 2;
    isMember ||= first <= character && character <= (members[i] ?? '');
  }
  return isMember !== isNegated;
}

/**
 * Whether units fit a pattern, in which some elements stand for any number of units. Only the last
 * of these is ever lengthened, so the time is bounded by the product of both lengths.
 */
function fits<Unit, Element>(
  units: readonly Unit[],
  pattern: readonly Element[],
  {
    any,
    one,
  }: { any: (element: Element) => boolean; one: (unit: Unit, element: Element) => boolean },
): boolean {
  let [unit, at] = [0, 0];
  let back: { unit: number; at: number } | undefined;
  while (unit < units.length) {
    const element = pattern[at];
    const isAny = element !== undefined && any(element);
    if (isAny) back = { unit, at: at + 1 };
    const isOne = !isAny && element !== undefined && one(units[unit] as Unit, element);
    if (isOne) unit += 1;
    if (isAny || isOne) at += 1;
    else if (back) {
      back.unit += 1;
      ({ unit, at } = back);
    } else return false;
  }
  return pattern.slice(at).every(any);
}
