/**
 * Mistakes made on published policies: a setting removed, mistyped, misspelt, out of range, an action in a wrong phase.
 * Made from the table, by nothing of what checks a policy.
 */
import { parsePolicy } from '../../../src/derive/policy/traffic-policy.ts';
import { trafficActions } from '../../../src/kinds/policy/index.ts';
import { phaseNames } from '../../../src/kinds/policy/phases.ts';
import type { Setting } from '../../../src/kinds/policy/setting.ts';
import type { TrafficAction } from '../../../src/kinds/policy/traffic-action.ts';
import type { Json } from '../../../src/model/value.ts';
import { isJsonMap } from '../../../src/text/json/json-access.ts';
import { policiesOfCorpus } from './corpus.ts';

type JsonObject = Record<string, Json>;

/** An action of a policy, where it can be changed. */
export interface Spot {
  readonly id: string;
  readonly tree: JsonObject;
  readonly phase: string;
  readonly rule: number;
  readonly at: number;
  readonly action: TrafficAction;
  readonly config: JsonObject;
}

/** The known actions of the published policies that can be read. */
export const spots: readonly Spot[] = policiesOfCorpus().flatMap(({ id, text }) => {
  const parsed = parsePolicy(text);
  if ('mistakes' in parsed || typeof parsed.tree !== 'object' || parsed.tree === null) return [];
  const tree = parsed.tree as JsonObject;
  return Object.entries(tree).flatMap(([phase, rules]) =>
    mapsIn(rules).flatMap((rule, index) =>
      mapsIn(rule['actions']).flatMap(({ type, config }, at) => {
        const action = trafficActions.find((one) => one.type === type);
        if (action === undefined || action.status === 'deprecated') return [];
        return [{ id, tree, phase, rule: index, at, action, config: (config ?? {}) as JsonObject }];
      }),
    ),
  );
});

function mapsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as JsonObject[]).filter((one) => isJsonMap(one)) : [];
}

export interface PolicyChange {
  readonly name: string;
  readonly tree: Json;
  /** A word of the finding. */
  readonly word: string;
}

function changedPolicy({ tree, phase, rule, at }: Spot, config: JsonObject): Json {
  const copy = structuredClone(tree) as Record<string, { actions: JsonObject[] }[]>;
  const action = copy[phase]?.[rule]?.actions[at];
  if (action !== undefined) action['config'] = config;
  return copy;
}

function wrongType(setting: Setting): Json | undefined {
  switch (setting.type) {
    case 'boolean':
      return 'maybe';
    case 'int64':
    case 'float64':
      return 'many';
    case 'duration':
      return 'a while';
    case 'list':
    case 'map':
    case 'object':
      return 7;
    case 'string':
      return setting.isLoose === true ? undefined : { of: 'the wrong type' };
    case 'any':
      return undefined;
  }
}

function outOfRange(setting: Setting): Json | undefined {
  if (setting.type === 'int64' || setting.type === 'float64')
    return setting.max === undefined ? undefined : setting.max + 1;
  if (setting.type === 'duration') return setting.max === undefined ? undefined : '1000h';
  if (setting.type === 'string') return setting.values === undefined ? undefined : 'none-of-these';
  if (setting.type !== 'list' || setting.max === undefined || setting.items.type !== 'string')
    return undefined;
  return Array.from({ length: setting.max + 1 }, (_, index) => `conn.client_ip${index}`);
}

/** All mistakes that can be made at an action. */
export function changesAt(spot: Spot): readonly PolicyChange[] {
  const { action, config, phase, tree } = spot;
  const changes: PolicyChange[] = [];
  for (const [name, setting] of Object.entries(action.settings)) {
    if (setting.deprecated !== undefined) continue;
    const { [name]: value, ...rest } = config;
    if (value !== undefined) {
      const misspelt = `${name.slice(0, -1)}zq${name.slice(-1)}`;
      changes.push({
        name: `misspelt ${name}`,
        tree: changedPolicy(spot, { ...rest, [misspelt]: value }),
        word: misspelt,
      });
      if (setting.required === true)
        changes.push({ name: `without ${name}`, tree: changedPolicy(spot, rest), word: name });
    }
    const type = wrongType(setting);
    if (type !== undefined)
      changes.push({
        name: `mistyped ${name}`,
        tree: changedPolicy(spot, { ...rest, [name]: type }),
        word: name,
      });
    const far = outOfRange(setting);
    if (far !== undefined)
      changes.push({
        name: `out of range ${name}`,
        tree: changedPolicy(spot, { ...rest, [name]: far }),
        word: name,
      });
  }
  const other = phaseNames.find((one) => !action.phases.includes(one) && !Object.hasOwn(tree, one));
  if (other !== undefined && Object.keys(tree).length === 1) {
    const moved = { [other]: tree[phase] ?? null };
    changes.push({ name: `in ${other}`, tree: moved, word: action.type });
  }
  return changes;
}

/** A linear congruential generator: the same choice on every machine. */
export function chooser(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
