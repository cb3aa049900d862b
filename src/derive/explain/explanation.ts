import type { ApiNote } from '../../kinds/api-notes.ts';
import type { Json } from '../../model/value.ts';

/** A fact with its label: "limits", "from 0 to 128". */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** The explanation of a kind, module, field or document; `renderExplanation` lays it out. */
export interface Explanation {
  /** The dotted path as requested. */
  readonly subject: string;
  readonly title: string;
  readonly doc: string;
  /** The section of docs/api-notes.md; undefined for documents that only Edgewright reads. */
  readonly note: ApiNote | undefined;
  /** Where the reference has it, below docs/; absent for what has a page of another kind, such as an exit code. */
  readonly page?: string | undefined;
  readonly facts: readonly Fact[];
  /** The heading of `fields`, if it is not "Fields". */
  readonly inside?: 'Actions' | 'Settings';
  /** The fields inside, with the first sentence of each. */
  readonly fields: readonly Fact[];
  /** A document that shows where the field is written; undefined for read-only fields. */
  readonly example: Json | undefined;
  /** Commands for further reading. */
  readonly readOn: readonly string[];
}
