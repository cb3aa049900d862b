import type { Severity } from '../../model/diagnostic.ts';
import type { LintResult } from '../../model/lint/lint-result.ts';
import { findingSentence } from './finding-lines.ts';
import { fingerprints } from './fingerprint.ts';
import { inertLine } from '../text/inert.ts';
import { inRepository } from './in-repository.ts';
import { jsonText } from '../text/json.ts';
import { toReport } from './lint-report.ts';

const severities: Readonly<Record<Severity, string>> = { error: 'major', warn: 'minor', info: 'info' };

/** A Code Quality report for GitLab, which drops findings with equal fingerprints, so each finding has its own. */
export function lintGitlab(result: LintResult, { folder = '' }: { readonly folder?: string } = {}): string {
  const { findings } = inRepository(toReport(result), folder);
  const prints = fingerprints(result, folder);
  const issues = findings.map((finding, index) => ({
    check_name: finding.rule,
    description: findingSentence(finding),
    fingerprint: prints[index],
    severity: severities[finding.severity],
    location: {
      path: inertLine(finding.place.file),
      lines: { begin: finding.place.start.line, end: finding.place.end.line },
    },
  }));
  return jsonText(issues);
}
