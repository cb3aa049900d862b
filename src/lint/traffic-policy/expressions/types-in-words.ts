import type { MethodOwner } from '../../../kinds/policy/methods.ts';
import type { ArgumentType } from '../../../kinds/policy/functions.ts';
import type { VariableType } from '../../../kinds/policy/variable.ts';

/** The name of a type in messages, without the types of its items. */
export function nameOfType(type: VariableType): string {
  if (typeof type === 'string') return type;
  if ('list' in type) return 'list';
  if ('map' in type) return 'map';
  return type.isText === true ? 'string' : 'map';
}

/** The type that methods are looked up for; undefined if the type is unknown or has none. */
export function methodOwner(type: VariableType): MethodOwner | undefined {
  const plain = plainType(type);
  if (typeof plain !== 'string') return 'list' in plain ? 'list' : 'map';
  return plain === 'string' || plain === 'bytes' || plain === 'timestamp' || plain === 'duration'
    ? plain
    : undefined;
}

/** Whether a value can be an argument. */
export function fits(argument: ArgumentType, type: VariableType): boolean {
  const plain = plainType(type);
  if (argument === 'any' || plain === 'any') return true;
  const name = nameOfType(plain);
  if (argument === 'regex') return name === 'string';
  if (argument === 'int') return isNumberType(plain);
  return argument.split('|').includes(name);
}

const numbers: ReadonlySet<string> = new Set(['int', 'uint', 'double']);

/** The type as far as operators and methods see it: a string with members is a string. */
export function plainType(type: VariableType): Exclude<VariableType, { members: unknown }> {
  if (typeof type === 'string' || !('members' in type)) return type;
  return type.isText === true ? 'string' : { map: 'any' };
}

export function isNumberType(type: VariableType): boolean {
  return typeof type === 'string' && numbers.has(type);
}
