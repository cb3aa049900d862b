import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Step } from '../../model/plan/step.ts';
import { groupBy } from '../../text/lists/group-by.ts';
import { lineColumn } from '../../text/line-column.ts';

/**
 * The findings of each step by its address: those of its resource, and those that name none and are in the document
 * that declares it. Below `undefined`, those about everything else, such as unchanged resources and presets.
 */
export function findingsByStep(
  steps: readonly Pick<Step, 'address' | 'origin'>[],
  diagnostics: readonly Diagnostic[],
  environment: string,
): ReadonlyMap<string | undefined, readonly Diagnostic[]> {
  const addresses = new Set<string>(steps.map(({ address }) => address));
  const here = diagnostics.filter(
    ({ environments }) => environments.length === 0 || environments.includes(environment),
  );
  const nameless = here.filter(({ address }) => address === undefined);
  const owners = new Map<Diagnostic, string | undefined>();
  const declared = groupBy(steps, ({ origin }) => origin?.file);
  for (const [file, found] of groupBy(nameless, ({ place }) => place.source.path)) {
    const documentAt = documentsOf(found[0]?.place.source.text ?? '');
    const byDocument = new Map(
      (declared.get(file) ?? []).map(({ address, origin }) => [documentAt(origin?.line ?? 0), address]),
    );
    for (const finding of found) {
      const { line } = lineColumn(finding.place.source, finding.place.start);
      owners.set(finding, byDocument.get(documentAt(line)));
    }
  }
  return groupBy(here, (finding) => {
    const at = finding.address ?? owners.get(finding);
    return at !== undefined && addresses.has(at) ? at : undefined;
  });
}

/** Tells in which document of a YAML stream a line is, by the separators up to it. */
function documentsOf(text: string): (line: number) => number {
  let document = 0;
  const numbers = text.split(/\r\n?|\n/).map((line) => (/^---(?:\s|$)/.test(line) ? ++document : document));
  return (line) => numbers[line - 1] ?? 0;
}
