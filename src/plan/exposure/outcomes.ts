import type { SpecChange } from '../compare/spec-change.ts';
import { isIdentical } from '../../derive/compare/is-identical.ts';
import { moduleState } from '../../derive/module-state.ts';
import { actionsIn } from '../../derive/policy/policy-actions.ts';
import { isPolicyUnreadable } from '../../derive/policy/policy-guards.ts';
import { textIn } from '../../derive/policy/policy-hidden.ts';
import { isHiddenText } from '../../derive/forms/mask-text.ts';
import { kinds } from '../../kinds/index.ts';
import { actionOf } from '../../kinds/policy/index.ts';
import type { ActionEffect } from '../../kinds/policy/traffic-action.ts';
import type { NotCompared, OutcomeChange, RequestOutcomes } from '../../model/facts/request-outcomes.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import { Secret } from '../../model/secret.ts';
import type { Json, JsonObject, Spec } from '../../model/value.ts';
import { forwardsOf } from '../../routing/policy-forwards.ts';
import { textsOf } from '../../text/json/texts-of.ts';
import { isOfWays } from '../../simulate/unknown/open-modules.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { forwardSides } from './forward-sides.ts';
import { isSameForRequests, openings } from './openings.ts';
import { outcomeChanges, type OutcomeChanges } from './outcome-changes.ts';
import { whyUnread } from './possible-exposure.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { comparedWays } from './compared-ways.ts';

/** The effect on requests of a change from one spec to another; `changes` are its fields. */
export function outcomesOf(
  change: SpecChange,
  changes: readonly Pick<FieldChange, 'path' | 'isByValue' | 'isSecret'>[],
): RequestOutcomes {
  const { before, after } = change;
  const fields = changes.filter(({ path }) => !isInert(path));
  const moved = movesOf(fields, before, after);
  const unread = unreadFields(fields, before, after);
  const compared = comparedChanges(change, fields);
  const notCompared: NotCompared | undefined =
    'not_compared' in compared
      ? compared.not_compared
      : unread.length === 0
        ? undefined
        : { code: 'fields', fields: unread };
  const found = [...moved, ...('changes' in compared ? compared.changes : [])];
  const more = 'changes' in compared ? compared.more : 0;
  if (found.length > 0)
    return {
      is: 'changed',
      changes: found,
      more,
      ...withoutUndefined({ not_compared: notCompared }),
    };
  return notCompared === undefined ? { is: 'same' } : { is: 'not-compared', not_compared: notCompared };
}

const unchanged: OutcomeChanges = { changes: [], more: 0 };

/** Fields that people and programs read, and that no request meets. */
const inert: ReadonlySet<string> = new Set(['description', 'metadata']);

function isInert(path: string): boolean {
  return inert.has(namesIn(path)[0] ?? '');
}

