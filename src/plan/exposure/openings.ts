/**
 * Requests that one resource keeps out, and another, or the same one after a change, lets through: the engine runs a
 * request that is not given through both, and each pair of ways that one request can take is compared.
 */
import type { SpecChange } from '../compare/spec-change.ts';
import { isHiddenText } from '../../derive/forms/mask-text.ts';
import { ownActions, type OwnActions } from '../../derive/policy/own-actions.ts';
import { policyText, policyToRun } from '../../derive/policy/policy-text.ts';
import { kinds } from '../../kinds/index.ts';
import { hasSecretReference } from '../../model/secret-reference.ts';
import { rememberEach } from '../../text/remember-last.ts';
import type { Json, Spec } from '../../model/value.ts';
import { actingRules } from '../../simulate/unknown/acting-rules.ts';
import { edgesOf } from '../../routing/edges.ts';
import { openSide } from '../../routing/traffic/side-index.ts';
import { isIdentityHeader } from './access/identity-names.ts';
import { forwardSides, type ForwardSides } from './forward-sides.ts';
import { isOnUrl, mayBeRefused } from './refused-urls.ts';
import { withReferences } from './with-references.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { pathLiterals } from '../../simulate/unknown/path-conditions.ts';
import type { Atom, Literal } from '../../simulate/unknown/term.ts';
import type { OpenHeader } from '../../simulate/unknown/open-map.ts';
import type { Ask } from '../../simulate/unknown/term.ts';
import { areCompatible, withLiteral, type Conjunction } from '../../simulate/unknown/theory.ts';
import {
  anyTarget,
  distinctText,
  secretTerms,
  waysOf,
  type OpenWay,
  type OpenWays,
} from '../../simulate/unknown/ways.ts';
import { isUnknownValue, type Knowable } from '../../model/traffic/unknown.ts';
import { noAnswerOf } from '../../simulate/unknown/effects/questions.ts';

/** A request that is kept out before and gets through after, or that shows an upstream more than before. */
export interface Opening {
  /**
   * `answer`: its answer was kept back. `header`: it can set a header, or has another value in it. `target`: it reaches
   * any upstream whose name the policy computes.
   */
  readonly kind: 'request' | 'answer' | 'header' | 'target' | 'url' | 'secret';
  readonly header?: string;
  /** It is shown to clients, or sent to the URL. */
  readonly secret?: { readonly name: string; readonly to?: string };
  /** All that holds of it. */
  readonly when: readonly Literal[];
  /** The keys of what holds of all requests to the resource. */
  readonly always: ReadonlySet<string>;
  readonly was: OpenWay;
  readonly willBe: OpenWay;
}

export interface Openings {
  /** One of each kind, end and guard. */
  readonly found: readonly Opening[];
  /** False: there is too much to compare. */
  readonly isComplete: boolean;
}

/** The address of a resource while its two sides are compared: that of its upstream where nothing else names it. */
export const comparedAddress = 'endpoint/it';

/** The openings of a change of one resource, whatever is live under its secrets. */
export function openings(change: SpecChange): Openings {
  const { before, after } = change;
  const around = surroundings();
  const known = knownOf(around).get(before)?.get(after);
  if (known !== undefined) return known;
  const found = isSameForRequests(change) ? none : openingsBetween(comparedWays(change));
  const all = knownOf(around);
  const others = all.get(before) ?? new WeakMap<Spec, Openings>();
  all.set(before, others.set(after, found));
  return found;
}

function surroundings(): ForwardSides {
  return forwardSides() ?? alone(ownActions());
}

/** Cache: one pair of objects meets in many spaces. */
const knownOf = rememberEach((_around: ForwardSides) => new WeakMap<Spec, WeakMap<Spec, Openings>>());

/** Without a plan around it: forwards lead out of sight. */
const alone = rememberEach((ownActions: OwnActions): ForwardSides => {
  const side = openSide({ servers: [], edges: edgesOf([], []), ownActions: ownActions });
  return { before: side, after: side };
});

const none: Openings = { found: [], isComplete: true };

/** Whether all that a request meets is the same. */
export function isSameForRequests({ kind, before, after }: SpecChange): boolean {
  const [fieldsBefore, fieldsAfter] = [before, after].map((spec) =>
    Object.entries(spec).filter(([name]) => kinds[kind].fields[name]?.type === 'module' || met.has(name)),
  );
  return (
    JSON.stringify(fieldsBefore?.sort()) === JSON.stringify(fieldsAfter?.sort()) &&
    !hasSecretReference(policyText(after))
  );
}

const met: ReadonlySet<string> = new Set(['match', 'match_type', 'traffic_policy', 'url']);

const mostPairs = 200_000;
const mostLiterals = 10_000;

