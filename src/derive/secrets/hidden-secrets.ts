import type { Field, Fields } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import { providersWithoutSecret } from '../../kinds/webhook-providers.ts';
import type { Live } from '../../model/live.ts';
import { Secret } from '../../model/secret.ts';
import type { Spec, Value } from '../../model/value.ts';
import { fieldsOf } from '../forms/fields.ts';
import { isTree } from '../forms/kept.ts';

/**
 * A live object with every secret in its place that must be there and that the service answers without: what is written
 * down by it needs a reference there, and what judges it finds nothing missing.
 */
export function withHiddenSecrets<Object extends Pick<Live, 'kind' | 'spec'>>(live: Object): Object {
  const spec = filled(kinds[live.kind].fields, live.spec);
  return spec === live.spec ? live : { ...live, spec };
}

function filled(fields: Fields, spec: Spec): Spec {
  const found: Record<string, Value> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = spec[name];
    const inner = fieldsOf(field);
    if (inner !== undefined && isTree(value)) {
      const now = filled(inner, value);
      if (now !== value) found[name] = now;
    } else if (value === undefined && isImplied(field, spec)) found[name] = new Secret('');
  }
  return Object.keys(found).length === 0 ? spec : { ...spec, ...found };
}

/** Whether what stands beside a secret field says that there is a secret. */
export function isImplied({ impliedBy }: Field, spec: Spec): boolean {
  const sign = impliedBy === undefined ? undefined : spec[impliedBy];
  if (typeof sign !== 'string' || sign === '') return false;
  return impliedBy !== 'provider' || !providersWithoutSecret.includes(sign.toLowerCase());
}
