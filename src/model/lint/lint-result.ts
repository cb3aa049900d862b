import type { Diagnostic, Severity } from '../diagnostic.ts';
import type { Range, Source } from '../document.ts';

/** A file that looks like part of the workspace but is not read. */
export interface UnreadFile {
  readonly source: Source;
  /** The likely type: a kind such as `https-route`, or `environment`. */
  readonly seems: string;
  /** Range of the words that suggest it. */
  readonly start: number;
  readonly end: number;
}

/** The result of lint: everything that any format prints. */
export interface LintResult {
  /** Sorted by file, position and rule; each mistake once. */
  readonly diagnostics: readonly Diagnostic[];
  /** Number of findings suppressed by comments. */
  readonly suppressed: number;
  /** Number of findings recorded in the baseline. */
  readonly baselined: number;
  /** The errors among both that the base's comments and baseline would not hide; none without a base. */
  readonly newlySuppressed?: readonly Diagnostic[];
  /** Number of warnings and infos that `--quiet` does not show; undefined for none. */
  readonly unshown?: number;
  readonly counts: Readonly<Record<Severity, number>>;
  /** Numbers of findings with a fix; unsafe ones are suggestions. */
  readonly fixable: { readonly safe: number; readonly unsafe: number };
  /** Number of checked files, or of the things named by `checked`. */
  readonly files: number;
  /** The kind of things that were checked, if not files. */
  readonly checked?: 'live object';
  /** Ranges that may hold a secret, in the files of the diagnostics: no format shows them. */
  readonly sensitive: ReadonlyMap<Source, readonly Range[]>;
}
