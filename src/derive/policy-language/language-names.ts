import { type PolicyFunction, policyFunctions } from '../../kinds/policy/functions.ts';
import { policyMethods } from '../../kinds/policy/methods.ts';
import { phaseNames, policyPhases, type PhaseName } from '../../kinds/policy/phases.ts';
import type { PolicyVariable, VariableMap, VariableType } from '../../kinds/policy/variable.ts';
import { policyVariables } from '../../kinds/policy/variables.ts';
import type { Fact } from '../explain/explanation.ts';

/** A variable of expressions by its full name, `conn.geo.city`. */
export interface NamedVariable {
  readonly name: string;
  readonly variable: PolicyVariable;
}

/** All variables of expressions, each before its members. */
export function variablesOfLanguage(): readonly NamedVariable[] {
  return below('', policyVariables);
}

function below(prefix: string, members: VariableMap): readonly NamedVariable[] {
  return Object.entries(members).flatMap(([key, variable]) => {
    const name = `${prefix}${key}`;
    return [{ name, variable }, ...below(`${name}.`, membersOfVariable(variable))];
  });
}

export function membersOfVariable({ type }: PolicyVariable): VariableMap {
  return typeof type === 'object' && 'members' in type ? type.members : {};
}

/** The phases in whose expressions a variable is. */
export function phasesOfVariable(name: string): readonly PhaseName[] {
  const [root] = name.split('.');
  return phaseNames.filter((phase) => policyPhases[phase].variables.some((variable) => variable === root));
}

/** The functions of expressions with their signatures, then the methods: `string.trim() -> string`. */
export function functionsOfLanguage(): readonly (Fact & { readonly name: string })[] {
  const functions = Object.entries(policyFunctions).map(([name, policyFunction]) => ({
    name,
    label: signatureInWords(name, policyFunction),
    text: policyFunction.doc,
  }));
  const methods = Object.entries(policyMethods).flatMap(([owner, table]) =>
    Object.entries(table).map(([name, policyFunction]) => ({
      name: `${owner}.${name}`,
      label: signatureInWords(`${owner}.${name}`, policyFunction),
      text: policyFunction.doc,
    })),
  );
  return [...functions, ...methods];
}

function signatureInWords(name: string, { args, optional, result }: PolicyFunction): string {
  const required = args.length - optional;
  const list = args.map((arg, index) => `${arg.replaceAll('|', ' or ')}${index < required ? '' : '?'}`);
  return `${name}(${list.join(', ')}) -> ${variableType(result)}`;
}

/** The type of a variable: `string`, `list of string`, `object`. */
export function variableType(type: VariableType): string {
  if (typeof type === 'string') return type;
  if ('list' in type) return `list of ${variableType(type.list)}`;
  if ('map' in type) return `map of ${variableType(type.map)}`;
  return type.isText === true ? 'string' : 'object';
}
