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

/** A mistake as the parser reports it. */
export interface ParserReport {
  readonly start: number;
  readonly code: string;
  readonly message: string;
}
