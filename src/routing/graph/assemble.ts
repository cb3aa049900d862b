/**
 * Builds a topology from the specs of each resource before and after. All sources (files, live state, plan) are reduced
 * to these facts, so that the same rules draw all of them.
 */
import { canonicalString } from '../../derive/compare/canonical.ts';
import { fieldsOf } from '../../derive/forms/fields.ts';
import { activeModule } from '../../derive/module-state.ts';
import type { Field } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type {
  Topology,
  TopologyChange,
  TopologyLink,
  TopologyNode,
  TopologyRole,
} from '../../model/traffic/topology.ts';
import type { Spec, Value } from '../../model/value.ts';
import type { NamedId } from '../../model/workspace/environment.ts';
import { forwardsOf } from '../policy-forwards.ts';
import { compareTexts } from '../../text/lists/compare-texts.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { ReferenceTarget } from '../../kinds/references.ts';
import type { Address } from '../../model/workspace/address.ts';

export interface Resource {
  readonly kind: KindName;
  /** Absent for a live object that is not managed. */
  readonly address?: Address;
  /** The id of an object without an address. */
  readonly id?: string;
  readonly before: Spec | undefined;
  readonly after: Spec | undefined;
  readonly change: TopologyChange;
  /** True if the ledger has it, but it does not exist. */
  readonly isMissing?: true;
}

export interface Knowledge {
  /** `ids` of the environment. */
  readonly ids: ReadonlyMap<string, NamedId>;
  /** Whether all endpoints are known, because the live state was read. */
  readonly seesEndpoints: boolean;
  /** Whether the settings declare that something else serves a URL. */
  readonly isElsewhere: (url: string) => boolean;
}

export function assemble(resources: readonly Resource[], knowledge: Knowledge): Topology {
  const drawing: GraphDraft = {
    nodes: new Map(),
    links: new Map(),
    names: new Map([...knowledge.ids.values()].map(({ target, id, name }) => [`${target}:${id}`, name])),
    endpoints: endpointsByUrl(resources),
    knowledge,
  };
  for (const resource of resources) drawing.nodes.set(nodeId(resource), nodeOf(resource));
  for (const resource of resources) addLinks(drawing, resource);
  return {
    nodes: [...drawing.nodes.values()].sort((a, b) => compareTexts(a.id, b.id)),
    links: [...drawing.links.values()].sort(
      (a, b) =>
        compareTexts(a.from, b.from) || compareTexts(a.to, b.to) || compareTexts(a.through, b.through),
    ),
  };
}

interface GraphDraft {
  readonly nodes: Map<string, TopologyNode>;
  readonly links: Map<string, TopologyLink>;
  /** The name in `ids` by target and id. */
  readonly names: ReadonlyMap<string, string>;
  /** The node of the endpoint that serves a URL. */
  readonly endpoints: ReadonlyMap<string, string>;
  readonly knowledge: Knowledge;
}

function nodeId({ address, kind, id = '' }: Resource): string {
  return address ?? `${kind}:${id}`;
}

function nodeOf(resource: Resource): TopologyNode {
  const { kind, address, id = '', after, before, change, isMissing } = resource;
  const detail = detailOf(kind, after ?? before ?? {});
  return {
    id: nodeId(resource),
    role: kind,
    title: address === undefined ? id : address.slice(address.indexOf('/') + 1),
    ...(detail === '' ? {} : { detail }),
    ...withoutUndefined({ address }),
    change,
    isDangling: isMissing === true,
  };
}

/** The identity of the resource for the service, except the edge that a route is drawn under. */
function detailOf(kind: KindName, spec: Spec): string {
  const { identity, parent } = kinds[kind];
  return identity.fields
    .filter((name) => name !== parent?.field)
    .flatMap((name) => spec[name] ?? [])
    .filter((value) => typeof value === 'string')
    .join(' ');
}

function endpointsByUrl(resources: readonly Resource[]): ReadonlyMap<string, string> {
  return new Map(
    resources
      .filter(({ kind, change }) => kind === 'endpoint' && change !== 'removed')
      .flatMap((resource) => {
        const url = (resource.after ?? resource.before)?.['url'];
        return typeof url === 'string' ? [[canonicalString('endpoint-url', url), nodeId(resource)]] : [];
      }),
  );
}

