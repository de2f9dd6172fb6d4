/** The part of JSON Schema that our schemas are written as. */
export interface JsonSchema {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

/** What a value may be, in the words of the reference. */
export function inWords(schema: JsonSchema): string {
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

/** Within another: what is joined stays together. */
const inner = (schema: JsonSchema) => (schema.anyOf ? `(${inWords(schema)})` : inWords(schema));

function listInWords({ items, prefixItems, minItems = 0 }: JsonSchema): string {
  if (prefixItems) return `list [${prefixItems.map(inWords).join(', ')}]`;
  return `list${minItems > 1 ? ` of ${minItems} or more` : ''} of ${items ? inner(items) : 'anything'}`;
}

function mappingInWords({ type, additionalProperties }: JsonSchema): string {
  if (type !== 'object') return 'anything';
  const isOfAnything = typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0;
  return isOfAnything ? 'mapping' : `mapping of names to ${inner(additionalProperties)}`;
}

/** The largest and the smallest integer stand where nothing is said. */
function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  const low = minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER ? `${minimum}` : exclusiveMinimum !== undefined ? `above ${exclusiveMinimum}` : undefined;
  const isBounded = maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER;
  const high = isBounded ? `${maximum}` : exclusiveMaximum !== undefined ? `below ${exclusiveMaximum}` : undefined;
  if (low === undefined && high === undefined) return '';
  if (high === undefined) return minimum !== undefined ? `, ${low} or more` : `, ${low}`;
  return low === undefined ? `, up to ${high}` : `, ${low} ${minimum === undefined ? 'and up ' : ''}to ${high}`;
}
