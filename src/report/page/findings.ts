import type { Step } from '../../model/plan/step.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';

export interface FindingsByStep {
  readonly of: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Findings about unchanged resources, and in files without a step. */
  readonly rest: readonly Diagnostic[];
}

/** Assigns each finding to its step: by address, or else to the first step declared in its file. */
export function findingsByStep(
  steps: readonly Step[],
  diagnostics: readonly Diagnostic[],
  environment: string,
): FindingsByStep {
  const addresses = new Set<string>(steps.map(({ address }) => address));
  const byFile = new Map<string, string>();
  for (const { origin, address } of steps) {
    if (origin !== undefined && !byFile.has(origin.file)) byFile.set(origin.file, address);
  }
  const of = new Map<string, Diagnostic[]>();
  const rest: Diagnostic[] = [];
  for (const finding of diagnostics) {
    const { address, environments, place } = finding;
    if (environments.length > 0 && !environments.includes(environment)) continue;
    const at = address ?? byFile.get(place.source.path);
    if (at === undefined || !addresses.has(at)) {
      rest.push(finding);
      continue;
    }
    const known = of.get(at);
    if (known === undefined) of.set(at, [finding]);
    else known.push(finding);
  }
  return { of, rest };
}
