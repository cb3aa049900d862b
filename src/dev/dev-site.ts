/** The compiled resources of an environment as a place on this machine, with what a person has set for it. */
import { isMatched, startGlobs } from '../text/patterns/glob.ts';
import { normalUrl } from '../derive/forms/endpoint-url.ts';
import { secretFilter } from '../derive/secrets/secret-filter.ts';
import type { CompiledResource } from '../model/desired.ts';
import type { PlanOrigin } from '../model/plan/change.ts';
import { SecretReference } from '../model/secret-reference.ts';
import type { SimulationPlace } from '../model/traffic/simulation.ts';
import type { Value } from '../model/value.ts';
import { edgesOf, type EdgeHost } from '../routing/edges.ts';
import { listenersOf } from '../routing/listener.ts';
import { desiredServers, type TrafficServer } from '../routing/traffic-server.ts';
import { openSide, type SideIndex } from '../routing/traffic/side-index.ts';
import type { Workspace } from '../model/workspace/workspace.ts';
import { openSimulator, type Simulator } from '../simulate/simulate.ts';
import type { Environment } from '../model/workspace/environment.ts';
import type { ClientFacts, GivenFacts } from '../model/traffic/request-facts.ts';

/** An upstream as a person names it, and where it runs. */
export interface LocalUpstream {
  /** `backend/shop`, `https://api.internal`, `endpoint/api`; `*` stands for any characters. */
  readonly name: string;
  readonly url: URL;
}

/** Settings beside the files of an environment: options, and the file of `dev`. */
export interface DevSettings {
  readonly upstreams: readonly LocalUpstream[];
  /** Hosts of HTTPS edges, which no file of the workspace has. */
  readonly hosts: readonly EdgeHost[];
  readonly from: ClientFacts;
  readonly given: GivenFacts;
  /** Key sets by their URL, in place of what is published there. */
  readonly keySets: ReadonlyMap<string, unknown>;
}

/** A state of the files, ready to be served. */
export interface DevSite {
  readonly environment: string;
  readonly compiled: readonly CompiledResource[];
  readonly side: SideIndex;
  readonly settings: DevSettings;
  readonly nameOf: (id: string) => string;
  readonly originOf: (place: SimulationPlace) => PlanOrigin | undefined;
  readonly outcomesOf: Simulator;
  readonly upstreamOf: (name: string) => LocalUpstream | undefined;
  /** The schemes of hosts that requests named, each found once. */
  readonly schemes: Map<string, string>;
  /** The text without the values of secrets. */
  readonly clean: (text: string) => string;
}

export interface SiteInput {
  readonly workspace: Pick<Workspace, 'settings'>;
  readonly environment: Environment;
  readonly compiled: readonly CompiledResource[];
  readonly settings: DevSettings;
  readonly nameOf: (id: string) => string;
  readonly originOf: (place: SimulationPlace) => PlanOrigin | undefined;
}

export function openSite(input: SiteInput): DevSite {
  const { workspace, environment, compiled, settings, nameOf, originOf } = input;
  const servers = desiredServers(compiled);
  const side = openSide({
    servers,
    edges: edgesOf(environment.ids.values(), [], settings.hosts),
    ownActions: workspace.settings.trafficPolicy.actions,
  });
  const values = Object.values(settings.given.secrets ?? {});
  const written = compiled.flatMap(({ spec }) => literalsIn(spec));
  const filter = secretFilter([...values, ...written]);
  return {
    environment: environment.name,
    compiled,
    side,
    settings,
    nameOf,
    originOf,
    outcomesOf: openSimulator({ side, nameOf }),
    upstreamOf: upstreamsBy(settings.upstreams, side),
    schemes: new Map(),
    clean: (text) => withoutShort(filter.clean(text), values),
  };
}

/** Filters do not look for values under eight bytes; a page that shows no more than a header can. */
function withoutShort(text: string, values: readonly string[]): string {
  return values
    .filter((value) => value.length >= 3)
    .reduce((shown, value) => shown.replaceAll(value, '(secret)'), text);
}

function literalsIn(value: Value): readonly string[] {
  if (value instanceof SecretReference) return value.literals.map((secret) => secret.reveal());
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item) => literalsIn(item as Value));
}

/** An endpoint is found by its URL as well as by its address. A name without `*` wins over one with it. */
function upstreamsBy(
  upstreams: readonly LocalUpstream[],
  { servers }: SideIndex,
): (name: string) => LocalUpstream | undefined {
  // The first of one name counts: options come before the file.
  const exact = new Map(upstreams.toReversed().map((upstream) => [normalUrl(upstream.name), upstream]));
  const patterns = upstreams
    .filter(({ name }) => name.includes('*'))
    .map((upstream) => ({ upstream, glob: startGlobs([upstream.name.replace('://', '/')]).state }));
  const found = (name: string): LocalUpstream | undefined =>
    exact.get(name) ?? patterns.find(({ glob }) => isMatched(glob, name.replace('://', '/')))?.upstream;
  const byAddress = new Map<string, TrafficServer>(servers.map((server) => [server.address, server]));
  const remembered = new Map<string, LocalUpstream | undefined>();
  return (name) => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const server = byAddress.get(name);
    const urls =
      server?.kind === 'endpoint'
        ? listenersOf(server).map(({ scheme, host, port }) => normalUrl(`${scheme}://${host}:${port}`))
        : [];
    const upstream = [name, ...urls].map(found).find((upstreamUrl) => upstreamUrl !== undefined);
    if (upstream !== undefined && remembered.size < 1000) remembered.set(name, upstream);
    return upstream;
  };
}
