import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import type { Json, Path, Spec } from '../../model/value.ts';
import { activeSwitches, isOff, splitConfig, switchesIn, type Switches } from './policy-switches.ts';
import { policyTree, type PolicyTree } from './policy-text.ts';

/** An enabled action of a traffic policy. */
export interface PolicyAction {
  readonly phase: string;
  /** The path to the action in the policy. */
  readonly inside: Path;
  readonly type: string;
  /** All of them must hold. */
  readonly expressions: readonly string[];
  /** Without its switches. Has references instead of secrets, or the secrets themselves: never print it. */
  readonly config: Json;
  readonly switches: Switches;
}

/** The actions of a policy in the order in which they apply to a request. */
export function actionsIn(spec: Spec, read: ReadTree = policyTree): readonly PolicyAction[] {
  const tree = read(spec) ?? {};
  const phases = Object.entries(tree).filter(([, rules]) => Array.isArray(rules));
  const around = switchesIn(
    tree,
    phases.map(([phase]) => phase),
  );
  return phases
    .sort(inOrder)
    .flatMap(([phase, rules]) =>
      jsonItems(rules).flatMap((rule, index) =>
        isJsonMap(rule) ? actionsOf(rule, { phase, inside: [phase, index], around }) : [],
      ),
    );
}

/** Reads a policy; undefined if it cannot be read. */
export type ReadTree = (spec: Spec) => PolicyTree | undefined;

interface RulePlace extends Pick<PolicyAction, 'phase' | 'inside'> {
  readonly around: Switches;
}

function actionsOf(rule: PolicyTree, { phase, inside, around }: RulePlace): readonly PolicyAction[] {
  const inRule = { ...around, ...switchesIn(rule, ['expressions', 'actions']) };
  const expressions = expressionsIn(rule['expressions']);
  return jsonItems(rule['actions']).flatMap((action, index) => {
    if (!isJsonMap(action) || typeof action['type'] !== 'string') return [];
    const { type, config } = action;
    const { switches, rest } = splitConfig(config);
    const levels = [around, inRule, switchesIn(action, ['type', 'config']), switches];
    if (levels.some(isOff)) return [];
    const all = levels.map(activeSwitches).reduce((known, more) => ({ ...known, ...more }));
    return [{ phase, inside: [...inside, 'actions', index], type, expressions, config: rest, switches: all }];
  });
}

/** A single value counts as a list with one item; the service may treat it differently. */
function expressionsIn(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((item) =>
    typeof item === 'string' ? item : JSON.stringify(item),
  );
}

/** Actions on a connection precede those on its requests. */
function inOrder([a]: [string, Json], [b]: [string, Json]): number {
  return Number(b === 'on_tcp_connect') - Number(a === 'on_tcp_connect');
}
