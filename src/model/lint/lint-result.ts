import type { Diagnostic, Severity } from '../diagnostic.ts';
import type { Range, Source } from '../document.ts';

/** What lint found: all that any format prints. */
export interface LintResult {
  /** By file, then by position, then by rule; each mistake once. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many findings a comment hides. */
  readonly suppressed: number;
  /** How many findings the baseline holds. */
  readonly baselined: number;
  /** How many findings that are no errors `--quiet` keeps back; undefined for none. */
  readonly unshown?: number;
  readonly counts: Readonly<Record<Severity, number>>;
  /** Findings with a fix; the unsafe ones are suggestions. */
  readonly fixable: { readonly safe: number; readonly unsafe: number };
  /** How many files were checked, or other things. */
  readonly files: number;
  /** What was checked, where it was no files. */
  readonly checked?: 'live object';
  /** Text that may be a secret, in the files that diagnostics point at: no format shows it. */
  readonly sensitive: ReadonlyMap<Source, readonly Range[]>;
}
