import type { z } from 'zod';
import type { Weakens } from './weakens.js';

/** What a table knows of every key; the schema, the types, the defaults, what is told of a change, and the reference follow from it. */
interface Facts<Schema extends z.ZodType, Default> {
  /** What may be written. */
  schema: Schema;
  /** What it is, in the words of the reference and of editors; values and default are written by themselves. */
  about: string;
  default: Default;
}

/** Its value in the resolved configuration is what is written nearest, else the default. */
export interface Plain<Schema extends z.ZodType = z.ZodType, Default = unknown> extends Facts<Schema, Default> {
  kind: 'plain';
  weakens: Weakens<never>;
}

/** The resolver makes something of it: `field` of the resolved configuration, which is what is compared. */
export interface Worked<
  Schema extends z.ZodType = z.ZodType,
  Default = unknown,
  Field extends string = string,
  Value = never,
> extends Facts<Schema, Default> {
  kind: 'worked';
  field: Field;
  weakens: Weakens<Value>;
}

/** It goes into what another key is resolved to, and is compared with it. */
export interface Part<Schema extends z.ZodType = z.ZodType, Default = unknown> extends Facts<Schema, Default> {
  kind: 'part';
  /** How the reference names that key. */
  of: string;
}

export type Key = Plain | Worked | Part;
export type Keys = Readonly<Record<string, Key>>;

type Given<Schema extends z.ZodType, Default> = Omit<Facts<Schema, Default>, 'default'> & { default?: Default };
type Fallback<Schema extends z.ZodType> = z.output<Schema> | undefined;
type ValueOf<Schema extends z.ZodType, Default> = z.output<Schema> | (Default extends undefined ? undefined : never);

export function key<Schema extends z.ZodType, const Default extends Fallback<Schema> = undefined>(
  facts: Given<Schema, Default> & { weakens: Weakens<NoInfer<ValueOf<Schema, Default>>> },
): Plain<Schema, Default> {
  return { ...facts, default: facts.default as Default, kind: 'plain' };
}

export function worked<Schema extends z.ZodType, const Field extends string, Value, const Default extends Fallback<Schema> = undefined>(
  facts: Given<Schema, Default> & { field: Field; weakens: Weakens<Value> },
): Worked<Schema, Default, Field, Value> {
  return { ...facts, default: facts.default as Default, kind: 'worked' };
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

/** What may stand in the file. */
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
  return sections.map((section) => valueIn(section, name)).find((value) => value !== undefined && value !== null);
}

function valueIn(section: object | null | undefined, name: string): unknown {
  return (section as Record<string, unknown> | null | undefined)?.[name];
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

/** What of the changes between two resolved sections can turn a fail into a pass, a sentence each. */
export function weakeningsOf(keys: Keys, old: object, now: object): string[] {
  const found = Object.entries(keys).flatMap(([name, entry]) => {
    if (entry.kind === 'part') return [];
    const field = entry.kind === 'worked' ? entry.field : name;
    return entry.weakens.told(valueIn(old, field) as never, valueIn(now, field) as never);
  });
  return [...new Set(found)];
}
