import { canonicalString } from '../derive/compare/canonical.ts';
import { isIdentical } from '../derive/compare/is-identical.ts';
import { specOfEntry } from '../derive/forms/kept-spec.ts';
import type { LedgerEntry } from '../model/ledger/ledger.ts';
import type { Spec } from '../model/value.ts';
import type { Address } from '../model/workspace/address.ts';
import { protectionOf } from '../routing/protection.ts';
import { upstreamsOf } from '../routing/upstreams.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import type { LedgerDraft } from './draft.ts';
import { isPublic } from '../routing/bindings.ts';

/**
 * Remembers how upstreams were protected that an object does not reach any more: a later change may open another way to
 * them. One that is reached again, or that is gone, is forgotten.
 */
export function rememberWays(
  draft: LedgerDraft,
  address: Address,
  { before, after }: { readonly before: LedgerEntry | undefined; readonly after: LedgerEntry | undefined },
): void {
  const { guarded = {}, ...rest } = draft.rest;
  if (before === undefined ? Object.keys(guarded).length === 0 : isSameWay(before, after)) return;
  const [specBefore, specAfter] = [before && specOfEntry(before), after && specOfEntry(after)];
  const reached = specAfter === undefined ? [] : upstreamsOf(specAfter);
  const left = (specBefore === undefined ? [] : upstreamsOf(specBefore)).filter(
    (upstream) => !reached.includes(upstream),
  );
  const ways = new Map(Object.entries(guarded));
  for (const upstream of [...reached, ...left]) ways.delete(upstream);
  if (before !== undefined && specBefore !== undefined && isWorthKnowing(before, specBefore)) {
    const { kind, edge_id: edge, applied, observed } = before;
    for (const upstream of left)
      ways.set(upstream, withoutUndefined({ address, kind, edge_id: edge, applied, observed }));
  }
  if (specBefore !== undefined && specAfter === undefined) forgetEndpoint(ways, specBefore);
  draft.rest = ways.size === 0 ? rest : { ...rest, guarded: Object.fromEntries(ways) };
}

function isSameWay(before: LedgerEntry, after: LedgerEntry | undefined): boolean {
  return (
    after !== undefined &&
    isIdentical(before.applied, after.applied) &&
    isIdentical(before.observed, after.observed)
  );
}

/** An internal endpoint is protected by those that forward to it. */
function isWorthKnowing({ kind }: LedgerEntry, spec: Spec): boolean {
  return !isPublic(spec) || protectionOf({ kind, spec }).length > 0;
}

/** Forgets an endpoint that is gone, unless requests went through it to an upstream that is left. */
function forgetEndpoint(ways: Map<string, Pick<LedgerEntry, 'applied' | 'observed'>>, { url }: Spec): void {
  if (typeof url !== 'string') return;
  const isHop = [...ways.values()].some((way) => specOfEntry(way)['url'] === url);
  if (!isHop) ways.delete(canonicalString('endpoint-url', url));
}
