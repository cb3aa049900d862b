import type { Field } from '../../kinds/field.ts';
import { fieldsOf } from '../../derive/forms/fields.ts';
import type { Json, Value } from '../../model/value.ts';

/**
 * The module with `enabled` filled in from the default that the API states (2.6: true). Without it, a login switched
 * off outside would look like an undeclared field.
 */
export function withStatedEnabled<Side extends Value | Json>(
  field: Field,
  module: Side | undefined,
): Side | undefined {
  const enabled = field.type === 'module' ? fieldsOf(field)?.['enabled'] : undefined;
  if (enabled?.type !== 'boolean' || enabled.seen !== true) return module;
  if (typeof module !== 'object' || module === null || Object.hasOwn(module, 'enabled')) return module;
  return { enabled: true, ...(module as object) } as unknown as Side;
}

export function isSwitchedOff(module: Value | Json | undefined): boolean {
  return typeof module === 'object' && module !== null && (module as { enabled?: Value }).enabled === false;
}
