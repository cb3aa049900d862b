import { problem, quoted } from '../derive/problem.ts';
import { suggestions } from '../derive/suggest.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ResourceDocument, Workspace } from '../model/workspace.ts';

/** Whether a resource is meant for an environment: without `environments:` for all of them. */
export function appliesTo({ environments }: ResourceDocument, name: string): boolean {
  return environments === undefined || environments.some((one) => one.name === name);
}

/** Names in `environments:` and `overrides:` that no environment has. */
export function reportUnknownEnvironments(
  { environments }: Workspace,
  { document, environments: only, overrides, address }: ResourceDocument,
  diagnostics: Diagnostic[],
): void {
  if (only === undefined && overrides.size === 0) return;
  for (const { name, node } of [...(only ?? []), ...overrides.values()]) {
    if (environments.has(name)) continue;
    const [near] = suggestions(name, environments.keys());
    const known = [...environments.keys()].map((each) => `\`${each}\``).join(', ');
    const help = near === undefined ? `there are: ${known}` : `did you mean \`${near}\`?`;
    const { start, end } = node.alias ?? node;
    const place = { source: document.source, start, end };
    diagnostics.push(
      problem('override-unknown-environment', place, `there is no environment ${quoted(name)}`, {
        address,
        help,
      }),
    );
  }
}
