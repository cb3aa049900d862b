/**
 * The order of steps that policies which forward requests ask for: a step that begins to forward to a URL follows the
 * one that begins to serve it, and one that ends to serve a URL follows those that end to forward there. In another
 * order requests would fail, for a while or, if the other step is not done, for good.
 */
import { normalUrl } from '../../derive/forms/endpoint-url.ts';
import type { HiddenTexts } from '../../model/snapshot.ts';
import { forwardedUrls } from '../../routing/policy-forwards.ts';
import { sidesOf, type SideIndex } from '../../routing/traffic/side-index.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import type { RoutingState } from '../../routing/url-spaces/routing-state.ts';
import type { OrderRule } from './during-apply.ts';

/** Rules about the changes of a state, by their indexes. Those of policies that forward to each other form a cycle. */
export function forwardRules(state: RoutingState, hidden?: HiddenTexts): readonly OrderRule[] {
  const { changes } = state;
  const urlsOf = (server: TrafficServer | undefined): ReadonlySet<string> =>
    new Set(server === undefined ? [] : [...forwardedUrls(server, hidden)].map(normalUrl));
  const forwards = changes.map(({ before, after }) => ({
    urlsBefore: urlsOf(before),
    urlsAfter: urlsOf(after),
  }));
  const begun = forwards.flatMap(({ urlsBefore, urlsAfter }, waiting) =>
    [...urlsAfter].flatMap((url) => (urlsBefore.has(url) ? [] : [{ waiting, url }])),
  );
  const ended = forwards.flatMap(({ urlsBefore, urlsAfter }, required) =>
    [...urlsBefore].flatMap((url) => (urlsAfter.has(url) ? [] : [{ required, url }])),
  );
  if (begun.length + ended.length === 0) return [];
  const sides = sidesOf(state);
  const [before, after] = [sides.before(), sides.after()];
  const indexes = new Map(
    changes.flatMap((objectChange, at) => namesOf(objectChange).map((name) => [name, at] as const)),
  );
  /** The changes of objects that serve a URL on one side alone. */
  const changing = (url: string, side: SideIndex, other: SideIndex): readonly number[] => {
    const elsewhere = new Set(addressesOf(other, url));
    return addressesOf(side, url).flatMap((name) => (elsewhere.has(name) ? [] : (indexes.get(name) ?? [])));
  };
  return [
    ...begun.flatMap(({ waiting, url }) =>
      changing(url, after, before).map((required) => ({ waiting, required })),
    ),
    ...ended.flatMap(({ required, url }) =>
      changing(url, before, after).map((waiting) => ({ waiting, required })),
    ),
  ].filter(({ waiting, required }) => waiting !== required);
}

function addressesOf(side: SideIndex, url: string): readonly string[] {
  return endpointsAt(side, url).map(({ address }) => address);
}

/** A snapshot names the endpoint that a forward reaches, which may be one of a pattern. */
function endpointsAt(side: SideIndex, url: string): readonly TrafficServer[] {
  if (!url.includes('*')) return side.forwardTargetOf(url)?.endpoints ?? [];
  return side.servers.filter(
    ({ kind, spec }) =>
      kind === 'endpoint' && typeof spec['url'] === 'string' && normalUrl(spec['url']) === url,
  );
}

function namesOf({ before, after }: RoutingState['changes'][number]): readonly string[] {
  return [before, after].flatMap((server) => server?.address ?? []);
}
