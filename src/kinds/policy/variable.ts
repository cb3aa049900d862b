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

/** A variable of expressions, or a member of one. With `isText`, it is a string that has members, too. */
export interface PolicyVariable {
  readonly type: VariableType;
  readonly doc: string;
}

export type VariableMap = Readonly<Record<string, PolicyVariable>>;

export const stringVar = (doc: string): PolicyVariable => ({ type: 'string', doc });
export const boolVar = (doc: string): PolicyVariable => ({ type: 'bool', doc });
export const intVar = (doc: string): PolicyVariable => ({ type: 'int', doc });
export const timeVar = (doc: string): PolicyVariable => ({ type: 'timestamp', doc });
export const anyVar = (doc: string): PolicyVariable => ({ type: 'any', doc });
export const listVar = (list: VariableType, doc: string): PolicyVariable => ({ type: { list }, doc });
export const mapVar = (map: VariableType, doc: string): PolicyVariable => ({ type: { map }, doc });
export const objectVar = (doc: string, members: VariableMap): PolicyVariable => ({ type: { members }, doc });
export const textVar = (doc: string, members: VariableMap): PolicyVariable => ({
  type: { members, isText: true },
  doc,
});

/** The failure of an action, in its results. */
export const errorVar = objectVar('The failure; only set after one.', {
  code: stringVar('The code of the error.'),
  message: stringVar('The error in words.'),
});
