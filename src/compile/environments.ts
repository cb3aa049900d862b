import { problem, quoted } from '../model/problem.ts';
import { namesOf, suggestions } from '../text/suggest.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ResourceDocument, Workspace } from '../model/workspace.ts';

/** Whether a resource applies to an environment; without `environments:` it applies to all. */
export function appliesTo({ environments }: ResourceDocument, name: string): boolean {
  return environments === undefined || environments.some((one) => one.name === name);
}

/** Reports names in `environments:` and `overrides:` that are not environments. */
export function reportUnknownEnvironments(
  { environments }: Workspace,
  { document, environments: only, overrides, address }: ResourceDocument,
  diagnostics: Diagnostic[],
): void {
  if (only === undefined && overrides.size === 0) return;
  for (const { name, node } of [...(only ?? []), ...overrides.values()]) {
    if (environments.has(name)) continue;
    const known = namesOf(environments);
    const [near] = suggestions(name, known);
    const help = near === undefined ? thereAre(known) : `write \`${near}\``;
    const { start, end } = node.alias ?? node;
    const { source } = document;
    const place = { source, start, end };
    diagnostics.push(
      problem('override-unknown-environment', place, `there is no environment ${quoted(name)}`, {
        address,
        help,
        ...(near === undefined || source.text.slice(start, end) !== name
          ? {}
          : { fix: { safety: 'unsafe', title: `write \`${near}\``, edits: [{ ...place, text: near }] } }),
      }),
    );
  }
}

function thereAre(names: readonly string[]): string {
  if (names.length > 12) return `there are ${names.length}; see environments/`;
  return `there are: ${names.map((name) => `\`${name}\``).join(', ')}`;
}
