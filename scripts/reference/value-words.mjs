// Describes a JSON Schema in words, for the subset that the configuration uses.

/** Returns the values that a schema allows, in words. */
export function inWords(schema) {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(inWords).join(', or ');
  switch (schema.type) {
    case 'string':
      return 'text';
    case 'boolean':
      return '`true`, `false`';
    case 'null':
      return '`null`';
    case 'number':
      return `number${range(schema)}`;
    case 'integer':
      return `whole number${range(schema)}`;
    case 'array':
      return listInWords(schema);
    default:
      return schema.properties ? 'its keys' : mappingInWords(schema);
  }
}

/** Returns the words for a schema within another one, in parentheses if they list alternatives. */
const inner = (schema) => (schema.anyOf ? `(${inWords(schema)})` : inWords(schema));

function listInWords({ items, prefixItems, minItems = 0 }) {
  if (prefixItems) return `list [${prefixItems.map(inWords).join(', ')}]`;
  return `list${minItems > 1 ? ` of ${minItems} or more` : ''} of ${items ? inner(items) : 'anything'}`;
}

function mappingInWords({ type, additionalProperties }) {
  if (type !== 'object') return 'anything';
  const isOfAnything =
    typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0;
  return isOfAnything ? 'mapping' : `mapping of names to ${inner(additionalProperties)}`;
}

/** Returns the range of a number. The largest and the smallest safe integer mean no bound. */
function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) {
  const [least, most] = [minimum, maximum].map((end) =>
    Math.abs(end) === Number.MAX_SAFE_INTEGER ? undefined : end,
  );
  const low = least ?? (exclusiveMinimum === undefined ? undefined : `above ${exclusiveMinimum}`);
  const high = most ?? (exclusiveMaximum === undefined ? undefined : `below ${exclusiveMaximum}`);
  if (low === undefined && high === undefined) return '';
  if (high === undefined) return least !== undefined ? `, ${low} or more` : `, ${low}`;
  return low === undefined
    ? `, up to ${high}`
    : `, ${low} ${least === undefined ? 'and up ' : ''}to ${high}`;
}