function addLinks(drawing: GraphDraft, { kind, before, after, ...resource }: Resource): void {
  const id = nodeId({ kind, before, after, ...resource });
  for (const [spec, other, change] of [
    [before, after, 'removed'],
    [after, before, 'added'],
  ] as const) {
    if (spec === undefined) continue;
    const others = new Set(other === undefined ? [] : linksOf(drawing, kind, id, other).map(linkKey));
    for (const link of linksOf(drawing, kind, id, spec)) {
      const key = linkKey(link);
      drawing.links.set(key, {
        ...link,
        change: others.has(key) || resource.change === 'same' ? 'same' : change,
      });
    }
  }
}

type Ends = Omit<TopologyLink, 'change'>;

function linksOf(drawing: GraphDraft, kind: KindName, id: string, spec: Spec): readonly Ends[] {
  const { parent } = kinds[kind];
  const owner = parent === undefined ? undefined : spec[parent.field];
  const links: Ends[] = trafficReferences(kind, spec).map((reference) => ({
    from: id,
    to: targetOf(drawing, reference),
    through: reference.through,
  }));
  if (parent === undefined || typeof owner !== 'string') return links;
  const edge = { role: 'https-edge', to: owner, through: parent.field } as const;
  return [{ from: targetOf(drawing, edge), to: id, through: parent.field }, ...links];
}

/** The target node of a reference; created if no resource matches. */
function targetOf(
  { nodes, names, endpoints, knowledge }: GraphDraft,
  { role, to }: TrafficReference,
): string {
  if (role === 'endpoint') {
    const known = endpoints.get(canonicalString('endpoint-url', to));
    if (known !== undefined) return known;
  }
  const id = `${role}:${to}`;
  if (nodes.has(id)) return id;
  const isElsewhere = role === 'endpoint' && knowledge.isElsewhere(to);
  // Names have a slash, ids have none: an unresolved name is undeclared.
  const isDangling = role === 'endpoint' ? knowledge.seesEndpoints && !isElsewhere : to.includes('/');
  const node = { id, role, title: titleOf(names, role, to), change: 'same', isDangling } as const;
  nodes.set(id, isElsewhere ? { ...node, isElsewhere } : node);
  return id;
}

function titleOf(names: ReadonlyMap<string, string>, role: TopologyRole, to: string): string {
  const name = names.get(`${role}:${to}`) ?? to;
  return name.startsWith(`${role}/`) ? name.slice(role.length + 1) : name;
}

function linkKey({ from, to, through }: Ends): string {
  return JSON.stringify([from, to, through]);
}

/** A reference of a resource: by id (or by an undeclared name), or to an endpoint by URL. */
interface TrafficReference {
  readonly role: TopologyRole;
  readonly to: string;
  readonly through: string;
}

/** All references of a resource; disabled modules have none. */
export function trafficReferences(kind: KindName, spec: Spec): readonly TrafficReference[] {
  const { fields, parent } = kinds[kind];
  return Object.entries(fields).flatMap(([name, field]) => {
    if (name === 'traffic_policy') return forwardReferences(name, spec);
    const value = spec[name];
    if (name === parent?.field || value === undefined || value === null) return [];
    if (field.type !== 'module') return referencesIn(name, field, value);
    const module = activeModule(spec, name);
    if (module === undefined) return [];
    return Object.entries(fieldsOf(field) ?? {}).flatMap(([inner, member]) =>
      referencesIn(name, member, module[inner]),
    );
  });
}

/** The endpoints that a policy may forward to; URLs that it computes are unknown. */
function forwardReferences(through: string, spec: Spec): readonly TrafficReference[] {
  return forwardsOf(spec).flatMap(({ url }) =>
    url === undefined ? [] : [{ role: 'endpoint', to: url, through }],
  );
}

function referencesIn(through: string, field: Field, value: Value | undefined): readonly TrafficReference[] {
  if (field.type !== 'string' && field.type !== 'list') return [];
  const texts = (Array.isArray(value) ? (value as readonly Value[]) : [value]).filter(isText);
  const { refersTo } = field;
  if (!isDrawn(refersTo)) return [];
  return texts.map((to) => ({ role: refersTo, to, through }));
}

/** The targets that are drawn: those which the API refers to by id but cannot create. */
function isDrawn(target: ReferenceTarget | undefined): target is ReferenceTarget & TopologyRole {
  return target === 'backend' || target === 'ip-policy' || target === 'certificate-authority';
}

function isText(value: Value | undefined): value is string {
  return typeof value === 'string' && value !== '';
}
