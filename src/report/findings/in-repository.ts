import type { LintReport, ReportFix, ReportPlace } from './lint-report.ts';

/**
 * The same report with paths from the root of the repository, as the services read them that show findings beside its
 * files. `folder` is the workspace's place in the repository: empty, or ended by a `/`.
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
