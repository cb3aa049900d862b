import type { Severity } from '../../../../model/diagnostic.ts';
import type { Json } from '../../../../model/value.ts';

/** What the inside of a step shows, as the page carries it. All texts are inert; none is markup. */
export interface StepData {
  readonly at?: SourceData;
  /** The first digits of its change id; empty where nothing changes. */
  readonly hash: string;
  /** Why it is not applied. */
  readonly refused: readonly string[];
  readonly exposure: readonly string[];
  readonly facts: readonly string[];
  readonly changes: readonly ChangeData[];
  /** What the two values of a change are. */
  readonly sides: 'before-after' | 'live-files';
  readonly findings: readonly FindingData[];
  /** Approvals as YAML. */
  readonly approvals: readonly string[];
  readonly ways: readonly WayData[];
  /** What is above them. */
  readonly heading: string;
  readonly requests: readonly RequestData[];
}

/** What can be done: a sentence, with a command or a document behind it. */
export interface WayData {
  readonly lead: string;
  readonly command?: string;
  /** YAML. */
  readonly document?: string;
}

export interface ChangeData {
  readonly path: string;
  /** As they are, so that a value that is also in a request is in the page once. */
  readonly before?: Json;
  readonly after?: Json;
  /** What is shown in their place, laid out: texts that say something line by line. */
  readonly lines?: { readonly before: string; readonly after: string };
  /** On one line each; in lines; or, of a secret, only its reference, `after`, for both sides. */
  readonly shape: 'line' | 'lines' | 'secret';
  /** Why it differs. */
  readonly notes: readonly string[];
  readonly at?: SourceData;
}

/** A place in a file of the workspace. */
export interface SourceData {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Where it was written, if not in the resource itself: `, preset/secure`. */
  readonly layer?: string;
}

export interface FindingData {
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
  readonly help?: string;
  /** The page of the rule. */
  readonly url?: string;
  readonly at: SourceData;
}

export interface RequestData {
  readonly line: string;
  /** Masked. */
  readonly body?: Json;
  /** What is put into it when it is sent. */
  readonly filledIn: readonly string[];
}

/** Something that steps are told apart by. */
export interface Facet {
  /** Its name in the address of the page. */
  readonly key: string;
  readonly title: string;
  readonly values: readonly FacetValue[];
}

export interface FacetValue {
  readonly value: string;
  readonly text: string;
}

/** The values that a step has, by the key of the facet. */
export type Facets = Readonly<Record<string, readonly string[]>>;

/** The one block of JSON in the page, packed. */
export interface PageData {
  /** Where a place in a file can be read: an address with `{path}` and `{line}` in it. */
  readonly sourceUrl?: string;
  /** In the order of their elements. */
  readonly steps: readonly StepIndex[];
}

/** What the page knows of a step. */
export interface StepIndex {
  readonly facets: Facets;
  /** Absent: it is in the page as HTML. */
  readonly data?: StepData;
}

/**
 * A value in which what is there more than once is written once. A text or a boolean stands for itself, a list is -1 and
 * its items, an object the number of its shape and its values; any other number is that of a part.
 */
export type PackedPart = string | boolean | null | number | readonly PackedPart[];

export interface Packed {
  /** The names of the fields of the objects. */
  readonly shapes: readonly (readonly string[])[];
  /** Numbers in here, outside of lists, are what they are. */
  readonly parts: readonly PackedPart[];
  readonly root: PackedPart;
}
