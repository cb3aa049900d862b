import type { ReportFinding } from './lint-report.ts';

/** The findings of each file, files in the order of the report. */
export function byFile(findings: readonly ReportFinding[]): ReadonlyMap<string, readonly ReportFinding[]> {
  const files = new Map<string, ReportFinding[]>();
  for (const finding of findings) {
    const known = files.get(finding.place.file);
    if (known === undefined) files.set(finding.place.file, [finding]);
    else known.push(finding);
  }
  return files;
}
