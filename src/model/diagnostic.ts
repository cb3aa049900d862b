import type { severitySettings } from '../kinds/documents/words.ts';
import type { Place } from './document.ts';
import type { Path } from './value.ts';

export type Severity = Exclude<(typeof severitySettings)[number], 'off'>;

/** A second place that belongs to a finding: the other side of a conflict. */
export interface Related {
  readonly place: Place;
  readonly label: string;
}

/** A replacement of a range of one file's text; `start === end` inserts. */
export interface Edit extends Place {
  readonly text: string;
}

/** `safe` keeps the meaning; `unsafe` is a suggestion that a person should read. */
export interface Fix {
  readonly safety: 'safe' | 'unsafe';
  /** What it does, as a statement: "delete line 9", "rename `hots` to `host`". */
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** One mistake, said once, at the exact place. */
export interface Diagnostic {
  /** The rule's id. */
  readonly rule: string;
  readonly severity: Severity;
  /** What is wrong: one lower-case sentence without a final stop, the user's own words in backticks, at most 100 characters. */
  readonly message: string;
  /** The consequence, one sentence. */
  readonly why?: string;
  /** The page of the rule, where the settings say where the pages are. */
  readonly url?: string;
  /** The edit that fixes it, as a statement. */
  readonly help?: string;
  readonly place: Place;
  /** What is at `place`, in a few words. */
  readonly label?: string;
  readonly related: readonly Related[];
  readonly fix?: Fix;
  readonly address?: string;
  readonly path?: Path;
  /** The environments it was found in, where it depends on them; empty for all. */
  readonly environments: readonly string[];
  /** Where one mistake shows in many places: what those of one mistake have in common. They are said once. */
  readonly cause?: string;
  /** The same where it also shows under several rules, in other words. */
  readonly mistake?: string;
  /** Follows from a mistake that has its own finding: it marks its place, and is not shown. */
  readonly isConsequence?: true;
}
