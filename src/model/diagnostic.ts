import type { severitySettings } from '../kinds/documents/words.ts';
import type { Place } from './document.ts';
import type { Path } from './value.ts';
import type { Fix } from './fix.ts';

export type Severity = Exclude<(typeof severitySettings)[number], 'off'>;

export const severityWords: Readonly<Record<Severity | 'off', string>> = {
  error: 'error',
  warn: 'warning',
  info: 'info',
  off: 'off',
};

/** A second place that belongs to a finding, such as the other side of a conflict. */
export interface RelatedPlace {
  readonly place: Place;
  readonly label: string;
}

/** One mistake, reported once, at the exact place. */
export interface Diagnostic {
  readonly rule: string;
  readonly severity: Severity;
  /**
   * The headline: one lower-case sentence without a final period, the user's own words in backticks, at most 100
   * characters.
   */
  readonly message: string;
  /** The consequence, in one sentence. */
  readonly why?: string;
  /** The page of the rule; absent unless the settings have `docs_url`. */
  readonly url?: string;
  /** The heading of the field in the reference; absent unless the settings have `docs_url`. */
  readonly reference?: string;
  /** The edit that fixes it, as a statement. */
  readonly help?: string;
  readonly place: Place;
  /** A few words about the text at `place`. */
  readonly label?: string;
  readonly related: readonly RelatedPlace[];
  readonly fix?: Fix;
  readonly address?: string;
  readonly path?: Path;
  /** The environments the finding occurs in; empty if it does not depend on the environment. */
  readonly environments: readonly string[];
  /** Key shared by all findings that one mistake causes in several places; they are reported as one. */
  readonly cause?: string;
  /** Like `cause`, across findings of different rules about the same mistake. */
  readonly mistake?: string;
  /** A consequence of a mistake with a finding of its own: it only marks the place and is not shown. */
  readonly isConsequence?: true;
}
