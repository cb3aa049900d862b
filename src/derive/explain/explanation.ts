import type { ApiNote } from '../../kinds/api-notes.ts';
import type { Json } from '../../model/value.ts';

/** One thing that is true of what is explained: "limits", "from 0 to 128". */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** A kind, a module or a field in words; `renderExplanation` lays it out. */
export interface Explanation {
  /** The dotted path, as it was asked for. */
  readonly subject: string;
  readonly title: string;
  readonly doc: string;
  /** The section of docs/api-notes.md; undefined for documents that only Edgewright reads. */
  readonly note: ApiNote | undefined;
  readonly facts: readonly Fact[];
  /** The fields inside, with the first sentence of each. */
  readonly fields: readonly Fact[];
  /** A document that shows where it is written; undefined for what is only read. */
  readonly example: Json | undefined;
  /** Commands that tell more. */
  readonly readOn: readonly string[];
}
