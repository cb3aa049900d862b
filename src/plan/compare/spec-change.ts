import type { KindName } from '../../kinds/kind.ts';
import type { Spec } from '../../model/value.ts';

/** An object of a kind: its spec as it is, and as it will be. */
export interface SpecChange {
  readonly kind: KindName;
  readonly before: Spec;
  readonly after: Spec;
}
