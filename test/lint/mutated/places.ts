import type { LintDocument } from '../../../src/report/findings/lint-json.ts';
import type { ReportPlace, ReportPosition } from '../../../src/report/findings/lint-report.ts';

type Finding = LintDocument['findings'][number];

/** The faults of a report: places outside of their file, duplicate findings, malformed sentences. */
export function faultsOf(
  report: LintDocument,
  textOf: (file: string) => string | undefined,
): readonly string[] {
  const faults = report.findings.flatMap((finding) =>
    [
      ...[finding.place, ...finding.related, ...(finding.fix?.edits ?? [])].flatMap((place) =>
        placeFaults(place, textOf(place.file)),
      ),
      ...sentenceFaults(finding.message),
      ...(finding.related.some((one) => isSame(one, finding.place))
        ? ['a related place is the place itself']
        : []),
    ].map(
      (fault) =>
        `${finding.rule} at ${finding.place.file}:${finding.place.start.offset}: ${fault} (${finding.message})`,
    ),
  );
  const ids = report.findings.map(({ rule, place, message }) =>
    JSON.stringify([rule, place.file, place.start.offset, place.end.offset, message]),
  );
  return ids.length === new Set(ids).size ? faults : [...faults, 'a finding is declared twice'];
}

function isSame(one: ReportPlace, other: Finding['place']): boolean {
  return (
    one.file === other.file && one.start.offset === other.start.offset && one.end.offset === other.end.offset
  );
}

function placeFaults({ start, end, file }: ReportPlace, text: string | undefined): readonly string[] {
  // A file that cannot be read has no text; it is pointed at as a whole.
  if (text === undefined) return start.offset === 0 && end.offset === 0 ? [] : [`no text of ${file}`];
  if (start.offset < 0 || end.offset < start.offset || end.offset > text.length)
    return [`${start.offset}-${end.offset} is outside of ${file}`];
  return [start, end].flatMap((position) => positionFaults(position, text));
}

function positionFaults({ offset, line, column }: ReportPosition, text: string): readonly string[] {
  const before = text.slice(0, offset);
  const isRight = line === before.split('\n').length && column === offset - before.lastIndexOf('\n');
  return isRight ? [] : [`offset ${offset} is not line ${line}, column ${column}`];
}

/** RULES.md, "A good diagnostic". */
function sentenceFaults(message: string): readonly string[] {
  const faults: string[] = [];
  if (message.length > 100) faults.push(`${message.length} characters`);
  if (/[\r\n]/.test(message)) faults.push('several lines');
  // Names of ours and of protocols keep their capital letters.
  if (/^[A-Z][a-z]/.test(message)) faults.push('begins with a capital letter');
  if (/[^.]\.$/.test(message)) faults.push('ends with a stop');
  return faults;
}
