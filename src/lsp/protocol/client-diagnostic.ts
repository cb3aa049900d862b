import type { Diagnostic, Severity } from '../../model/diagnostic.ts';
import { inert, inertLine } from '../../report/text/inert.ts';
import type { Diagnostic as ClientDiagnostic } from 'vscode-languageserver';
import { clientRange } from './client-range.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

const severities: Readonly<Record<Severity, 1 | 2 | 3>> = { error: 1, warn: 2, info: 3 };

/** DiagnosticTag.Unnecessary: editors show the range faded. */
const unnecessary = 1;

/** Converts a finding to the protocol's form; `uriOf` gives the URI of a workspace file. */
export function clientDiagnostic(diagnostic: Diagnostic, uriOf: (path: string) => string): ClientDiagnostic {
  const { rule, severity, place, related, url } = diagnostic;
  return {
    range: clientRange(place),
    severity: severities[severity],
    code: rule,
    ...withoutUndefined({ codeDescription: url === undefined ? undefined : { href: url } }),
    source: 'edgewright',
    message: wordsOf(diagnostic),
    ...(/(?:^|-)unused-/.test(rule) ? { tags: [unnecessary] } : {}),
    ...(related.length === 0
      ? {}
      : {
          relatedInformation: related.map((relatedPlace) => ({
            location: { uri: uriOf(relatedPlace.place.source.path), range: clientRange(relatedPlace.place) },
            message: inertLine(relatedPlace.label),
          })),
        }),
  };
}

/** The message comes first, because many editors show only one line. */
function wordsOf({ message, help, why, environments }: Diagnostic): string {
  const where = environments.length === 0 ? '' : ` (in ${environments.join(', ')})`;
  const lines = [`${inertLine(message)}${inertLine(where)}`];
  if (help !== undefined) lines.push(`help: ${inert(help)}`);
  if (why !== undefined) lines.push(`why: ${inert(why)}`);
  return lines.join('\n');
}
