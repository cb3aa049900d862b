/**
 * The traffic policy of a resource as rules that can be run. Its texts have secrets that a file holds as plain text:
 * never print them.
 */
import { enabledRules, type PolicyRule, type WrittenAction } from '../derive/policy/policy-actions.ts';
import { declaredActions } from '../derive/policy/declared-actions.ts';
import { noOwnActions, type OwnActions } from '../derive/policy/own-actions.ts';
import { policyToRun } from '../derive/policy/policy-text.ts';
import { schemeOf } from '../derive/forms/endpoint-url.ts';
import { actionOf } from '../kinds/policy/index.ts';
import { isPhaseName, olderPhases, type PhaseName } from '../kinds/policy/phases.ts';
import type { TrafficAction } from '../kinds/policy/traffic-action.ts';
import type { JsonObject, Path, Spec } from '../model/value.ts';
import { isJsonMap } from '../text/json/json-access.ts';
import { withoutUndefined } from '../text/without-undefined.ts';

export interface ProgramAction {
  readonly type: string;
  /** Undefined: neither the dialect nor the workspace has it. */
  readonly action: TrafficAction | undefined;
  readonly config: JsonObject;
  readonly inside: Path;
  /** A key around it that is not documented, with its value, so that it is unknown whether it runs. */
  readonly strange?: string;
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
export function programOf(spec: Spec, ownActions: OwnActions = noOwnActions): Program | undefined {
  const tree = policyToRun(spec);
  if (tree === undefined) return undefined;
  const url = typeof spec['url'] === 'string' ? schemeOf(spec['url']) : undefined;
  const isConnection = url === 'tcp' || url === 'tls' || spec['hostports'] !== undefined;
  const program: Partial<Record<PhaseName, ProgramRule[]>> = {};
  for (const rule of enabledRules(tree)) {
    const phase = phaseOf(rule.phase, isConnection ? 'connection' : 'web');
    if (phase !== undefined) (program[phase] ??= []).push(inProgram(rule, ownActions));
  }
  return program;
}

function phaseOf(key: string, traffic: 'connection' | 'web'): PhaseName | undefined {
  if (isPhaseName(key)) return key;
  const older = Object.hasOwn(olderPhases, key) ? olderPhases[key] : undefined;
  return older?.[traffic];
}

function inProgram(
  { name, expressions, actions, inside, unclear: strange }: PolicyRule,
  ownActions: OwnActions,
): ProgramRule {
  const declared = declaredActions(ownActions);
  return {
    name: typeof name === 'string' && name !== '' ? name : `${inside[0]}[${inside[1]}]`,
    expressions,
    // A key beside an action that stands for a rule is one of the rule.
    actions: actions.map((action) =>
      actionInProgram(strange === undefined ? action : { ...action, switches: {} }, declared),
    ),
    inside,
    ...withoutUndefined({ strange }),
  };
}

function actionInProgram(
  { type, written: config, inside, unclear, switches }: WrittenAction,
  declared: ReturnType<typeof declaredActions>,
): ProgramAction {
  const action = actionOf(type, declared);
  const [other] =
    action === undefined ? [] : Object.keys(switches).filter((name) => !Object.hasOwn(action.settings, name));
  const strange =
    unclear ?? (other === undefined ? undefined : `${other}: ${JSON.stringify(switches[other])}`);
  return {
    type,
    action,
    config: isJsonMap(config) ? config : {},
    inside,
    ...withoutUndefined({ strange }),
  };
}
