import { lastNotAfter } from '../../../text/lists/last-not-after.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { isIgnorable } from '../../../model/lint/rule.ts';
import { groupBy } from '../../../text/lists/group-by.ts';
import { validDocuments } from '../../domain/specs/documents-in-memory.ts';
import type { Levels } from '../levels.ts';
import type { LintInput } from '../lint-run.ts';

/**
 * `hidden`: a comment may hide the finding. `refused`: it may not, because the document would be skipped. `never`: the
 * rule cannot be suppressed.
 */
export type IgnoreVerdict = (diagnostic: Diagnostic) => 'hidden' | 'refused' | 'never';

export function ignoring({ workspace, compiled }: LintInput, levels: Levels): IgnoreVerdict {
  const valid = validDocuments(workspace);
  // A plan ignores these: if an error in one were hidden, the plan could delete the object that the document declares.
  const improper = groupBy(
    workspace.yaml.filter((document) => !valid.has(document)),
    ({ source }) => source.path,
  );
  const unmade = new Set(
    [workspace, ...compiled.values()].flatMap(({ diagnostics }) =>
      diagnostics.filter(({ severity }) => severity === 'error').map(placeText),
    ),
  );
  return (diagnostic) => {
    const { rule, severity, place } = diagnostic;
    const known = levels.rule(rule);
    if (known === undefined || !isIgnorable(known)) return 'never';
    if (severity !== 'error') return 'hidden';
    if (unmade.has(placeText(diagnostic))) return 'refused';
    const documents = improper.get(place.source.path) ?? [];
    const document = documents[lastNotAfter(documents, place.start, ({ range }) => range.start)];
    return document !== undefined && place.start <= document.range.end ? 'refused' : 'hidden';
  };
}

function placeText({ rule, place }: Diagnostic): string {
  return `${rule}\0${place.start}\0${place.source.path}`;
}