/** The names of a dotted path without indexes. */
function namesIn(path: string): readonly string[] {
  return path.split(/[.[]/).map((name) => name.replace(/["\]]/g, ''));
}

function comparedChanges(
  change: SpecChange,
  fields: readonly Pick<FieldChange, 'path'>[],
): OutcomeChanges | { readonly not_compared: NotCompared } {
  const { kind, after } = change;
  // The target of a forward may change although nothing of the resource does.
  const isMet = fields.some(({ path }) => isOfWays(namesIn(path)) || /^(?:url|match)/.test(path));
  if (!isMet && areTargetsSame(after)) return unchanged;
  const known = { kind, before: withKnownSecrets(change, fields), after };
  for (const spec of [known.before, after])
    if (isPolicyUnreadable(spec)) {
      if (isSameForRequests(known)) return unchanged;
      return { not_compared: { code: 'unread', why: whyUnread(textIn(spec)) } };
    }
  const { found, isComplete } = openings(known);
  const compared = comparedWays(known);
  const changes = isComplete && !compared.isTooLarge ? outcomeChanges(compared, found) : undefined;
  return changes ?? { not_compared: { code: 'too-large' } };
}

/** Whether requests meet the same behind all forwards of a resource, before and after the plan. */
function areTargetsSame(spec: Spec, seen: ReadonlySet<string> = new Set()): boolean {
  const forwards = forwardsOf(spec);
  const sides = forwardSides();
  if (forwards.length === 0 || sides === undefined) return forwards.length === 0;
  return forwards.every(({ url }) => {
    if (url === undefined) return false;
    if (seen.has(url)) return true;
    const [serversBefore = [], serversAfter = []] = [sides.before, sides.after].map(
      (side) => side.forwardTargetOf(url)?.endpoints,
    );
    const met = new Set([...seen, url]);
    return (
      serversBefore.length === serversAfter.length &&
      serversBefore.every((endpoint, at) => {
        const now = serversAfter[at]?.spec;
        return now !== undefined && isSameEndpoint(endpoint.spec, now) && areTargetsSame(now, met);
      })
    );
  });
}

function isSameEndpoint(before: Spec, after: Spec): boolean {
  return isIdentical(before, after) || isSameForRequests({ kind: 'endpoint', before, after });
}

/** The resource before the change, with the same secrets where no field says that they change. */
function withKnownSecrets(
  { kind, before, after }: SpecChange,
  fields: readonly Pick<FieldChange, 'path'>[],
): Spec {
  const isSame = (path: string): boolean =>
    !fields.some((field) => field.path === path || field.path.startsWith(`${path}.`));
  const known = Object.entries(before).flatMap(([name, module]): readonly (readonly [string, Spec])[] => {
    const moduleAfter = after[name];
    if (kinds[kind].fields[name]?.type !== 'module' || name === 'traffic_policy') return [];
    if (!hasLiveSecret(module) || !isSpec(module) || !isSpec(moduleAfter)) return [];
    const same = Object.entries(moduleAfter).filter(
      ([setting]) => setting in module && isSame(`${name}.${setting}`),
    );
    return [[name, { ...module, ...Object.fromEntries(same) }]];
  });
  return known.length === 0 ? before : { ...before, ...Object.fromEntries(known) };
}

function isSpec(value: unknown): value is Spec {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Secret);
}

function hasLiveSecret(value: unknown): boolean {
  if (value instanceof Secret) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLiveSecret);
}

/** Changes by which the resource gets other requests. */
function movesOf(
  fields: readonly Pick<FieldChange, 'path'>[],
  before: Spec,
  after: Spec,
): readonly OutcomeChange[] {
  const changed = new Set(fields.map(({ path }) => namesIn(path)[0]));
  const places = [
    { field: 'url', isChanged: changed.has('url'), valueOf: ({ url }: Spec) => url },
    { field: 'match', isChanged: changed.has('match') || changed.has('match_type'), valueOf: matchText },
    {
      field: 'bindings',
      isChanged: changed.has('bindings'),
      valueOf: ({ bindings }: Spec) => textsOf(bindings).join(', '),
    },
  ] as const;
  return places.flatMap(({ field, isChanged, valueOf }): readonly OutcomeChange[] => {
    if (!isChanged) return [];
    const [from, to] = [valueOf(before), valueOf(after)];
    const isShown = (value: unknown): value is string =>
      typeof value === 'string' && value !== '' && !isHiddenText(value);
    return [{ code: 'moved', field, ...(isShown(from) ? { from } : {}), ...(isShown(to) ? { to } : {}) }];
  });
}

/** `/docs (path_prefix)`. */
function matchText({ match, match_type: type }: Spec): string | undefined {
  if (typeof match !== 'string' || isHiddenText(match)) return undefined;
  return typeof type === 'string' ? `${match} (${type})` : match;
}

const ofPlaces: ReadonlySet<string> = new Set(['url', 'match', 'match_type', 'bindings']);

/** Fields of which the effect on requests is not computed. */
function unreadFields(
  fields: readonly Pick<FieldChange, 'path' | 'isByValue'>[],
  before: Spec,
  after: Spec,
): readonly string[] {
  const found = fields.filter(({ path, isByValue }) => {
    const names = namesIn(path);
    const [name = ''] = names;
    if (isByValue === true) return true;
    if (ofPlaces.has(name)) return false;
    return !isOfWays(names) && !(isOfWays([name]) && isSwitched(name, before, after));
  });
  return [...new Set([...found.map(({ path }) => path), ...unreadActions(before, after)])].sort();
}

/** Whether a module is off on one side or on both: its settings then matter to no request, or all of it does. */
function isSwitched(name: string, before: Spec, after: Spec): boolean {
  return [before, after].some((spec) => moduleState(spec, name) === 'off');
}

/** The settings of actions that no way tells; all of them where there is no name. */
const unreadSettings: Readonly<Partial<Record<ActionEffect, readonly string[]>>> = {
  'break-circuit': [],
  'check-certificate': [],
  end: [],
  forward: ['on_error'],
  'log-in': ['scopes', 'client_secret'],
  'replace-in-messages': [],
};

/** Actions that change in what no way tells: `traffic_policy (circuit-breaker)`. */
function unreadActions(before: Spec, after: Spec): readonly string[] {
  if (isPolicyUnreadable(before) || isPolicyUnreadable(after)) return [];
  const [settingsBefore, settingsAfter] = [unreadSettingsOf(before), unreadSettingsOf(after)];
  return [...new Set([...settingsBefore.keys(), ...settingsAfter.keys()])]
    .filter(
      (type) =>
        settingsBefore.get(type) !== settingsAfter.get(type) &&
        (isUnreadWhole(type) || (settingsBefore.has(type) && settingsAfter.has(type))),
    )
    .map((type) => `traffic_policy (${type})`);
}

/** Whether no way tells of the action itself: if one is added or removed, its effect is not known. */
function isUnreadWhole(type: string): boolean {
  const effect = actionOf(type)?.effect;
  return effect !== undefined && unreadSettings[effect]?.length === 0;
}

function unreadSettingsOf(spec: Spec): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>();
  for (const { type, phase, config, expressions } of actionsIn(spec)) {
    const effect = actionOf(type)?.effect;
    const names = effect === undefined ? undefined : unreadSettings[effect];
    if (names === undefined) continue;
    const settings = names.length === 0 ? [phase, [...expressions], config] : pick(config, names);
    if (!Array.isArray(settings) && Object.keys(settings).length === 0) continue;
    found.set(type, [...(found.get(type) ?? []), canonicalJson(settings)]);
  }
  return new Map([...found].map(([type, all]) => [type, all.sort().join()]));
}

function pick(config: Json, names: readonly string[]): JsonObject {
  if (!isJsonMap(config)) return {};
  return Object.fromEntries(Object.entries(config).filter(([name]) => names.includes(name)));
}
