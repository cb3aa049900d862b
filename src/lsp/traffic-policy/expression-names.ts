import { trafficActions } from '../../kinds/policy/index.ts';
import { policyFunctions } from '../../kinds/policy/functions.ts';
import { policyPhases, type PhaseName } from '../../kinds/policy/phases.ts';
import { anyVar, objectVar, type PolicyVariable, type VariableMap } from '../../kinds/policy/variable.ts';
import { policyVariables } from '../../kinds/policy/variables.ts';
import type { OutlineKey } from '../outline/outline-parts.ts';
import { namesSet } from './policy-part.ts';

/** A variable or function that an expression can continue with. */
export interface ExpressionName {
  readonly name: string;
  readonly doc: string;
  readonly isFunction: boolean;
}

/** The names below a dotted path of variables; of an empty one, the first names and the functions. */
export function expressionNames(
  owner: readonly string[],
  phase: PhaseName,
  keys: readonly OutlineKey[],
): readonly ExpressionName[] {
  const members = owner.reduce<VariableMap>(
    (at, name) => membersOf(Object.hasOwn(at, name) ? at[name] : undefined),
    roots(phase, keys, owner[0] === 'actions' ? owner[1] : undefined),
  );
  const prefix = owner.length === 0 ? '' : `${owner.join('.')}.`;
  return [
    ...Object.entries(members).map(([name, { doc }]) => ({ name, doc, isFunction: false })),
    ...Object.entries(policyFunctions)
      .filter(([name, { phases }]) => name.startsWith(prefix) && phases?.includes(phase) !== false)
      .map(([name, { doc }]) => ({ name: name.slice(prefix.length), doc, isFunction: true })),
  ];
}

function membersOf(variable: PolicyVariable | undefined): VariableMap {
  const type = variable?.type;
  return typeof type === 'object' && 'members' in type ? type.members : {};
}

/** All variables of a phase, with those that the policy sets, and below the name of the service the results of actions. */
function roots(phase: PhaseName, keys: readonly OutlineKey[], service: string | undefined): VariableMap {
  const set = Object.fromEntries(namesSet(keys).map((name) => [name, anyVar('Set by this policy.')]));
  const results = objectVar(
    'The results of actions.',
    Object.fromEntries(
      trafficActions.flatMap(({ results: own, title }) =>
        own === undefined ? [] : [[own.name, objectVar(`The results of: ${title}.`, own.members)]],
      ),
    ),
  );
  const all: VariableMap = {
    ...policyVariables,
    vars: objectVar('The variables that the policy sets.', set),
    actions: objectVar(
      'The results of earlier actions.',
      service === undefined ? {} : { [service]: results },
    ),
  };
  const known = new Set<string>(policyPhases[phase].variables);
  return Object.fromEntries(Object.entries(all).filter(([name]) => known.has(name)));
}
