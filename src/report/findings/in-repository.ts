import type { LintReport, ReportFix, ReportPlace } from './lint-report.ts';

/**
 * The same report with paths from the root of the repository, for services that show findings next to its files.
 * `folder` is the workspace's folder in the repository: empty, or with a final `/`.
 */
export function inRepository(report: LintReport, folder: string): LintReport {
  if (folder === '') return report;
  const moved = <P extends ReportPlace>(place: P): P => ({ ...place, file: folder + place.file });
  const movedFix = (fix: ReportFix): ReportFix => ({ ...fix, edits: fix.edits.map(moved) });
  const findings = report.findings.map((finding) => ({
    ...finding,
    place: moved(finding.place),
    related: finding.related.map(moved),
    ...(finding.fix === undefined ? {} : { fix: movedFix(finding.fix) }),
  }));
  return { ...report, findings };
}
