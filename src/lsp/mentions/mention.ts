import type { Place } from '../../model/document.ts';

/** Kinds of names that other places can refer to. */
export type NameType = 'resource' | 'preset' | 'id' | 'variable' | 'secret' | 'file' | 'environment';

/** A place where a name is declared or used. */
export interface Mention {
  readonly type: NameType;
  /** An address for a resource, a path for a file. */
  readonly name: string;
  readonly role: 'declaration' | 'use';
  /** The name itself in the text, without quotes and `$(`. */
  readonly place: Place;
}
