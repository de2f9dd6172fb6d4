type Json = Record<string, unknown>;

/**
 * Returns a JSON Schema without `$defs`: a reference is replaced by its target, whose keywords
 * those beside the reference override.
 */
export function inlined({ $defs = {}, ...schema }: Json): Json {
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...own } = node as { $ref?: string };
    const target =
      $ref === undefined ? {} : (resolve(($defs as Json)[$ref.replace('#/$defs/', '')]) as Json);
    return {
      ...target,
      ...Object.fromEntries(Object.entries(own).map(([key, value]) => [key, resolve(value)])),
    };
  };
  return resolve(schema) as Json;
}
