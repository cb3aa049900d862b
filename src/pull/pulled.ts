import type { Live } from '../model/live.ts';
import type { Secret } from '../model/secret.ts';
import type { Path } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';
import type { FileChange } from './edit/drafts.ts';
import type { Findings } from './values/taking.ts';

/** What became of one resource. */
export interface PulledResource {
  readonly address: Address;
  readonly live: Live;
  readonly file: string;
  readonly how: 'written' | 'edited' | 'same' | 'left-alone';
  /** The fields that were taken; of one that is left alone, the values that would be lost. */
  readonly fields: readonly string[];
  /** The fields that could not be written. */
  readonly leftOut: readonly { readonly path: Path; readonly why: string }[];
  /** Secrets that live has another value of. */
  readonly secrets: Findings['secrets'];
}

/** What cannot be declared so that it means what is live. */
export interface Refused {
  /** Its address, or the ids of what has none. */
  readonly shown: string;
  /** The fields that hold what no file may. */
  readonly fields: readonly string[];
  /** What lint would say of its file, where that is the reason. */
  readonly finding?: string;
}

export interface Pulled {
  readonly resources: readonly PulledResource[];
  readonly refused: readonly Refused[];
  readonly files: readonly FileChange[];
  readonly adopted: readonly Address[];
  /** New secrets by name; undefined where the service masks the value. */
  readonly secrets: ReadonlyMap<string, Secret | undefined>;
  /** New names in `ids:`. */
  readonly ids: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}
