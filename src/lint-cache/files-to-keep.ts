import { isTree } from '../derive/forms/tree.ts';
import { SecretReference } from '../model/secret.ts';
import type { Spec } from '../model/value.ts';
import type { WorkspaceDocument } from '../model/workspace.ts';
import { severityOf, type FindingCollector } from '../lint/engine/finding-collector.ts';
import { lintResourceFiles } from '../lint/engine/lint-documents.ts';
import { lintResources } from '../lint/engine/lint-environment.ts';
import { reportCompiled, startRun, type ChosenRules } from '../lint/engine/lint.ts';
import type { Levels } from '../lint/engine/levels.ts';
import type { LintInput } from '../lint/engine/run.ts';

export interface FilesToKeep {
  /** Paths of the files. */
  readonly keep: ReadonlySet<string>;
  /** The last time, in milliseconds, at which the other files have no findings; null for no end. */
  readonly until: number | null;
}

/**
 * Lints the resource files of a workspace one by one, without comparing them, and returns those with findings. Findings
 * in the others can only come from comparisons between resources.
 */
export function filesToKeep(input: LintInput, chosen: ChosenRules): FilesToKeep {
  const { workspace, compiled } = input;
  const keep = new Set<string>();
  const fileOf = new Map(
    workspace.resources.map(({ address, document }) => [address as string, document.source.path]),
  );
  const run = startRun(input, (levels) => markingBook(levels, fileOf, keep), chosen);
  lintResourceFiles(run);
  for (const [environment, one] of compiled) {
    reportCompiled(run, environment, one);
    lintResources(run, environment, one);
  }
  for (const { desired } of compiled.values()) {
    for (const { spec, document } of desired) {
      if (forwards(spec)) keep.add(document.document.source.path);
    }
  }
  for (const [path, { text }] of workspace.sources) if (text.includes('edgewright-ignore')) keep.add(path);
  // A finding in a preset is reported once, so the other resources it affects are unknown: all users of presets are
  // kept.
  const isShared = [...workspace.presets.values()].some(({ document }) => keep.has(document.source.path));
  if (isShared)
    for (const one of workspace.resources) if (usesPreset(one)) keep.add(one.document.source.path);
  return { keep, until: run.clock.next() ?? null };
}

/** A collector that records only the files that findings concern: the file of the place and that of the resource. */
function markingBook(
  levels: Levels,
  fileOf: ReadonlyMap<string, string>,
  keep: Set<string>,
): FindingCollector {
  return {
    add: (reported) => {
      if (severityOf(reported, levels) === undefined) return;
      keep.add(reported.place.source.path);
      // A finding at the declaration of a variable has the preset or resource that uses it as a related place.
      for (const { place } of reported.related) keep.add(place.source.path);
      const file = reported.address === undefined ? undefined : fileOf.get(reported.address);
      if (file !== undefined) keep.add(file);
    },
    diagnostics: () => [],
  };
}

function usesPreset(document: WorkspaceDocument): boolean {
  return 'uses' in document && document.uses.length > 0;
}

/** Forwarding depends on the URLs of all endpoints. */
function forwards({ traffic_policy: policy }: Spec): boolean {
  const value = isTree(policy) ? policy['value'] : policy;
  const text = value instanceof SecretReference ? value.template : value;
  // With a backslash, the word may be spelled with escapes.
  return typeof text === 'string' && (text.includes('forward-internal') || text.includes('\\'));
}
