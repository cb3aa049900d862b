/** The traffic policy of a resource as rules that can be run. */
import { isOff, switchesIn } from '../derive/policy/policy-switches.ts';
import { policyTree, type PolicyTree } from '../derive/policy/policy-text.ts';
import { schemeOf } from '../derive/forms/endpoint-url.ts';
import { actionOf } from '../kinds/policy/index.ts';
import { isPhaseName, olderPhases, type PhaseName } from '../kinds/policy/phases.ts';
import type { TrafficAction } from '../kinds/policy/traffic-action.ts';
import type { Json, JsonObject, Path, Spec } from '../model/value.ts';
import { isJsonMap, jsonItems } from '../text/json/json-access.ts';

export interface ProgramAction {
  readonly type: string;
  /** Undefined: neither the dialect nor the workspace has it. */
  readonly action: TrafficAction | undefined;
  readonly config: JsonObject;
  readonly inside: Path;
}

export interface ProgramRule {
  /** The name, or its place such as `on_http_request[0]`. */
  readonly name: string;
  readonly expressions: readonly string[];
  readonly actions: readonly ProgramAction[];
  readonly inside: Path;
  /** A key of it that is not documented, so that it is unknown whether it runs. */
  readonly strange?: string;
}

export type Program = Readonly<Partial<Record<PhaseName, readonly ProgramRule[]>>>;

/** The rules by phase; undefined if the policy cannot be read. */
export function programOf(spec: Spec): Program | undefined {
  const tree = policyTree(spec);
  if (tree === undefined) return undefined;
  const url = typeof spec['url'] === 'string' ? schemeOf(spec['url']) : undefined;
  const isConnection = url === 'tcp' || url === 'tls' || spec['hostports'] !== undefined;
  if (
    isOff(
      switchesIn(
        tree,
        Object.keys(tree).filter((key) => phaseOf(key, isConnection) !== undefined),
      ),
    )
  )
    return {};
  const program: Partial<Record<PhaseName, readonly ProgramRule[]>> = {};
  for (const [key, rules] of Object.entries(tree)) {
    const phase = phaseOf(key, isConnection);
    if (phase === undefined) continue;
    program[phase] = [
      ...(program[phase] ?? []),
      ...jsonItems(rules).flatMap((rule, index) => (isJsonMap(rule) ? ruleOf(rule, [key, index]) : [])),
    ];
  }
  return program;
}

function phaseOf(key: string, isConnection: boolean): PhaseName | undefined {
  if (isPhaseName(key)) return key;
  const older = Object.hasOwn(olderPhases, key) ? olderPhases[key] : undefined;
  return isConnection ? older?.connection : older?.web;
}

function ruleOf(rule: PolicyTree, inside: Path): readonly ProgramRule[] {
  const switches = switchesIn(rule, ['expressions', 'actions']);
  if (isOff(switches)) return [];
  const strange = Object.keys(switches).find((key) => !/^(?:enabled?|active|disabled?|skip)$/.test(key));
  const { name } = rule;
  return [
    {
      name: typeof name === 'string' && name !== '' ? name : `${inside[0]}[${inside[1]}]`,
      expressions: textItems(rule['expressions']),
      actions: jsonItems(rule['actions']).flatMap((action, index) =>
        isJsonMap(action) ? actionIn(action, [...inside, 'actions', index]) : [],
      ),
      inside,
      ...(strange === undefined ? {} : { strange }),
    },
  ];
}

/** A single value counts as a list with one item. */
function textItems(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? jsonItems(value) : [value]).map((item) =>
    typeof item === 'string' ? item : JSON.stringify(item),
  );
}

function actionIn(action: JsonObject, inside: Path): readonly ProgramAction[] {
  const { type, config } = action;
  if (typeof type !== 'string' || isOff(switchesIn(action, ['type', 'config']))) return [];
  return [{ type, action: actionOf(type), config: isJsonMap(config) ? config : {}, inside }];
}
