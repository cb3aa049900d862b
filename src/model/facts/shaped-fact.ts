import type { Json, JsonObject } from '../value.ts';

/** The shape of one datum: a string, a number, strings, or one of a list of words. With `?` it may be absent. */
type Shape = 'text' | 'number' | 'texts' | Optional | readonly string[];

type Optional = 'text?' | 'number?';

/** A closed set of facts: the data of each, by code. */
export type ShapeTable = Readonly<Record<string, Readonly<Record<string, Shape>>>>;

type DataOf<S extends Shape> = S extends readonly (infer Word)[]
  ? Word
  : S extends 'texts'
    ? readonly string[]
    : S extends 'number' | 'number?'
      ? number
      : string;

/** The union type of a table, with one member for each code. */
export type ShapedFact<Table extends ShapeTable> = {
  readonly [Code in keyof Table]: { readonly code: Code } & {
    readonly [Name in keyof Table[Code] as Table[Code][Name] extends Optional ? never : Name]: DataOf<
      Table[Code][Name]
    >;
  } & {
    readonly [Name in keyof Table[Code] as Table[Code][Name] extends Optional ? Name : never]?: DataOf<
      Table[Code][Name]
    >;
  };
}[keyof Table];

/** Reads a fact from a document: its code and exactly the table's data; undefined if the shape does not match. */
export function readShaped<Table extends ShapeTable>(
  table: Table,
  stated: Json,
): ShapedFact<Table> | undefined {
  if (typeof stated !== 'object' || stated === null || Array.isArray(stated)) return undefined;
  const { code, ...data } = stated as JsonObject;
  const shapes = typeof code === 'string' && Object.hasOwn(table, code) ? table[code] : undefined;
  if (shapes === undefined) return undefined;
  const names = Object.keys(shapes).filter((name) => data[name] !== undefined || !isOptional(shapes[name]));
  if (!names.every((name) => hasShape(data[name], shapes[name]))) return undefined;
  const fields = Object.fromEntries(names.map((name) => [name, data[name]]));
  return { code, ...fields } as unknown as ShapedFact<Table>;
}

function isOptional(shape: Shape | undefined): shape is Optional {
  return shape === 'text?' || shape === 'number?';
}

function hasShape(value: Json | undefined, shape: Shape | undefined): boolean {
  if (shape === 'number' || shape === 'number?') return typeof value === 'number';
  if (shape === 'texts') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (typeof value !== 'string') return false;
  return typeof shape === 'string' || shape?.includes(value) === true;
}
