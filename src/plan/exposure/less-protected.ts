/**
 * The one comparison of protection: of an object before and after a change, and of an object with another that serves
 * requests in its place, at the end or for a while.
 */
import type { SpecChange } from '../compare/spec-change.ts';
import { isTree, type Tree } from '../../derive/forms/tree.ts';
import { activeModule, enabledModule, stillOn } from '../../derive/module-state.ts';
import { ownActions } from '../../derive/policy/own-actions.ts';
import { isPolicyUnreadable, keepingActions } from '../../derive/policy/policy-guards.ts';
import { isPolicyHidden } from '../../derive/policy/policy-hidden.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { Spec, Value } from '../../model/value.ts';
import { loginModules, protectingModules } from '../../routing/protecting-modules.ts';
import { rememberEach } from '../../text/remember-last.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { addedTo, itemsOf, lowerVersion, widened, widenedList } from './access/widened.ts';
import { distinct } from './distinct.ts';
import { forwardSides } from './forward-sides.ts';
import { openingFact } from './opening-fact.ts';
import { baseFor } from './shown-request.ts';
import { openings } from './openings.ts';

/**
 * Losses of protection of an object, or of requests that a different object takes over: settings that admit more, and
 * requests that the engine finds to be let through.
 */
export function lessProtected(change: SpecChange): readonly ExposureLoss[] {
  const { kind, before, after } = change;
  const settings = [
    ...protectingModules(kind).flatMap((name) => weakenings(name, before, after)),
    ...lowerVersion(before, after),
    ...moreAgents(before, after),
  ];
  const others = settings.length === 0 ? [] : [...protectingModules(kind), agentFilter];
  return distinct([...settings, ...openedRequests(change, [versioned, ...others])]);
}

/** The module whose version `lowerVersion` compares. */
const versioned = 'tls_termination';

/** The requests that are shown of one change. */
const mostRequests = 3;

/**
 * Requests that get through after a change and did not before, but for those that the named modules kept out. A policy
 * that is masked is not compared (possible-exposure.ts).
 */
export function openedRequests(change: SpecChange, named: readonly string[] = []): readonly ExposureLoss[] {
  const { before, after } = change;
  if (isPolicyUnreadable(before) || isPolicyHidden(after)) return [];
  if (isPolicyUnreadable(after)) {
    const actions = new Set(keepingActions(before));
    return actions.size === 0 ? [] : [{ code: 'guards-unreadable', actions: [...actions] }];
  }
  const { found, isComplete } = openings(change);
  if (!isComplete) return [{ code: 'not-compared' }];
  const base = baseFor(after['url']);
  const isNamed = (loss: ExposureLoss): boolean => 'by' in loss && named.includes(loss.by);
  return found
    .map((opening) => openingFact(opening, base))
    .filter((loss) => !isNamed(loss))
    .slice(0, mostRequests);
}

/** Losses of protection when `to` serves a URL instead of `from`, computed like the same change within one object. */
export function lostBetween(from: TrafficServer, to: TrafficServer): readonly ExposureLoss[] {
  const made = madeWith(forwardSides() ?? ownActions());
  const known = made.get(from.spec)?.get(to.spec);
  if (known !== undefined) return known;
  const lacking = lackingModules(from, to);
  const shared = Object.fromEntries(Object.entries(from.spec).filter(([name]) => !lacking.includes(name)));
  const less = distinct(lessProtected({ kind: from.kind, before: shared, after: to.spec })).map(asMissing);
  const lost = [...lacking.map((module) => ({ code: 'module-missing', module }) as const), ...less];
  const others = made.get(from.spec) ?? new WeakMap<Spec, readonly ExposureLoss[]>();
  made.set(from.spec, others.set(to.spec, lost));
  return lost;
}

/** The filter is not a protecting module, so a missing one is found by comparison. */
function asMissing(loss: ExposureLoss): ExposureLoss {
  return loss.code === 'module-off' ? { ...loss, code: 'module-missing' } : loss;
}

/** Cache: one pair of objects meets in many spaces of one plan, whose internal endpoints take part. */
const madeWith = rememberEach(
  (_around: object) => new WeakMap<Spec, WeakMap<Spec, readonly ExposureLoss[]>>(),
);

/** Modules that `to` lacks entirely. If `to` has any login, logins are compared, since one may replace another. */
function lackingModules(from: TrafficServer, to: TrafficServer): readonly string[] {
  const isOn = (name: string): boolean => enabledModule(to.spec, name) !== undefined;
  const hasLogin = loginModules.some(isOn);
  return protectingModules(from.kind).filter(
    (name) =>
      activeModule(from.spec, name) !== undefined &&
      !isOn(name) &&
      !(hasLogin && loginModules.includes(name)),
  );
}
function weakenings(name: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  const [moduleBefore, moduleAfter] = [activeModule(before, name), stillOn(before, after, name)];
  if (moduleBefore === undefined) return [];
  if (moduleAfter !== undefined) return widened(name, moduleBefore, moduleAfter);
  return loginModules.includes(name)
    ? lostLogin(name, before, after)
    : [{ code: 'module-off', module: name }];
}

/**
 * A login that ends. A different one in its place asks a different party, which may vouch for anyone: users of two
 * parties cannot be compared, whatever lists the new login has.
 */
function lostLogin(name: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  // A login that was enabled before is not a replacement: the removed login was required in addition to it.
  const successors = loginModules.filter(
    (login) => enabledModule(after, login) !== undefined && activeModule(before, login) === undefined,
  );
  if (successors.length === 0) return [{ code: 'module-off', module: name }];
  return successors.flatMap((successor) => [
    { code: 'login-replaced', module: successor, replaced: name } as const,
    ...openedOptions(name, successor, before, after),
  ]);
}

function openedOptions(name: string, successor: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  const isOpen = (login: Value | undefined): boolean =>
    isTree(login) && login['options_passthrough'] === true;
  if (!isOpen(after[successor]) || isOpen(before[name])) return [];
  return [{ code: 'options-pass', path: `${successor}.options_passthrough` }];
}

const agentFilter = 'user_agent_filter';

/** The filter has no stated default, so one without `enabled` may block, and is not known to. */
function moreAgents(before: Spec, after: Spec): readonly ExposureLoss[] {
  const [filterBefore, filterAfter] = [
    activeModule(before, agentFilter),
    stillOn(before, after, agentFilter),
  ];
  if (filterBefore === undefined || !hasList(filterBefore)) return [];
  if (filterAfter === undefined || !hasList(filterAfter))
    return [{ code: 'module-off', module: agentFilter }];
  const denied = addedTo(filterAfter['deny'], filterBefore['deny']);
  return [
    ...widenedList(`${agentFilter}.allow`, filterBefore['allow'], filterAfter['allow']),
    ...(denied.length > 0
      ? [{ code: 'denied-removed', path: `${agentFilter}.deny`, items: denied } as const]
      : []),
  ];
}

function hasList({ allow, deny }: Tree): boolean {
  return itemsOf(allow).length > 0 || itemsOf(deny).length > 0;
}
