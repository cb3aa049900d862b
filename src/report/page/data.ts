import type { Severity } from '../../model/diagnostic.ts';
import type { Json } from '../../model/value.ts';
import type { ExposureReason } from '../plan/words/exposure-words.ts';
import type { StepSides } from '../plan/step-sides.ts';

/** The data of a step's body, as embedded in the page. All texts are inert; none is markup. */
export interface StepData {
  readonly at?: SourceData;
  /** The first digits of the change id; empty if nothing changes. */
  readonly hash: string;
  /** Of the live object. */
  readonly id?: string;
  /** The reasons why it is not applied. */
  readonly refused: readonly string[];
  readonly exposure: readonly ExposureReason[];
  readonly facts: readonly string[];
  readonly outcomes: readonly string[];
  readonly changes: readonly ChangeData[];
  /** The meaning of the two values of a change. */
  readonly sides: StepSides;
  readonly findings: readonly FindingData[];
  /** The command that writes the approvals. */
  readonly approve?: string;
  /** The command that allows it once, where it allows the whole plan. */
  readonly once?: string;
  /** Approvals as YAML. */
  readonly approvals: readonly string[];
  readonly ways: readonly WayData[];
  /** The heading of `ways`. */
  readonly heading: string;
  readonly requests: readonly RequestData[];
}

/** A way to resolve a step: a sentence, with a command or a document. */
export interface WayData {
  readonly lead: string;
  readonly command?: string;
  /** The command that writes the document. */
  readonly approve?: string;
  /** YAML. */
  readonly document?: string;
}

export interface ChangeData {
  readonly path: string;
  /** The original values, so that a value that is also in a request is stored only once. */
  readonly before?: Json;
  readonly after?: Json;
  /** The laid-out texts shown instead of the values. */
  readonly lines?: { readonly before: string; readonly after: string };
  /** One line each; several lines; or, for a secret, only its reference in `after`, for both sides. */
  readonly shape: 'line' | 'lines' | 'secret';
  /** The reasons for the difference. */
  readonly notes: readonly string[];
  readonly at?: SourceData;
}

/** A place in a file of the workspace. */
export interface SourceData {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The layer, if not the resource itself, such as `preset/secure`. */
  readonly layer?: string;
}

export interface FindingData {
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
  readonly help?: string;
  /** The page of the rule. */
  readonly url?: string;
  /** The heading of the field. */
  readonly reference?: string;
  readonly at: SourceData;
}

export interface RequestData {
  readonly line: string;
  /** Masked. */
  readonly body?: Json;
  /** Descriptions of the parts that are filled in when it is sent. */
  readonly filledIn: readonly string[];
}

/** A property by which steps can be filtered. */
export interface Facet {
  /** Its key in the URL of the page. */
  readonly key: string;
  readonly title: string;
  readonly values: readonly FacetValue[];
}

export interface FacetValue {
  readonly value: string;
  readonly text: string;
}

/** The values of a step, by the key of the facet. */
export type Facets = Readonly<Record<string, readonly string[]>>;

/** The JSON data of the page, stored packed. */
export interface PageData {
  /** Template of links to source files: an address with `{path}` and `{line}` in it. */
  readonly sourceUrl?: string;
  /** In the order of their elements. */
  readonly steps: readonly StepIndex[];
}

/** The data of a step for the script. */
interface StepIndex {
  readonly facets: Facets;
  /** Absent if the body is in the page as HTML. */
  readonly data?: StepData;
}

/**
 * A value in which repeated parts are stored once. A string or boolean is itself, a list is -1 followed by its items,
 * an object is the number of its shape followed by its values; any other number is the index of a part.
 */
export type PackedPart = string | boolean | null | number | readonly PackedPart[];

export interface PackedPlan {
  /** The field names of the objects. */
  readonly shapes: readonly (readonly string[])[];
  /** In here, numbers outside of lists are plain values. */
  readonly parts: readonly PackedPart[];
  readonly root: PackedPart;
}