/** The resource on each side of a change, and the ways of requests through it. */
export interface ComparedWays {
  readonly around: ForwardSides;
  readonly before: TrafficServer;
  readonly after: TrafficServer;
  readonly old: OldPolicy;
  readonly now: OpenWays;
  /** The conditions of all requests that are meant, by key. */
  readonly always: ReadonlySet<string>;
  readonly isTooLarge: boolean;
}

/** Cache: the openings of a pair and its other changes are asked about one after the other. */
let last: { readonly change: SpecChange; readonly compared: ComparedWays } | undefined;

export function comparedWays(change: SpecChange): ComparedWays {
  const { kind, before: from, after: to } = change;
  const around = surroundings();
  if (last?.compared.around === around && isSameChange(last.change, change)) return last.compared;
  const server = (spec: Spec): TrafficServer => ({ address: comparedAddress, kind, spec });
  const [before, after] = [server(withReferences(from, to)), server(to)];
  const always = new Set<string>();
  const given = (ask: Ask): readonly Literal[] => {
    const literals = [before, after].flatMap((side) => pathLiterals(side, ask));
    // A route whose match moves away is compared as it is: what it had to keep out, it has at its new place as well.
    if (!areCompatible(literals)) return [];
    for (const { key } of literals) always.add(key);
    return literals;
  };
  const now = waysOf(after, around.after, given);
  const old = withTexts(waysOf(before, around.before, given), before);
  const isTooLarge = old.isCut || now.isCut || old.ways.length * now.ways.length > mostPairs;
  const compared = { around, before, after, old, now, always, isTooLarge };
  last = { change, compared };
  return compared;
}

/** By identity: specs are not changed while they are compared. */
function isSameChange(a: SpecChange, b: SpecChange): boolean {
  return a.kind === b.kind && a.before === b.before && a.after === b.after;
}

function openingsBetween(compared: ComparedWays): Openings {
  const { old, now, always, isTooLarge } = compared;
  if (isTooLarge) return { found: [], isComplete: areEqualAsRead(compared) };
  const work = new Work();
  const found = new Map<string, Opening>();
  for (const willBe of now.ways) {
    for (const oldWay of old.ways) {
      const difference = openingOf(oldWay, willBe, old);
      if (difference === undefined) continue;
      const key = JSON.stringify([difference, oldWay.end, willBe.end, oldWay.at, willBe.at]);
      if (found.has(key) || !work.canBoth(willBe.conjunction, oldWay.when)) continue;
      found.set(key, { ...difference, when: allLiterals(oldWay, willBe), always, was: oldWay, willBe });
    }
  }
  if (work.isDone) return { found: [], isComplete: false };
  return { found: [...found.values(), ...shownSecrets(old, now, always)], isComplete: true };
}

/** All that holds of a request that takes two ways. */
export function allLiterals(oldWay: OpenWay, willBe: OpenWay): readonly Literal[] {
  const known = new Set(oldWay.when.map(({ key }) => key));
  return [...oldWay.when, ...willBe.when.filter(({ key }) => !known.has(key))];
}

/** Whether two sides are the same but for their layout and for what only observes. */
function areEqualAsRead({ before, after }: ComparedWays): boolean {
  const [rulesBefore, rulesAfter] = [actingRules(before.spec), actingRules(after.spec)];
  const withoutPolicy = ({ traffic_policy: _policy, ...rest }: Spec): Spec => rest;
  const isSame = isSameForRequests({
    kind: before.kind,
    before: withoutPolicy(before.spec),
    after: withoutPolicy(after.spec),
  });
  return rulesBefore !== undefined && rulesBefore === rulesAfter && isSame;
}

/** Secrets that clients, or other parties, get to see after a change and did not before. */
function shownSecrets(old: OpenWays, now: OpenWays, always: ReadonlySet<string>): readonly Opening[] {
  const oldLeaks = new Set(old.ways.flatMap((way) => leaksOf(way).map(keyOfLeak)));
  const found = new Map<string, Opening>();
  for (const way of now.ways)
    for (const secret of leaksOf(way))
      if (!oldLeaks.has(keyOfLeak(secret)))
        found.set(keyOfLeak(secret), {
          kind: 'secret',
          secret,
          when: way.when,
          always,
          was: way,
          willBe: way,
        });
  return [...found.values()];
}

type Leak = NonNullable<Opening['secret']>;

function leaksOf({ shown, calls }: OpenWay): readonly Leak[] {
  return [
    ...[...shown].map((name) => ({ name })),
    ...calls.flatMap(({ url, text }) => secretTerms(text).map((name) => ({ name, to: url }))),
  ];
}

function keyOfLeak({ name, to }: Leak): string {
  return JSON.stringify([name, to]);
}

function doesReadUrl({ ways }: OpenWays): boolean {
  return ways.some(({ end, when }) => end.is === 'kept-out' && when.some(isOnUrl));
}

