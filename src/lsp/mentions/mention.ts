import type { Place } from '../../model/document.ts';

/** What has a name that other places use. */
export type NameType = 'resource' | 'preset' | 'id' | 'variable' | 'secret' | 'file' | 'environment';

/** A place where a name stands: where the thing is declared, or where it is used. */
export interface Mention {
  readonly type: NameType;
  /** An address for a resource, a path for a file. */
  readonly name: string;
  readonly role: 'declaration' | 'use';
  /** The name itself in the text, without quotes and `$(`. */
  readonly place: Place;
}
