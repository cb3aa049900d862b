import { knownCovering } from '../../text/ranges.ts';
import type { Diagnostic, Severity } from '../../model/diagnostic.ts';
import type { Place, Range, Source } from '../../model/document.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import type { Path } from '../../model/value.ts';
import { lineColumn } from '../../text/line-column.ts';
import { counted } from '../../text/words/noun-words.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** A position in a file: line and column from 1 (columns count UTF-16 units), the offset from 0. */
export interface ReportPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A place as formats print it; `end` is exclusive. */
export interface ReportPlace {
  readonly file: string;
  readonly start: ReportPosition;
  readonly end: ReportPosition;
}

export interface ReportFix {
  readonly safety: 'safe' | 'unsafe';
  readonly title: string;
  readonly edits: readonly (ReportPlace & { readonly text: string })[];
}

export interface ReportFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly why?: string;
  readonly help?: string;
  readonly url?: string;
  readonly reference?: string;
  readonly place: ReportPlace;
  readonly label?: string;
  readonly related: readonly (ReportPlace & { readonly label: string })[];
  readonly fix?: ReportFix;
  readonly address?: string;
  readonly path?: Path;
  readonly environments: readonly string[];
}

/**
 * The findings as all formats print them, with lines and columns. `folder` comes before each path, for services that
 * show findings next to the files of a repository: the workspace's folder in it, empty or with a final `/`.
 */
export function reportFindings(
  { diagnostics, sensitive }: Pick<LintResult, 'diagnostics' | 'sensitive'>,
  folder = '',
): readonly ReportFinding[] {
  return diagnostics.map(({ place, related, fix, ...rest }) => ({
    ...rest,
    place: toPlace(place, folder),
    related: related.map((relatedPlace) => ({
      ...toPlace(relatedPlace.place, folder),
      label: relatedPlace.label,
    })),
    ...withoutUndefined({ fix: fix && toFix(fix, sensitive, folder) }),
  }));
}

/** A fix whose edits would print a secret has only its title. */
function toFix(
  fix: NonNullable<Diagnostic['fix']>,
  sensitive: LintResult['sensitive'],
  folder: string,
): ReportFix {
  const touches = fix.edits.some((edit) => overlaps(edit, sensitive.get(edit.source)));
  const edits = touches ? [] : fix.edits.map((edit) => ({ ...toPlace(edit, folder), text: edit.text }));
  return { safety: fix.safety, title: fix.title, edits };
}

function overlaps(range: Range, others: readonly Range[] | undefined): boolean {
  return others !== undefined && knownCovering(others).meets(range);
}

function toPlace({ source, start, end }: Place, folder: string): ReportPlace {
  return {
    file: folder + source.path,
    start: toPosition(source, start),
    end: toPosition(source, Math.max(start, end)),
  };
}

function toPosition(source: Source, offset: number): ReportPosition {
  const { line, column } = lineColumn(source, offset);
  return { line, column, offset };
}

/** The help to print; none if it equals the title of the fix, which is printed too. */
export function helpBeside({
  help,
  fix,
}: {
  readonly help?: string;
  readonly fix?: { readonly title: string };
}): string | undefined {
  if (fix === undefined) return help;
  return help === fix.title ? undefined : help;
}

/**
 * The command that explains a rule: the most frequent one of the highest severity; undefined if only lint policies
 * failed.
 */
export function explainLine({ diagnostics }: LintResult): string | undefined {
  const rank: Readonly<Record<Severity, number>> = { error: 0, warn: 1, info: 2 };
  const counts = new Map<string, { readonly rank: number; count: number }>();
  for (const { rule, severity } of diagnostics) {
    const ruleCount = counts.get(`${severity} ${rule}`) ?? { rank: rank[severity], count: 0 };
    ruleCount.count++;
    counts.set(`${severity} ${rule}`, ruleCount);
  }
  const [first] = [...counts].sort(([, a], [, b]) => a.rank - b.rank || b.count - a.count);
  return first === undefined ? undefined : `Explain: edgewright explain ${first[0].replace(/^\w+ /, '')}`;
}

/** "2 errors, 1 warning in 14 files; 1 fixable with --fix; 3 suppressed". */
export function findingsSummary(result: LintResult): string {
  const { counts, fixable, suppressed, baselined, unshown = 0, files, checked } = result;
  const found = [
    count(counts.error, 'error'),
    count(counts.warn, 'warning'),
    counts.info === 0 ? '' : `${counts.info} info`,
  ].filter((part) => part !== '');
  const parts = [
    `${found.length === 0 ? (unshown === 0 ? 'no problems' : 'no errors') : found.join(', ')} in ${files} ${checked ?? 'file'}${files === 1 ? '' : 's'}`,
  ];
  if (fixable.safe > 0) parts.push(`${fixable.safe} fixable with --fix`);
  if (fixable.unsafe > 0)
    parts.push(`${fixable.unsafe} ${fixable.safe > 0 ? 'more ' : ''}with --fix --unsafe`);
  if (suppressed > 0) parts.push(`${suppressed} suppressed`);
  if (baselined > 0) parts.push(`${baselined} in the baseline`);
  if (unshown > 0) parts.push(`${unshown} not shown (--quiet)`);
  return parts.join('; ');
}

function count(number: number, noun: string): string {
  return number === 0 ? '' : counted(number, noun);
}
