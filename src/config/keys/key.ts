import type { z } from 'zod';

/** What a table knows of every key; the schema, the types, the defaults and the reference follow from it. */
interface Facts<Schema extends z.ZodType, Default> {
  schema: Schema;
  /** What it is, in the words of the reference and of editors; values and default are written by themselves. */
  about: string;
  default: Default;
}

/** Its value in the resolved configuration is what is written nearest, else the default. */
export interface Plain<Schema extends z.ZodType = z.ZodType, Default = unknown> extends Facts<Schema, Default> {
  kind: 'plain';
}

/** The resolver makes a value of the type `Value` of it: `field` of the resolved configuration. */
interface Worked<Schema extends z.ZodType = z.ZodType, Default = unknown, Field extends string = string, Value = unknown> extends Facts<
  Schema,
  Default
> {
  kind: 'worked';
  field: Field;
  value?: Value | undefined;
}

/** It goes into what another key is resolved to. */
interface Part<Schema extends z.ZodType = z.ZodType, Default = unknown> extends Facts<Schema, Default> {
  kind: 'part';
  /** How the reference names that key. */
  of: string;
}

type Key = Plain | Worked | Part;
export type Keys = Readonly<Record<string, Key>>;

type Given<Schema extends z.ZodType, Default> = Omit<Facts<Schema, Default>, 'default'> & { default?: Default };
type Fallback<Schema extends z.ZodType> = z.output<Schema> | undefined;
type ValueOf<Schema extends z.ZodType, Default> = z.output<Schema> | (Default extends undefined ? undefined : never);

export function key<Schema extends z.ZodType, const Default extends Fallback<Schema> = undefined>(
  facts: Given<Schema, Default>,
): Plain<Schema, Default> {
  return { ...facts, default: facts.default as Default, kind: 'plain' };
}

/** `worked<number>()({ … })`: the type of the resolved value is named, the others are inferred. */
export function worked<Value>() {
  return <Schema extends z.ZodType, const Field extends string, const Default extends Fallback<Schema> = undefined>(
    facts: Given<Schema, Default> & { field: Field },
  ): Worked<Schema, Default, Field, Value> => ({ ...facts, default: facts.default as Default, kind: 'worked' });
}

export function part<Schema extends z.ZodType, const Default extends Fallback<Schema> = undefined>(
  facts: Given<Schema, Default> & { of: string },
): Part<Schema, Default> {
  return { ...facts, default: facts.default as Default, kind: 'part' };
}

type Shape<Table extends Keys> = { -readonly [Name in keyof Table]: z.ZodOptional<Table[Name]['schema']> };

/** For an object's schema: each key may be left out. `own` are keys that stand below others of the same name: these have the defaults. */
export function shapeOf<Table extends Keys>(keys: Table, { own = false } = {}): Shape<Table> {
  const shape = Object.entries(keys).map(([name, { schema, about, default: fallback }]) => [
    name,
    schema.optional().meta({ description: about, ...(fallback !== undefined && !own && { default: fallback }) }),
  ]);
  return Object.fromEntries(shape) as Shape<Table>;
}

export type Written<Table extends Keys> = { [Name in keyof Table]?: z.output<Table[Name]['schema']> | undefined };

type OptionalWhereUndefined<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: T[Name];
};
type PlainValue<Entry> = Entry extends Plain<infer Schema, infer Default> ? ValueOf<Schema, Default> : never;
type PlainOf<Table extends Keys> = { [Name in keyof Table as Table[Name] extends Plain ? Name : never]: PlainValue<Table[Name]> };
type WorkedValue<Entry> = Entry extends Worked<z.ZodType, unknown, string, infer Value> ? Value : never;
type WorkedOf<Table extends Keys> = {
  [Name in keyof Table as Table[Name] extends Worked ? Table[Name]['field'] : never]: WorkedValue<Table[Name]>;
};

/** The resolved configuration's type, as far as a table makes it. */
export type Settled<Table extends Keys> = OptionalWhereUndefined<PlainOf<Table> & WorkedOf<Table>>;

/** What stands under a name in the first of some sections that says something there; `null` says nothing. */
export function nearestOf(name: string, ...sections: readonly (object | null | undefined)[]): unknown {
  const values = sections.map((section) => (section as Record<string, unknown> | null | undefined)?.[name]);
  return values.find((value) => value !== undefined && value !== null);
}

/** The plain keys' values: of what is written, the nearest comes first. */
export function settle<Table extends Keys>(
  keys: Table,
  ...written: readonly (object | null | undefined)[]
): OptionalWhereUndefined<PlainOf<Table>> {
  const plain = Object.entries(keys).filter(([, { kind }]) => kind === 'plain');
  const settled = Object.fromEntries(plain.map(([name, { default: fallback }]) => [name, nearestOf(name, ...written) ?? fallback]));
  return settled as OptionalWhereUndefined<PlainOf<Table>>;
}
