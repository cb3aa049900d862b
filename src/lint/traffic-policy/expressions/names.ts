import { typeNames } from '../../../derive/expressions/type-names.ts';
import { actionOf, trafficActions } from '../../../kinds/policy/index.ts';
import { functionNamespaces } from '../../../kinds/policy/functions.ts';
import { olderVariables, otherVariables, unavailableVariables } from '../../../kinds/policy/other-names.ts';
import { phaseNames, policyPhases, type VariableRoot } from '../../../kinds/policy/phases.ts';
import type { TrafficAction } from '../../../kinds/policy/traffic-action.ts';
import type { PolicyVariable, VariableMap, VariableType } from '../../../kinds/policy/variable.ts';
import { policyVariables, variableProtocols } from '../../../kinds/policy/variables.ts';
import type { Range } from '../../../model/document.ts';
import { nearNames } from '../../../text/near-names.ts';
import { suggestions } from '../../../text/suggest.ts';
import type { ASTNode } from '../../../derive/expressions/ast.ts';
import { rangeOf, writtenAs } from './written-parts.ts';
import { quoted } from '../../../text/quoted.ts';
import { pathOf } from '../../../derive/expressions/value-path.ts';
import { codeList } from '../../../text/words/list-words.ts';
import type { Inference } from './inference.ts';

const roots: readonly string[] = [...Object.keys(policyVariables), 'vars', 'actions'];

type NameNode = Extract<ASTNode, { op: 'id' }>;
type Member = Extract<ASTNode, { op: '.' | '.?' }>;

/** The type of a variable, and the mistake of a name that is not one here. */
export function typeOfName(node: NameNode, { scope, bound, report }: Inference): VariableType {
  const name = node.args;
  const known = bound.get(name) ?? scope.names?.get(name);
  if (known !== undefined) return known;
  if (isRoot(name)) {
    if (!policyPhases[scope.phase].variables.includes(name)) {
      report({ ...rangeOf(node), message: `${quoted(name)} is not available in ${scope.phase}` });
      return 'any';
    }
    return name === 'vars' || name === 'actions' ? 'any' : policyVariables[name].type;
  }
  // Names that only some actions and CEL itself have.
  if (
    functionNamespaces.has(name) ||
    typeNames.has(name) ||
    name === 'ai' ||
    name === 'cel' ||
    name === 'optional'
  )
    return 'any';
  const meant = otherVariables[name] ?? suggestions(name, roots)[0];
  report({
    ...rangeOf(node),
    message: `${quoted(name)} is not a variable`,
    ...(meant === undefined
      ? {
          help: `the variables begin with ${codeList(roots)}; strings need quotes`,
        }
      : { write: meant }),
  });
  return 'any';
}

function isRoot(name: string): name is VariableRoot {
  return roots.includes(name);
}

/** The variable that an expression reads; undefined of any other expression, and of what a policy sets itself. */
export function variableOf(
  node: ASTNode,
  { bound, scope }: Pick<Inference, 'bound' | 'scope'>,
): PolicyVariable | undefined {
  const path = pathOf(node);
  if (path === undefined || bound.has(path.root) || scope.names?.has(path.root) === true) return undefined;
  const steps = path.steps.map(({ name }) => name);
  if (path.root !== 'actions') return memberIn(policyVariables, [path.root, ...steps]);
  const [, name = '', ...rest] = steps;
  return memberIn(byResultName.get(name)?.members ?? {}, rest);
}

function memberIn(members: VariableMap, [name = '', ...rest]: readonly string[]): PolicyVariable | undefined {
  const found = Object.hasOwn(members, name) ? members[name] : undefined;
  if (found === undefined || rest.length === 0) return found;
  const { type } = found;
  return typeof type === 'object' && 'members' in type ? memberIn(type.members, rest) : undefined;
}

/** The type of `owner.name`. */
export function memberOf(node: Member, inference: Inference): VariableType {
  const { scope, bound, report, typeOf } = inference;
  const [owner, name] = node.args;
  const path = pathOf(node);
  const isFree = path !== undefined && !bound.has(path.root) && scope.names?.has(path.root) !== true;
  if (isFree) {
    const steps = path.steps.map((step) => step.name);
    const found = specialMember(node, [path.root, ...steps], inference);
    if (found !== undefined) return found;
  }
  const type = typeOf(owner);
  if (type === 'any' || type === 'null') return 'any';
  if (typeof type === 'string' || 'list' in type) {
    report({
      ...rangeOf(node),
      message: `${quoted(name)} is not a member of ${typeof type === 'string' ? `a value of type ${type}` : 'a list'}`,
      help: typeof type === 'string' ? undefined : 'take an item first, as in `[0]`',
    });
    return 'any';
  }
  if ('map' in type) return type.map;
  if (Object.hasOwn(type.members, name)) return type.members[name]?.type ?? 'any';
  const full = isFree ? [path.root, ...path.steps.map((step) => step.name)].join('.') : name;
  const meant = suggestions(name, Object.keys(type.members))[0];
  report({
    start: isFree ? node.start : node.end - name.length,
    end: node.end,
    message: `${quoted(full)} is not a variable`,
    ...(meant === undefined
      ? {
          help: `${quoted(isFree ? full.slice(0, -name.length - 1) : writtenAs(owner))} has ${nearNames(name, Object.keys(type.members))}`,
        }
      : { write: isFree ? `${full.slice(0, -name.length)}${meant}` : meant }),
  });
  return 'any';
}

