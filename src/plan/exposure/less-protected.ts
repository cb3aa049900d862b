/**
 * The one comparison of protection: of an object before and after a change, and of an object with another that serves
 * requests in its place, at the end or for a while.
 */
import { schemeOf } from '../../derive/forms/endpoint-url.ts';
import { isTree, type Tree } from '../../derive/forms/tree.ts';
import { activeModule, enabledModule, stillOn } from '../../derive/module-state.ts';
import { ownActions } from '../../derive/policy/own-actions.ts';
import { isPolicyUnreadable } from '../../derive/policy/policy-guards.ts';
import { isPolicyHidden } from '../../derive/policy/policy-hidden.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { Spec, Value } from '../../model/value.ts';
import { loginModules, protectingModules } from '../../routing/protecting-modules.ts';
import { rememberEach } from '../../text/remember-last.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { claimedIdentities } from './access/identity-headers.ts';
import { addedTo, itemsOf, lowerVersion, widened, widenedList } from './access/widened.ts';
import { distinct } from './distinct.ts';
import { forwardSides } from './forward-sides.ts';
import { openingFact } from './opening-fact.ts';
import { openings } from './openings.ts';
import { weakenedGuards } from './policy/compare-guards.ts';

/**
 * Losses of protection of an object, or of requests that a different object takes over. What the settings show is named by them;
 * whether the rules of a policy let more requests through, the engine says.
 */
export function lessProtected(kind: KindName, before: Spec, after: Spec): readonly ExposureLoss[] {
  const stated = statedLosses(kind, before, after);
  if (isPolicyUnreadable(before) || isPolicyUnreadable(after)) return stated;
  const { found, isComplete } = openings(kind, before, after);
  // Of what is too large for the engine, the texts of the guards tell.
  if (!isComplete) return stated;
  const settings = stated.filter(({ code }) => !ofRules.has(code));
  if (found.length === 0 || (settings.length > 0 && settings.length === stated.length)) return settings;
  return distinct([...stated, ...found.slice(0, mostRequests).map(openingFact)]);
}

/** The requests that are shown of one change. */
const mostRequests = 3;

/** Losses that the texts of two policies show, of which the engine knows more. */
const ofRules: ReadonlySet<ExposureLoss['code']> = new Set([
  'guard-changed',
  'guard-not-compared',
  'guard-removed',
]);

function statedLosses(kind: KindName, before: Spec, after: Spec): readonly ExposureLoss[] {
  return [
    ...protectingModules(kind).flatMap((name) => weakenings(name, before, after)),
    ...lowerVersion(before, after),
    ...moreAgents(before, after),
    ...claimedIdentities(before, after),
    // A masked policy cannot be compared (possible-exposure.ts).
    ...(isPolicyAsBefore(before, after) && runsAlike(before, after) ? [] : weakenedGuards(before, after)),
  ];
}

/** Losses of protection when `to` serves a URL instead of `from`, computed like the same change within one object. */
export function lostBetween(from: TrafficServer, to: TrafficServer): readonly ExposureLoss[] {
  const made = madeWith(forwardSides() ?? ownActions());
  const known = made.get(from.spec)?.get(to.spec);
  if (known !== undefined) return known;
  const lacking = lackingModules(from, to);
  const shared = Object.fromEntries(Object.entries(from.spec).filter(([name]) => !lacking.includes(name)));
  const less = distinct(lessProtected(from.kind, shared, to.spec)).map(asMissing);
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
export function isPolicyAsBefore(before: Spec, after: Spec): boolean {
  return before['traffic_policy'] === after['traffic_policy'] || isPolicyHidden(after);
}

/** Whether the URLs have one protocol: the phases of a policy run at some protocols only. */
function runsAlike(before: Spec, after: Spec): boolean {
  if (isPolicyHidden(after)) return true;
  const [was, is] = [before, after].map(({ url }) => (typeof url === 'string' ? schemeOf(url) : undefined));
  return was === is;
}

function weakenings(name: string, before: Spec, after: Spec): readonly ExposureLoss[] {
  const [was, is] = [activeModule(before, name), stillOn(before, after, name)];
  if (was === undefined) return [];
  if (is !== undefined) return widened(name, was, is);
  return loginModules.includes(name)
    ? lostLogin(name, before, after)
    : [{ code: 'module-off', module: name }];
}

/**
 * A login that ends. A different one in its place asks a different party, which may vouch for anyone: users of two parties
 * cannot be compared, whatever lists the new login has.
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
  const [was, is] = [activeModule(before, agentFilter), stillOn(before, after, agentFilter)];
  if (was === undefined || !hasList(was)) return [];
  if (is === undefined || !hasList(is)) return [{ code: 'module-off', module: agentFilter }];
  const denied = addedTo(is['deny'], was['deny']);
  return [
    ...widenedList(`${agentFilter}.allow`, was['allow'], is['allow']),
    ...(denied.length > 0
      ? [{ code: 'denied-removed', path: `${agentFilter}.deny`, items: denied } as const]
      : []),
  ];
}

function hasList({ allow, deny }: Tree): boolean {
  return itemsOf(allow).length > 0 || itemsOf(deny).length > 0;
}
