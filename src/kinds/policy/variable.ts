/** The types of values in expressions of a policy. `any`: unknown until traffic arrives. */
export type VariableType =
  | 'any'
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'int'
  | 'null'
  | 'string'
  | 'timestamp'
  | 'type'
  | 'uint'
  | { readonly list: VariableType }
  | { readonly map: VariableType }
  | { readonly members: VariableMap; readonly isText?: true };

/** The form that the strings of a variable have: no other one is ever equal to it. */
export type ValueForm =
  | 'address'
  | 'continent'
  | 'country'
  | 'country-code'
  | 'email'
  | 'host'
  | 'http-version'
  | 'media-type'
  | 'method'
  | 'path'
  | 'path-and-query'
  | 'query'
  | 'url';

/** The values that a variable can have; absent: any of its type. */
export interface ValueSet {
  readonly form?: ValueForm;
  /** All of them. */
  readonly values?: readonly string[];
  /** Of a number, both inclusive. */
  readonly range?: readonly [number, number];
}

/** A variable of expressions, or a member of one. With `isText`, it is a string that has members, too. */
export interface PolicyVariable extends ValueSet {
  readonly type: VariableType;
  readonly doc: string;
}

export type VariableMap = Readonly<Record<string, PolicyVariable>>;

export const stringVar = (doc: string, set?: ValueSet): PolicyVariable => ({ type: 'string', doc, ...set });
export const boolVar = (doc: string): PolicyVariable => ({ type: 'bool', doc });
export const intVar = (doc: string, set?: ValueSet): PolicyVariable => ({ type: 'int', doc, ...set });
export const timeVar = (doc: string): PolicyVariable => ({ type: 'timestamp', doc });
export const anyVar = (doc: string): PolicyVariable => ({ type: 'any', doc });
export const listVar = (list: VariableType, doc: string): PolicyVariable => ({ type: { list }, doc });
export const mapVar = (map: VariableType, doc: string): PolicyVariable => ({ type: { map }, doc });
export const objectVar = (doc: string, members: VariableMap): PolicyVariable => ({ type: { members }, doc });
export const textVar = (doc: string, members: VariableMap, set?: ValueSet): PolicyVariable => ({
  type: { members, isText: true },
  doc,
  ...set,
});

/** The failure of an action, in its results. */
export const errorVar = objectVar('The failure; only set after one.', {
  code: stringVar('The code of the error.'),
  message: stringVar('The error in words.'),
});
