import type { Live } from '../model/live.ts';
import type { Secret } from '../model/secret.ts';
import type { Path } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';
import type { FileChange } from './edit/drafts.ts';
import type { Findings } from './values/next-policy.ts';

/** The result for one resource. */
export interface PulledResource {
  readonly address: Address;
  readonly live: Live;
  readonly file: string;
  readonly how: 'written' | 'edited' | 'same' | 'left-alone';
  /** The pulled fields; for a resource left alone, the values that would be lost. */
  readonly fields: readonly string[];
  /** The fields that could not be written. */
  readonly leftOut: readonly { readonly path: Path; readonly why: string }[];
  /** Secrets whose live value differs. */
  readonly secrets: Findings['secrets'];
}

/** An object that cannot be declared with its live meaning. */
export interface RefusedPull {
  /** Its address, or its ids if it has none. */
  readonly shown: string;
  /** The fields with values that no file may have. */
  readonly fields: readonly string[];
  /** The lint finding for its file, if that is the reason. */
  readonly finding?: string;
}

export interface PullResult {
  readonly resources: readonly PulledResource[];
  readonly refused: readonly RefusedPull[];
  readonly files: readonly FileChange[];
  readonly adopted: readonly Address[];
  /** New secrets by name; undefined if the service masks the value. */
  readonly secrets: ReadonlyMap<string, Secret | undefined>;
  /** New names in `ids:`. */
  readonly ids: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}
