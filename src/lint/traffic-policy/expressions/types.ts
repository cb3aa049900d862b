import type { VariableType } from '../../../kinds/policy/variable.ts';
import type { MethodOwner } from '../../../kinds/policy/methods.ts';
import type { ArgumentType } from '../../../kinds/policy/policy-function.ts';

/** The name of a type in messages, without the types of its items. */
export function nameOfType(type: VariableType): string {
  if (typeof type === 'string') return type;
  if ('list' in type) return 'list';
  if ('map' in type) return 'map';
  return type.isText === true ? 'string' : 'map';
}

/** The type as far as operators and methods see it: a string with members is a string. */
export function plainType(type: VariableType): Exclude<VariableType, { members: unknown }> {
  if (typeof type === 'string' || !('members' in type)) return type;
  return type.isText === true ? 'string' : { map: 'any' };
}

const numbers: ReadonlySet<string> = new Set(['int', 'uint', 'double']);

export function isNumber(type: VariableType): boolean {
  return typeof type === 'string' && numbers.has(type);
}

/** Whether two values can be compared. Numbers of all types can; null with anything. */
export function isComparable(left: VariableType, right: VariableType): boolean {
  const [a, b] = [plainType(left), plainType(right)];
  if ([a, b].some((one) => one === 'any' || one === 'null')) return true;
  if (isNumber(a) && isNumber(b)) return true;
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  if ('list' in a && 'list' in b) return isComparable(a.list, b.list);
  return 'map' in a && 'map' in b;
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
  switch (argument) {
    case 'regex':
      return name === 'string';
    case 'int':
      return isNumber(plain);
    case 'string|bytes|list|map':
      return ['string', 'bytes', 'list', 'map'].includes(name);
    case 'list|map':
      return name === 'list' || name === 'map';
    case 'bytes':
    case 'list':
    case 'map':
    case 'string':
      return name === argument;
  }
}

/** The type that both have, or `any`. */
export function commonType(types: readonly VariableType[]): VariableType {
  const [first = 'any', ...others] = types.map(plainType);
  return others.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : 'any';
}
