import type { ObjectKey } from '../../model/api.ts';
import type { Address } from '../../model/workspace/address.ts';

/** A live object with an optional new name. */
export interface ObjectTarget {
  readonly shown: string;
  readonly keys: readonly ObjectKey[];
  readonly name?: Address | undefined;
  /** Its address in a Terraform state, which may be outdated: an object that is gone is left out. */
  readonly terraform?: string;
}

/** An argument of the user: a resource, or a live object. */
export type Target = { readonly shown: string; readonly address: Address } | ObjectTarget;
