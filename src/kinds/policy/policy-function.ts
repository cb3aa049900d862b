import type { PhaseName } from './phases.ts';
import type { VariableType } from './variable.ts';

/** The type of an argument: a type by name, or several that are accepted. */
export type ArgumentType =
  | 'any'
  | 'bytes'
  | 'int'
  | 'list'
  | 'map'
  | 'regex'
  | 'string'
  | 'string|bytes|list|map'
  | 'list|map';

/** A function or method of expressions. */
export interface PolicyFunction {
  readonly args: readonly ArgumentType[];
  /** How many of the arguments, from the end, can be left out. */
  readonly optional: number;
  readonly result: VariableType;
  readonly doc: string;
  /** Absent: all. */
  readonly phases?: readonly PhaseName[];
}

export type PolicyFunctions = Readonly<Record<string, PolicyFunction>>;

/** A function of these arguments: `string string?` are two, of which the second can be left out. */
export function signature(args: string, result: VariableType, doc: string): PolicyFunction {
  const words = args === '' ? [] : args.split(' ');
  return {
    args: words.map((word) => word.replace('?', '') as ArgumentType),
    optional: words.filter((word) => word.endsWith('?')).length,
    result,
    doc,
  };
}

/** A function of certain phases only. */
export function signatureIn(
  phases: readonly PhaseName[],
  args: string,
  result: VariableType,
  doc: string,
): PolicyFunction {
  return { ...signature(args, result, doc), phases };
}
