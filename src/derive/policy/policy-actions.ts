import type { Json, JsonObject, Path, Spec } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import { activeSwitches, isOff, splitConfig, type Switches, switchesIn } from './policy-switches.ts';
import { policyTree } from './policy-text.ts';

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

/** An action with its whole configuration. */
export interface WrittenAction extends PolicyAction {
  readonly written: Json;
}

/** A rule that is on, with its enabled actions. */
export interface PolicyRule extends Pick<PolicyAction, 'phase' | 'inside' | 'expressions'> {
  readonly name: Json | undefined;
  /** Of the rule alone. */
  readonly switches: Switches;
  readonly actions: readonly WrittenAction[];
}

/** The actions of a policy in the order in which they apply to a request. */
export function actionsIn(spec: Spec, read: ReadTree = policyTree): readonly PolicyAction[] {
  return [...enabledRules(read(spec) ?? {})]
    .sort(inOrder)
    .flatMap(({ actions }) => actions.map(({ written: _, ...action }) => action));
}

/** Reads a policy; undefined if it cannot be read. */
export type ReadTree = (spec: Spec) => JsonObject | undefined;

/** The rules that are on, phase by phase as they are written. */
export function enabledRules(tree: JsonObject): readonly PolicyRule[] {
  const phases = Object.entries(tree).filter(([, rules]) => Array.isArray(rules));
  const around = switchesIn(
    tree,
    phases.map(([phase]) => phase),
  );
  if (isOff(around)) return [];
  return phases.flatMap(([phase, rules]) =>
    jsonItems(rules).flatMap((rule, index) =>
      isJsonMap(rule) ? ruleIn(rule, { phase, inside: [phase, index], around }) : [],
    ),
  );
}

interface RulePlace extends Pick<PolicyAction, 'phase' | 'inside'> {
  readonly around: Switches;
}

function ruleIn(rule: JsonObject, { phase, inside, around }: RulePlace): readonly PolicyRule[] {
  const own = switchesIn(rule, ['expressions', 'actions']);
  if (isOff(own)) return [];
  const expressions = expressionsIn(rule['expressions']);
  const actions = jsonItems(rule['actions']).flatMap((action, index) => {
    if (!isJsonMap(action) || typeof action['type'] !== 'string') return [];
    const { type, config } = action;
    const { switches, rest } = splitConfig(config);
    const levels = [around, own, switchesIn(action, ['type', 'config']), switches];
    if (levels.some(isOff)) return [];
    const all = levels.map(activeSwitches).reduce((known, more) => ({ ...known, ...more }));
    const place = [...inside, 'actions', index];
    return [
      { phase, inside: place, type, expressions, config: rest, switches: all, written: config ?? null },
    ];
  });
  return [{ phase, inside, name: rule['name'], expressions, switches: own, actions }];
}

/** A single value counts as a list with one item; the service may treat it differently. */
function expressionsIn(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((item) =>
    typeof item === 'string' ? item : JSON.stringify(item),
  );
}

/** Actions on a connection precede those on its requests. */
function inOrder(a: PolicyRule, b: PolicyRule): number {
  return Number(b.phase === 'on_tcp_connect') - Number(a.phase === 'on_tcp_connect');
}
