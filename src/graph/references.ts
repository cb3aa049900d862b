import { fieldsOf } from '../derive/forms/fields.ts';
import { activeModule } from '../derive/forms/module-state.ts';
import { parsePolicy } from '../derive/policy/traffic-policy.ts';
import type { Field, ReferenceTarget } from '../kinds/field.ts';
import { kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import type { TopologyRole } from '../model/traffic/topology.ts';
import type { Json, Spec, Value } from '../model/value.ts';

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

function referencesIn(through: string, field: Field, value: Value | undefined): readonly TrafficReference[] {
  if (field.type !== 'string' && field.type !== 'list') return [];
  const texts = (Array.isArray(value) ? (value as readonly Value[]) : [value]).filter(isText);
  if (field.form === 'traffic-policy') {
    return texts.flatMap(forwardedTo).map((to) => ({ role: 'endpoint', to, through }));
  }
  const { refersTo } = field;
  if (!isDrawn(refersTo)) return [];
  return texts.map((to) => ({ role: refersTo, to, through }));
}

/** The targets that are drawn: those which the API refers to by id but cannot create. */
function isDrawn(target: ReferenceTarget | undefined): target is ReferenceTarget & TopologyRole {
  return target === 'backend' || target === 'ip-policy' || target === 'certificate-authority';
}

/** The internal endpoints that a policy forwards to; URLs with expressions are unknown. */
function forwardedTo(text: string): readonly string[] {
  if (!text.includes('forward-internal')) return [];
  const parsed = parsePolicy(text);
  const urls = 'tree' in parsed ? [...forwards(parsed.tree)] : [];
  return urls.filter((url) => !url.includes('${'));
}

function* forwards(tree: Json): Generator<string> {
  if (typeof tree !== 'object' || tree === null) return;
  const { type, config } = tree as { readonly type?: Json; readonly config?: { readonly url?: Json } | null };
  if (type === 'forward-internal' && typeof config?.url === 'string') yield config.url;
  for (const item of Object.values(tree) as readonly Json[]) yield* forwards(item);
}

function isText(value: Value | undefined): value is string {
  return typeof value === 'string' && value !== '';
}
