import { actionOf, trafficActions } from '../../kinds/policy/index.ts';
import { isPhaseName, type PhaseName } from '../../kinds/policy/phases.ts';
import type { Setting, SettingMap } from '../../kinds/policy/setting.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { Path } from '../../model/value.ts';
import { unquoted, type OutlineKey } from '../outline/outline-parts.ts';

/** The meaning of a place in a policy. */
export type PolicyPart =
  | { readonly part: 'policy' }
  | { readonly part: 'rule' | 'action' | 'type'; readonly phase: PhaseName }
  | { readonly part: 'phase' | 'list'; readonly phase: PhaseName }
  | { readonly part: 'setting'; readonly phase: PhaseName; readonly setting: Setting }
  | { readonly part: 'config'; readonly phase: PhaseName; readonly action: TrafficAction };

/** Descriptions of the keys around the settings. */
export const partWords: SettingMap = {
  name: { type: 'string', doc: 'A name of the rule, for people.' },
  expressions: {
    type: 'list',
    doc: 'The conditions of the rule: its actions run if all are true. Without any they always run.',
    items: { type: 'string', expressions: 'whole', doc: 'An expression that is true or false.' },
  },
  actions: {
    type: 'list',
    doc: 'The actions of the rule, in the order in which they run.',
    items: { type: 'any', doc: 'An action: its `type` and its `config`.' },
  },
  type: { type: 'string', doc: 'The action.' },
  config: { type: 'any', doc: 'The settings of the action.' },
};

/** The part of a policy at a path; undefined for a path that the language does not have. */
export function policyPartAt(path: Path, keys: readonly OutlineKey[]): PolicyPart | undefined {
  const [phase, rule, key, item, inAction, ...inConfig] = path;
  if (phase === undefined) return { part: 'policy' };
  if (typeof phase !== 'string' || !isPhaseName(phase)) return undefined;
  if (rule === undefined) return { part: 'phase', phase };
  if (key === undefined) return { part: 'rule', phase };
  if (key !== 'actions') {
    const setting = typeof key === 'string' ? settingAt(partWords, [key, ...path.slice(3)]) : undefined;
    return setting && { part: 'setting', phase, setting };
  }
  if (item === undefined) return { part: 'list', phase };
  if (inAction === undefined) return { part: 'action', phase };
  if (inAction === 'type') return { part: 'type', phase };
  const action = inAction === 'config' ? actionAt(path.slice(0, 4), keys) : undefined;
  if (action === undefined) return undefined;
  if (inConfig.length === 0) return { part: 'config', phase, action };
  const setting = settingAt(action.settings, inConfig);
  return setting && { part: 'setting', phase, setting };
}

/** The action at a path, by the `type` beside its settings. */
export function actionAt(path: Path, keys: readonly OutlineKey[]): TrafficAction | undefined {
  const type = keys.find((key) => key.name === 'type' && isBelow(key.path, path))?.value;
  return type === undefined ? undefined : actionOf(unquoted(type.replace(/\s+#.*$/, '').trim()));
}

function isBelow(path: Path, parent: Path): boolean {
  return path.length === parent.length + 1 && parent.every((part, index) => part === path[index]);
}

function settingAt(settings: SettingMap, [name, ...rest]: Path): Setting | undefined {
  if (typeof name !== 'string' || !Object.hasOwn(settings, name)) return undefined;
  let at: Setting | undefined = settings[name];
  for (const [index, part] of rest.entries()) {
    if (at?.type === 'object') return settingAt(at.fields, rest.slice(index));
    if (at?.type === 'list') at = typeof part === 'number' ? at.items : undefined;
    else if (at?.type === 'map') at = at.values;
    else return undefined;
  }
  return at;
}

export function actionsOfPhase(phase: PhaseName): readonly TrafficAction[] {
  return trafficActions.filter(({ phases, status }) => status === undefined && phases.includes(phase));
}

/** The names that the policy sets for its expressions. */
export function namesSet(keys: readonly OutlineKey[]): readonly string[] {
  const found = keys
    .filter(({ path }) => path[4] === 'config' && path.length === 8)
    .filter(({ path }) => actionAt(path.slice(0, 4), keys)?.changes === 'variables')
    .map(({ name }) => name);
  return [...new Set(found)];
}
