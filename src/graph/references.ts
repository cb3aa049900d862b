import { fieldsOf } from '../derive/forms/fields.ts';
import { activeModule } from '../derive/module-state.ts';
import type { Field, ReferenceTarget } from '../kinds/field.ts';
import { kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import type { TopologyRole } from '../model/traffic/topology.ts';
import type { Spec, Value } from '../model/value.ts';
import { forwardsOf } from '../routing/policy-forwards.ts';

/** A reference of a resource: by id (or by an undeclared name), or to an endpoint by URL. */
export interface TrafficReference {
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
