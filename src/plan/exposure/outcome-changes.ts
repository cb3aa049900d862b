/** The changes of outcomes between the ways of two sides: one of each kind, end and part that differs. */
import { listenerUrl } from '../../derive/forms/listener-url.ts';
import { gotOf } from '../../model/traffic/got.ts';
import type { OutcomeChange, OutcomeEnd } from '../../model/facts/request-outcomes.ts';
import type { SimulatedOutcome } from '../../model/traffic/simulation.ts';
import { isUnknownValue } from '../../model/traffic/unknown.ts';
import { listenersOf } from '../../routing/listener.ts';
import { decidedOutcomes } from '../../simulate/unknown/decided-outcome.ts';
import type { Literal } from '../../simulate/unknown/term.ts';
import { distinctHeader, type OpenWay } from '../../simulate/unknown/ways.ts';
import { allLiterals, Work } from './openings.ts';
import { withoutSettings } from './settings-text.ts';
import { conditionsOf, requestOfWay } from './shown-request.ts';
import type { RequestFacts } from '../../model/traffic/request-facts.ts';
import { openingOf } from './opening-of.ts';
import { comparedAddress, type ComparedWays } from './compared-ways.ts';
import type { Opening } from './opening.ts';

/** The changes that are looked into; the others are counted. */
const mostChanges = 20;

export interface OutcomeChanges {
  readonly changes: readonly OutcomeChange[];
  /** The number of the others. */
  readonly more: number;
}

type Kind = Exclude<OutcomeChange['code'], 'moved'>;

/** In the order in which they are shown. */
const kindsInOrder: readonly Kind[] = ['opens', 'page', 'closes', 'answer', 'upstream', 'sent'];

/** A pair of ways that one request can take, and that end in different ways. */
interface ChangedPair {
  readonly kind: Kind;
  readonly parts: readonly string[];
  readonly was: OpenWay;
  readonly willBe: OpenWay;
  readonly when: readonly Literal[];
}

/** `found`: the openings of the same ways. Undefined: there is too much to compare. */
export function outcomeChanges(
  compared: ComparedWays,
  found: readonly Opening[],
): OutcomeChanges | undefined {
  const pairs = changedPairs(compared, found);
  if (pairs === undefined) return undefined;
  const sorted = pairs.toSorted((a, b) => kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind));
  const run = runOf(compared);
  return {
    changes: sorted.slice(0, mostChanges).map((pair) => changeOf(pair, compared, run)),
    more: Math.max(0, sorted.length - mostChanges),
  };
}

function changedPairs(
  { old, now }: ComparedWays,
  found: readonly Opening[],
): readonly ChangedPair[] | undefined {
  const pairs = new Map<string, ChangedPair>();
  const add = (pair: ChangedPair): void => {
    const key = outcomeKey(pair.kind, pair.was, pair.willBe, pair.parts);
    if (!pairs.has(key)) pairs.set(key, pair);
  };
  for (const { kind, when, was: oldWay, willBe } of found)
    if (kind !== 'secret')
      add({
        kind: 'opens',
        parts: kind === 'request' ? [] : differentParts(oldWay, willBe),
        was: oldWay,
        willBe,
        when,
      });
  const work = new Work();
  const looks = new Map([...old.ways, ...now.ways].map((way) => [way, lookOf(way)]));
  for (const willBe of now.ways) {
    for (const oldWay of old.ways) {
      if (looks.get(oldWay) === looks.get(willBe)) continue;
      const parts = isSameEnd(oldWay, willBe) ? differentParts(oldWay, willBe) : [];
      const kind = kindOf(oldWay, willBe, parts);
      if (pairs.has(outcomeKey(kind, oldWay, willBe, parts))) continue;
      if (openingOf(oldWay, willBe, old) !== undefined) continue;
      if (!work.canBoth(willBe.conjunction, oldWay.when)) continue;
      add({ kind, parts, was: oldWay, willBe, when: allLiterals(oldWay, willBe) });
    }
  }
  return work.isDone ? undefined : [...pairs.values()];
}

