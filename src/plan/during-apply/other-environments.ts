/**
 * Steps that take URLs from another environment: its reviewers are not asked about a change of this one. A service that
 * cannot list routes does not show them, so they are known from the other's ledger and files.
 */
import type { Step } from '../../model/plan/step.ts';
import type { ExposureLoss } from '../../model/facts/exposure.ts';
import type { Address } from '../../model/workspace/address.ts';
import { urlSpacesOf } from '../../routing/url-spaces/url-spaces-of.ts';
import { takeoversOf, type Takeover } from '../../routing/url-spaces/takeovers.ts';
import type { TrafficServer } from '../../routing/traffic-server.ts';
import { ledgerRoutes } from '../../routing/ledger-routes.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { claimOn } from '../obstacles/claims.ts';
import { exposing } from '../exposure/exposure.ts';
import type { Planning } from '../input.ts';
import { movesOf } from './object-changes.ts';
import { routingStateOf } from './losses.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** The steps, with an exposure for those that take URLs. */
export function askOtherEnvironments(planning: Planning, steps: readonly Step[]): readonly Step[] {
  if ((planning.neighbors ?? []).length === 0) return steps;
  const all = movesOf(planning, steps);
  const of = all.moves.filter(({ step, after }) => step !== undefined && after !== undefined);
  if (of.length === 0) return steps;
  const hasRoutes = of.some(({ after }) => after?.kind === 'https-route');
  const owners = ownersOf(planning, hasRoutes ? (planning.neighbors ?? []) : []);
  if (owners.size === 0) return steps;
  const state = routingStateOf(planning, all, { of, side: 'after' });
  const shown = new Set(state.still.map(({ id }) => id));
  const unlisted = [...owners.keys()].filter(({ id }) => id === undefined || !shown.has(id));
  const byId = new Map([...owners].map(([{ id }, owner]) => [id, owner]));
  const ownerOf = (server: TrafficServer): Owner | undefined =>
    owners.get(server) ?? (server.id === undefined ? undefined : byId.get(server.id));
  const spaces = urlSpacesOf({ ...state, still: [...state.still, ...unlisted] });
  const takeovers = takeoversOf(spaces, (server) => ownerOf(server) !== undefined);
  const found = groupBy(takeovers, ({ change }) => of[change]?.step);
  return steps.map((step) => {
    const reasons = lossesIn(found.get(step) ?? [], ownerOf);
    return reasons.length === 0 ? step : exposing(planning, step, { direction: 'weaker', reasons });
  });
}

interface Owner {
  readonly environment: string;
  /** The address there, if it is known. */
  readonly address: string;
}

/** The objects of other environments: those that the API lists, and the routes in their ledgers and files. */
function ownersOf(
  planning: Planning,
  withRoutes: NonNullable<Planning['neighbors']>,
): ReadonlyMap<TrafficServer, Owner> {
  const { neighbors = [], ledger, live } = planning;
  const owners = new Map<TrafficServer, Owner>();
  const ours = new Set(
    [...live.known.values(), ...live.orphans.values()].map((object) =>
      object === 'missing' ? '' : object.id,
    ),
  );
  const names = new Set(neighbors.map(({ name }) => name));
  for (const { kind, id, spec, marker } of live.listed) {
    const claim = ours.has(id) ? undefined : claimOn(planning, { id, ...withoutUndefined({ marker }) });
    // Of endpoints only those that share a URL: one for a part of a wildcard's hosts is listed for all to see.
    if (claim === undefined || !names.has(claim.owner) || spec['pooling_enabled'] !== true) continue;
    const address = claim.address ?? `${kind}/${id}`;
    owners.set(
      { address: named(address, claim.owner), kind, id, spec },
      { environment: claim.owner, address },
    );
  }
  for (const { name, ledger: other, routes = [] } of withRoutes) {
    const known = new Map(routes.map((route) => [route.address, route]));
    if (other !== undefined && (other.api === ledger.api || ledger.api === '')) {
      for (const { address, kind, id, spec } of ledgerRoutes(other.resources)) {
        if (ours.has(id)) known.delete(address);
        else owners.set({ address: named(address, name), kind, id, spec }, { environment: name, address });
      }
    }
    for (const { address, kind, spec } of known.values())
      owners.set({ address: named(address, name), kind, spec }, { environment: name, address });
  }
  return owners;
}

/** Differs from the addresses of this environment, which may have the same ones. */
function named(address: string, environment: string): Address {
  return `${address} (${environment})` as Address;
}

const mostNamed = 3;

function lossesIn(
  takeovers: readonly Takeover[],
  ownerOf: (server: TrafficServer) => Owner | undefined,
): readonly ExposureLoss[] {
  const spaces = new Map<string, Set<string>>();
  const addresses = new Map<string, Set<string>>();
  for (const { space, from } of takeovers) {
    for (const owner of from.map(ownerOf)) {
      if (owner === undefined) continue;
      const { environment, address } = owner;
      spaces.set(environment, (spaces.get(environment) ?? new Set()).add(space));
      addresses.set(environment, (addresses.get(environment) ?? new Set()).add(address));
    }
  }
  return [...spaces].map(([environment, all]) => ({
    code: 'other-environment',
    environment,
    spaces: [...all].slice(0, mostNamed),
    more: Math.max(all.size - mostNamed, 0),
    from: [...(addresses.get(environment) ?? [])].slice(0, mostNamed),
  }));
}