/** Members of `vars` and `actions`, and names of which the right one is known. Undefined if it is not one of these. */
function specialMember(
  node: Member,
  names: readonly string[],
  { scope, report }: Inference,
): VariableType | undefined {
  const [root = '', first = '', second, ...rest] = names;
  const full = names.join('.');
  const range = rangeOf(node);
  if (root === 'vars' && second === undefined) {
    const known = scope.vars.get(first);
    if (known !== undefined) return known;
    // Variables in the wrong place are one mistake.
    if (scope.check.has('traffic-policy-setting-missing')) return 'any';
    const meant = suggestions(first, [...scope.vars.keys()])[0];
    report({
      ...range,
      message: `${quoted(full)} is not set before this in ${scope.phase}`,
      write: meant === undefined ? undefined : `vars.${meant}`,
      severity: 'warn',
    });
    return 'any';
  }
  if (root === 'actions')
    return rest.length === 0
      ? resultOf({ range, full, vendor: first, name: second }, { scope, report })
      : undefined;
  if (Object.hasOwn(unavailableVariables, full)) {
    report({
      ...range,
      message: `${quoted(full)} is not a variable`,
      help: unavailableVariables[full] ?? '',
    });
    return 'any';
  }
  const older = olderVariables[full];
  if (older !== undefined) {
    report({
      ...range,
      message: `${quoted(full)} is the former name of \`${older}\``,
      write: older,
      severity: 'warn',
    });
    return 'any';
  }
  // An older name may have members of its own.
  if (Object.keys(olderVariables).some((name) => name.startsWith(`${full}.`))) return 'any';
  const other = otherVariables[full];
  if (other !== undefined) {
    report({ ...range, message: `${quoted(full)} is not a variable`, write: other });
    return 'any';
  }
  const { protocol } = scope.check.carrier;
  const protocols = variableProtocols[full];
  const isOther = protocol !== undefined && protocols?.includes(protocol) === false;
  // A misplaced action may be what should bring it.
  if (isOther && !scope.check.has('traffic-policy-placement'))
    report({ ...range, message: `${quoted(full)} is not there on ${protocol} endpoints`, severity: 'warn' });
  return undefined;
}

/** Mistakes that may hide the action that sets a result. */
const hiding = ['traffic-policy-placement', 'traffic-policy-shape', 'traffic-policy-vocabulary'] as const;

/** The name of a result of an action: `actions.<vendor>.<name>`. */
interface ResultName {
  readonly range: Range;
  readonly full: string;
  readonly vendor: string;
  readonly name: string | undefined;
}

/** Reports the results of an action that never runs before they are read. */
function reportUnset(
  { range, full }: Pick<ResultName, 'range' | 'full'>,
  results: NonNullable<TrafficAction['results']>,
  { scope, report }: Pick<Inference, 'scope' | 'report'>,
): void {
  const { ran, check, phase } = scope;
  const setters = trafficActions.filter((action) => action.results === results);
  if (setters.some((action) => ran.has(action)) || hiding.some((rule) => check.has(rule))) return;
  // Whether the results of the endpoint that forwards are seen is not documented, nor what a declared action sets.
  if (check.carrier.isInternal || [...ran].some(({ type }) => check.ownActions.has(type))) return;
  const [setter] = setters;
  const word = quoted(setter?.type ?? '');
  const isPossible = setter?.phases.some(
    (setterPhase) => phaseNames.indexOf(setterPhase) <= phaseNames.indexOf(phase),
  );
  const other = [...ran].find(
    ({ oneOf, results: theirs }) =>
      theirs !== undefined && oneOf !== undefined && oneOf.group === setter?.oneOf?.group,
  );
  report({
    ...range,
    message:
      isPossible === true
        ? `${quoted(full)} is not set before this: no ${word} runs before it`
        : `${quoted(full)} is never set before this: ${word} runs after ${phase}`,
    ...(other?.results === undefined
      ? { help: isPossible === true ? `write an action ${word} before it` : `read it in ${phasesOf(setter)}` }
      : { write: `${full.slice(0, full.lastIndexOf('.'))}.${other.results.name}` }),
    severity: 'warn',
  });
}

function phasesOf(action: TrafficAction | undefined): string {
  return codeList(action?.phases ?? [], ' or ');
}

const byResultName = new Map(
  trafficActions.flatMap(({ results }) => (results === undefined ? [] : [[results.name, results] as const])),
);
const resultNames = [...byResultName.keys()];

/** `actions.<vendor>` and `actions.<vendor>.<name>`: the results of an action. */
function resultOf(
  { range, full, vendor, name }: ResultName,
  { scope, report }: Pick<Inference, 'scope' | 'report'>,
): VariableType | undefined {
  if (name === undefined) {
    if (!byResultName.has(vendor)) return 'any';
    report({ ...range, message: `${quoted(full)} lacks the name of the service before \`${vendor}\`` });
    return 'any';
  }
  const found = byResultName.get(name);
  if (found !== undefined) {
    reportUnset({ range, full }, found, { scope, report });
    return found.isOpen === true ? 'any' : { members: found.members };
  }
  const type = name.replaceAll('_', '-');
  if (scope.check.ownActions.has(type)) return 'any';
  const action = actionOf(type);
  if (action !== undefined && action.results === undefined) {
    report({ ...range, message: `the action ${quoted(action.type)} sets no variables` });
    return 'any';
  }
  const meant = action?.results?.name ?? suggestions(name, resultNames)[0];
  report({
    ...range,
    message: `${quoted(full)} is not a variable`,
    ...(meant === undefined ? { severity: 'warn' } : { write: `actions.${vendor}.${meant}` }),
  });
  return 'any';
}