/** Ways with the same look have the same outcome. */
function lookOf(way: OpenWay): string {
  return JSON.stringify([endKey(way), [...partsOf(way)].sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function outcomeKey(kind: Kind, oldWay: OpenWay, willBe: OpenWay, parts: readonly string[]): string {
  return JSON.stringify([kind, endKey(oldWay), endKey(willBe), parts]);
}

function isSameEnd(oldWay: OpenWay, willBe: OpenWay): boolean {
  return endKey(oldWay) === endKey(willBe);
}

/** The upstream of a way that ends at one; undefined without one. */
function upstreamOf({ end, backend }: OpenWay): string | undefined {
  if (end.is !== 'delivered') return undefined;
  return end.to === comparedAddress ? backend : end.to;
}

/** The end without its text, which is a part of the response. */
function endKey(way: OpenWay): string {
  const { end, response } = way;
  return JSON.stringify(
    end.is === 'delivered'
      ? [end.is, upstreamOf(way), end.isAnswered]
      : [end.is, end.by, end.is === 'redirected' ? end.to : response.get('status')],
  );
}

/** The request of the upstream and the response of the client, by part. */
function partsOf({ end, headers, url, body, response, calls }: OpenWay): ReadonlyMap<string, string> {
  const request = [
    ...[...headers].map(([name, header]) => [`request header ${name}`, distinctHeader(header)] as const),
    ['url', url] as const,
    ['request body', body] as const,
  ];
  return new Map([
    ...(end.is === 'delivered' ? request : []),
    ...[...response].map(([name, text]) => [`response ${name}`, text] as const),
    ['call', JSON.stringify(calls)],
  ]);
}

function differentParts(oldWay: OpenWay, willBe: OpenWay): readonly string[] {
  const [before, after] = [partsOf(oldWay), partsOf(willBe)];
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
}

function kindOf(oldWay: OpenWay, willBe: OpenWay, parts: readonly string[]): Kind {
  const [before, after] = [oldWay.end, willBe.end];
  const isOut = ({ is: kind }: OpenWay['end']): boolean => kind === 'kept-out' || kind === 'ended';
  if (isOut(after)) return isOut(before) ? 'answer' : 'closes';
  if (after.is === 'answered' && !isUnknownValue(after.body) && before.is !== 'answered') return 'page';
  if (after.is === 'redirected' && before.is !== 'redirected') return 'page';
  if (before.is !== 'delivered' || after.is !== 'delivered') return 'answer';
  if (upstreamOf(oldWay) !== upstreamOf(willBe)) return 'upstream';
  if (before.isAnswered && !after.isAnswered) return 'closes';
  return parts.every((part) => part.startsWith('response ')) ? 'answer' : 'sent';
}

type Run = (request: RequestFacts) => readonly (SimulatedOutcome | undefined)[];

function changeOf(
  { kind, parts, was: oldWay, willBe, when }: ChangedPair,
  { after }: ComparedWays,
  run: Run,
): OutcomeChange {
  const [listener] = listenersOf(after);
  const base = listener === undefined ? undefined : listenerUrl(listener).replace('*.', 'any.');
  const { shown, request, beyond } = requestOfWay(when, base);
  const [before, now] = request === undefined ? [] : run(request);
  // Both outcomes are known whatever the service does where nothing is documented.
  const known = beyond.filter(({ atom }) => atom.is !== 'behaviour');
  const isKnown = before !== undefined && now !== undefined && known.length < beyond.length;
  return {
    code: kind,
    ...shown,
    ...(isKnown ? { conditions: conditionsOf(known) } : {}),
    parts,
    ...toldApart(endOf(oldWay, before), endOf(willBe, now), { was: oldWay, willBe }),
  };
}

/** One guard that refuses in another way is told by its statuses, also where no request was run. */
function toldApart(
  before: OutcomeEnd,
  after: OutcomeEnd,
  ways: Pick<ChangedPair, 'was' | 'willBe'>,
): { readonly was: OutcomeEnd; readonly will_be: OutcomeEnd } {
  const isSame = before.code === 'kept-out' && JSON.stringify(before) === JSON.stringify(after);
  const [statusBefore, statusAfter] = [ways.was, ways.willBe].map(({ response }) =>
    Number(response.get('status')),
  );
  if (
    !isSame ||
    statusBefore === undefined ||
    statusAfter === undefined ||
    Number.isNaN(statusBefore + statusAfter)
  )
    return { was: before, will_be: after };
  return { was: { ...before, status: statusBefore }, will_be: { ...before, status: statusAfter } };
}

/** Runs a request on both sides. */
function runOf({ around, before, after }: ComparedWays): Run {
  const sides = [decidedOutcomes(around.before, before), decidedOutcomes(around.after, after)];
  return (request) => sides.map((run) => run(request));
}

/** The end of a way, with the status where the request has the same end. */
function endOf(way: OpenWay, outcome: SimulatedOutcome | undefined): OutcomeEnd {
  const { end } = way;
  const to = upstreamOf(way);
  const got = outcome === undefined ? undefined : gotOf(outcome);
  const status = got !== undefined && 'status' in got ? { status: got.status } : {};
  switch (end.is) {
    case 'kept-out':
      return { code: end.is, by: end.by, ...(got?.code === 'refused' && got.by === end.by ? status : {}) };
    case 'delivered':
      if (to === undefined) return { code: 'no-upstream' };
      if (!end.isAnswered) return { code: 'kept-back', to };
      return { code: end.is, to, ...(got?.code === 'served' && got.from === to ? status : {}) };
    case 'answered':
      return { code: end.is, by: end.by, ...(got?.code === 'served' ? status : {}) };
    case 'redirected':
      return { code: end.is, by: end.by, to: end.to, ...(got?.code === 'moved' ? status : {}) };
    case 'ended':
      return { code: end.is, by: withoutSettings(end.by) };
  }
}
