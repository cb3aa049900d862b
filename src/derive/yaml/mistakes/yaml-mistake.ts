import type { Place } from '../../../model/document.ts';
import type { RelatedPlace } from '../../../model/diagnostic.ts';

/** A mistake described in the user's terms. */
export interface YamlMistake {
  readonly place: Place;
  readonly says: string;
  readonly label?: string;
  readonly related?: readonly RelatedPlace[];
  readonly help: string;
}

export interface ParserReport {
  readonly start: number;
  readonly code: string;
  readonly message: string;
}
