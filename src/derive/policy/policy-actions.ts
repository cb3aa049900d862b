import { olderPhases, phaseNames } from '../../kinds/policy/phases.ts';
import type { Json, JsonObject, Path, Spec } from '../../model/value.ts';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';
import {
  activeSwitches,
  isOff,
  isSwitch,
  splitConfig,
  type Switches,
  switchesIn,
} from './policy-switches.ts';
import { policyTree } from './policy-text.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

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
  /** A key around it that is not documented, with its value: it may keep the action from running. */
  readonly unclear?: string;
}

/** A rule that is on, with its enabled actions. */
export interface PolicyRule extends Pick<PolicyAction, 'phase' | 'inside' | 'expressions'> {
  readonly name: Json | undefined;
  /** A key of the rule alone, or beside an action in its place, that may keep its actions from running. */
  readonly unclear?: string;
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

/** A rule as it is written, whether or not it is on. */
export interface WrittenRule {
  readonly phase: string;
  readonly inside: Path;
  readonly rule: JsonObject;
  /** Whether it is an action instead of a rule, `{ type, config }`: a rule with this action alone. */
  readonly isAction: boolean;
  readonly actions: readonly TypedAction[];
}

export interface TypedAction {
  readonly inside: Path;
  readonly type: string;
  readonly config: Json | undefined;
  /** The other keys. */
  readonly beside: Switches;
}

/** The rules of a policy that can be read as such, phase by phase as they are written. */
export function writtenRules(tree: Json): readonly WrittenRule[] {
  return Object.entries(isJsonMap(tree) ? tree : {}).flatMap(([phase, rules]) =>
    jsonItems(rules).flatMap((rule, index): readonly WrittenRule[] => {
      if (!isJsonMap(rule)) return [];
      const inside = [phase, index];
      const isAction = isActionInPlace(rule);
      const actions = isAction
        ? [typedAction(rule, inside)]
        : jsonItems(rule['actions']).map((action, at) => typedAction(action, [...inside, 'actions', at]));
      return [{ phase, inside, rule, isAction, actions: actions.filter((action) => action !== undefined) }];
    }),
  );
}

/** Whether a rule is itself its only action. What any key beside `type` and `config` means there is not known. */
export function isActionInPlace(rule: JsonObject): boolean {
  return typeof rule['type'] === 'string' && !Array.isArray(rule['actions']);
}

function typedAction(action: Json, inside: Path): TypedAction | undefined {
  if (!isJsonMap(action) || typeof action['type'] !== 'string') return undefined;
  const { type, config, ...beside } = action;
  return { inside, type, config, beside };
}

/** The rules that are on, phase by phase as they are written. */
export function enabledRules(tree: JsonObject): readonly PolicyRule[] {
  const phases = Object.keys(tree).filter((phase) => Array.isArray(tree[phase]));
  const around = switchesIn(tree, phases);
  return isOff(around) ? [] : writtenRules(tree).flatMap((rule) => enabledRule(rule, around));
}

function enabledRule(
  { phase, inside, rule, isAction, actions }: WrittenRule,
  around: Switches,
): readonly PolicyRule[] {
  const ownSwitches = isAction ? {} : switchesIn(rule, ['expressions', 'actions']);
  if (isOff(ownSwitches)) return [];
  const expressions = isAction ? [] : expressionsIn(rule['expressions']);
  const enabled = actions.flatMap(({ inside: place, type, config, beside }): readonly WrittenAction[] => {
    const { switches, rest } = splitConfig(config);
    const levels = [around, ownSwitches, isAction ? {} : switchesIn(beside, []), switches];
    if (levels.some(isOff)) return [];
    const active = levels.map(activeSwitches).reduce((known, more) => ({ ...known, ...more }));
    // No key beside an action that is written instead of a rule is a switch that is known, not even `enabled`.
    const all = isAction ? { ...active, ...beside } : active;
    const [unclear] = Object.entries({
      ...activeSwitches(around),
      ...(isAction ? {} : activeSwitches(switchesIn(beside, []))),
    });
    return [
      {
        phase,
        inside: place,
        type,
        expressions,
        config: rest,
        switches: all,
        written: config ?? null,
        ...withoutUndefined({ unclear: unclear && `${unclear[0]}: ${JSON.stringify(unclear[1])}` }),
      },
    ];
  });
  const unclear = isAction
    ? actions.flatMap(({ beside }) => Object.keys(beside))[0]
    : Object.keys(ownSwitches).find((key) => !isSwitch(key));
  return [
    {
      phase,
      inside,
      name: isAction ? undefined : rule['name'],
      expressions,
      actions: enabled,
      ...withoutUndefined({ unclear }),
    },
  ];
}

/** A single value counts as a list with one item; the service may treat it differently. */
function expressionsIn(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((item) =>
    typeof item === 'string' ? item : JSON.stringify(item),
  );
}

/** Phase by phase as they run, whatever their order in the file; phases that are not known come last. */
function inOrder(a: PolicyRule, b: PolicyRule): number {
  return turnOf(a) - turnOf(b);
}

function turnOf({ phase }: PolicyRule): number {
  const index = (phaseNames as readonly string[]).indexOf(olderPhases[phase]?.web ?? phase);
  return index === -1 ? phaseNames.length : index;
}
