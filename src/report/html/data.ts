import type { Severity } from '../../model/diagnostic.ts';
import type { Json } from '../../model/value.ts';

/** What the inside of a step shows, as the page carries it. All texts are inert; none is markup. */
export interface StepData {
  /** What is to be known beside the reason, a sentence each. */
  readonly facts: readonly string[];
  readonly exposure: readonly string[];
  readonly changes: readonly ChangeData[];
  readonly findings: readonly FindingData[];
  readonly waysOut: readonly string[];
  readonly requests: readonly RequestData[];
}

export interface ChangeData {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
  /** Whether they are compared line by line. */
  readonly isBlock: boolean;
  /** Why it differs. */
  readonly notes: readonly string[];
  readonly at?: SourceData;
}

/** A place in a file, and the address of a page that shows it. */
export interface SourceData {
  readonly text: string;
  readonly href?: string;
}

export interface FindingData {
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
  readonly help?: string;
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

/** What the page knows of a step: the one block of JSON in it is a list of these, packed. */
export interface StepIndex {
  /** Of its element. */
  readonly id: string;
  readonly facets: Facets;
  /** Absent: it stands in the page as HTML. */
  readonly data?: StepData;
}

/** Values in which each part that is there twice is written once. */
export interface Packed {
  /** The names of the fields of the objects. */
  readonly shapes: readonly (readonly string[])[];
  /** A text, number or boolean as it is; a list as [-1, its items]; an object as [its shape, its values]. By number. */
  readonly parts: readonly (string | number | boolean | null | readonly number[])[];
  readonly root: number;
}
