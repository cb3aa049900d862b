import type { VariableType } from '../../../kinds/policy/variable.ts';
import type { Json } from '../../../model/value.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import type { PolicyScope } from '../check-patterns.ts';
import { typeOfTemplate } from './check-expressions.ts';

/** The scope after a mapping of variables was set. */
export function withVariables(item: Json, scope: PolicyScope): PolicyScope {
  if (!isJsonMap(item)) return scope;
  const vars = new Map(scope.vars);
  for (const [name, value] of Object.entries(item)) vars.set(name, typeOfValue(value, scope));
  return { ...scope, vars };
}

function typeOfValue(value: Json, scope: PolicyScope): VariableType {
  if (typeof value === 'string')
    return value.includes('${') ? (typeOfTemplate(value.trim(), scope) ?? 'string') : 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'double';
  if (Array.isArray(value)) return { list: 'any' };
  return value === null ? 'any' : { map: 'any' };
}