/** Counts the literals that are put together: what takes more is not compared. */
export class Work {
  #left = mostLiterals;

  canBoth(conjunction: Conjunction, literals: readonly Literal[]): boolean {
    for (const { key, holds } of literals) {
      const known = conjunction.answers.get(key);
      if (known !== undefined && known !== holds) return false;
    }
    let all: Conjunction | undefined = conjunction;
    for (const literal of literals) {
      if (this.#left-- <= 0) return true;
      all = withLiteral(all, literal);
      if (all === undefined) return false;
    }
    return true;
  }

  get isDone(): boolean {
    return this.#left <= 0;
  }
}

type Difference = Pick<Opening, 'kind' | 'header'>;

/** The difference by which the second way is more open; undefined if it is not. */
export function openingOf(oldWay: OpenWay, willBe: OpenWay, old: OldPolicy): Difference | undefined {
  const { end } = willBe;
  if (end.is === 'kept-out') return undefined;
  if (oldWay.end.is === 'kept-out' || oldWay.end.is === 'ended') {
    if (isSameEnd(oldWay.end, end) || (!isDocumented(oldWay) && asksMore(oldWay, willBe))) return undefined;
    return isOfPolicy(end) && !carriesMore(willBe, oldWay, old) ? undefined : { kind: 'request' };
  }
  if (end.is !== 'delivered') return undefined;
  if (oldWay.end.is === 'answered' || oldWay.end.is === 'redirected')
    return isGuarded(end.to, willBe, old) ? { kind: 'request' } : undefined;
  if (!oldWay.end.isAnswered && end.isAnswered) return { kind: 'answer' };
  // Nothing answered it, and others reached the upstream.
  const isUnserved = oldWay.end.to === comparedAddress && end.to !== comparedAddress;
  if (isUnserved && isReached(end.to, old) && !isUnanswered(end.to, oldWay)) return { kind: 'request' };
  if (end.to.startsWith(anyTarget) && !isReached(end.to, old)) return { kind: 'target' };
  const header = headerBetween(oldWay.headers, willBe.headers, isAnybody(willBe));
  if (header !== undefined) return { kind: 'header', header };
  return isNewUrl(oldWay, willBe, old) ? { kind: 'url' } : undefined;
}

/** Whether the upstream gets another URL, which may be one that is kept from it. */
function isNewUrl(oldWay: OpenWay, { url, made, when }: OpenWay, old: OpenWays): boolean {
  if (oldWay.url === url || !doesReadUrl(old)) return false;
  return made === undefined || mayBeRefused(made, [...oldWay.when, ...when], old);
}

/** Whether it got to the upstream, which did not answer. */
function isUnanswered(upstream: string, { when }: OpenWay): boolean {
  return when.some(({ atom, holds }) => holds && atom.is === 'true' && atom.of.name === noAnswerOf(upstream));
}

function isReached(upstream: string, { ways }: OpenWays): boolean {
  return ways.some(({ end }) => end.is === 'delivered' && end.to === upstream);
}

/**
 * Whether some clients reach an upstream today, and those that take the way do not, whatever URL they ask for. An
 * upstream that no way reaches yet is as new as one that is created.
 */
function isGuarded(upstream: string, { when }: OpenWay, { ways }: OpenWays): boolean {
  const known = new Map(when.map(({ key, holds }) => [key, holds]));
  const others = ways.filter(({ end }) => end.is === 'delivered' && end.to === upstream);
  return (
    others.length > 0 &&
    others.every((way) => way.when.some(({ atom, key, holds }) => !isOfUrl(atom) && known.get(key) !== holds))
  );
}

/** A client asks for another URL, or with another method, as it likes. */
function isOfUrl(atom: Atom): boolean {
  return atom.is !== 'behaviour' && /^(?:req\.url|req\.method|query )/.test(atom.of.name);
}

function isSameEnd(oldEnd: OpenWay['end'], willBe: OpenWay['end']): boolean {
  return oldEnd.is === 'ended' && willBe.is === 'ended' && oldEnd.by === willBe.by;
}

/** Whether it is documented that what kept the request out does so. */
function isDocumented({ when }: OpenWay): boolean {
  return when.at(-1)?.atom.is !== 'behaviour';
}

/**
 * Whether the same guard wants more of a request now: a list instead of an empty one, which may have refused all, is
 * stricter.
 */
function asksMore(oldWay: OpenWay, willBe: OpenWay): boolean {
  const { end } = oldWay;
  const isThere = 'by' in end && willBe.events.some((event) => 'by' in event && event.by === end.by);
  const known = new Set(oldWay.when.map(({ key }) => key));
  return (
    isThere && willBe.when.some(({ atom, key, holds }) => holds && atom.is !== 'behaviour' && !known.has(key))
  );
}

function isOfPolicy({ is: kind }: OpenWay['end']): boolean {
  return kind === 'answered' || kind === 'redirected';
}

/**
 * Whether an answer or a redirect of the policy itself is more than a new constant: it has something in it that the
 * world answered, or it is what others got before, or the policy had its text behind what ended all; or a call on the
 * way writes.
 */
function carriesMore(willBe: OpenWay, oldWay: OpenWay, { texts, ways }: OldPolicy): boolean {
  const { end, response, calls } = willBe;
  if (end.is === 'redirected' && isTelling(end.to)) return true;
  if (end.is === 'answered' && (isUnknownValue(end.body) || (end.body !== '' && texts.has(end.body))))
    return true;
  const made = new Set(oldWay.calls.map(({ text }) => text));
  return (
    calls.some(({ text, isWriting }) => isWriting && !made.has(text)) ||
    ways.some((way) => way.end.is === end.is && isSameResponse(way.response, response))
  );
}

function isSameResponse(response: OpenWay['response'], other: OpenWay['response']): boolean {
  return response.size === other.size && [...response].every(([part, text]) => other.get(part) === text);
}

/** Whether the target of a redirect has a secret in it, or something that the world answered. */
function isTelling(target: string): boolean {
  return /\b(?:secret|response of) /.test(target);
}

/** The policy before a change: its ways, and the texts in it and in the answers of endpoints behind it. */
interface OldPolicy extends OpenWays {
  readonly texts: ReadonlySet<string>;
}

function withTexts(found: OpenWays, { spec }: TrafficServer): OldPolicy {
  const answers = found.ways.flatMap(({ end }) =>
    end.is === 'answered' && typeof end.body === 'string' ? [end.body] : [],
  );
  return { ...found, texts: new Set([...textsIn(policyToRun(spec) ?? {}), ...answers]) };
}

function textsIn(tree: Json): readonly string[] {
  if (typeof tree === 'string') return [tree];
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.values(tree).flatMap(textsIn);
}

/** Headers that only say what a client can read. */
const telling = /^(?:accept(?:-.*)?|if-.*|range|cache-control|te|connection)$/;

const untouched: OpenHeader = { isOpen: true, added: [] };

/** The host is that of the resource. */
const ownHost: OpenHeader = { isOpen: false, added: [] };

function own(name: string): OpenHeader {
  return name === 'host' ? ownHost : untouched;
}

/**
 * A header that the client can write now, or that has another value where it had one or where it tells who the client
 * is.
 */
function headerBetween(
  oldHeaders: ReadonlyMap<string, OpenHeader>,
  willBe: ReadonlyMap<string, OpenHeader>,
  isOpenWay: boolean,
): string | undefined {
  return [...new Set([...oldHeaders.keys(), ...willBe.keys()])].find((name) => {
    const [before, after] = [oldHeaders.get(name) ?? own(name), willBe.get(name) ?? own(name)];
    const isNamed = isIdentityHeader(name) || sessionsAndHosts.has(name) || isHiddenText(name);
    const isTrusted = isNamed || isTaken(before);
    if (!before.isOpen && after.isOpen) return isTrusted && !telling.test(name);
    const known = new Set(before.added.map(distinctText));
    const more = after.added.filter((value) => value !== '' && !known.has(distinctText(value)));
    return more.some(
      (value) =>
        (before.added.length === 0 && isOpenWay && holdsSecret(value)) ||
        (isTrusted && !before.added.some(isWritten) && isChosen(value)),
    );
  });
}

const sessionsAndHosts: ReadonlySet<string> = new Set(['cookie', 'host']);

/**
 * Whether the upstream takes the header for a fact: it is stripped or computed. A constant, or a secret, says nothing
 * of a client.
 */
function isTaken({ isOpen, added }: OpenHeader): boolean {
  const isFact = (value: Knowable<string>): boolean => typeof value !== 'string' && !holdsSecret(value);
  return !isOpen && (added.length === 0 || added.some(isFact));
}

/** Whether nothing vouches for who takes a way. */
function isAnybody({ when }: OpenWay): boolean {
  return !when.some(({ atom, holds }) => holds && (atom.is === 'true' || atom.is === 'within'));
}

/** A constant, or what the client writes: not a fact about the client. */
function isChosen(value: Knowable<string>): boolean {
  return typeof value === 'string' || isWritten(value);
}

function isWritten(value: Knowable<string>): boolean {
  return (
    typeof value !== 'string' &&
    /\b(?:header|query|cookie) |\breq\.(?:url|body|method)\b/.test(distinctText(value))
  );
}

function holdsSecret(value: Knowable<string>): boolean {
  return /\bsecret /.test(distinctText(value));
}
