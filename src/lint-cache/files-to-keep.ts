import { isTree } from '../derive/forms/tree.ts';
import { SecretReference } from '../model/secret.ts';
import type { Spec } from '../model/value.ts';
import type { WorkspaceDocument } from '../model/workspace.ts';
import { severityOf, type FindingCollector } from '../lint/engine/finding-collector.ts';
import { lintResourceFiles } from '../lint/engine/lint-documents.ts';
import { lintResources } from '../lint/engine/lint-environment.ts';
import { reportCompiled, startRun } from '../lint/engine/lint.ts';
import type { Levels } from '../lint/engine/levels.ts';
import type { LintInput } from '../lint/engine/run.ts';
import { allSteps } from '../model/steps.ts';

/**
 * Checks the resource files of a workspace without comparing them, and gives those of which something is to be said, or
 * may be at another time. What is said of the others depends on their neighbours alone.
 */
export function filesToKeep(input: LintInput): ReadonlySet<string> {
  const { workspace, compiled } = input;
  const keep = new Set<string>();
  const fileOf = new Map(
    workspace.resources.map(({ address, document }) => [address as string, document.source.path]),
  );
  const run = startRun(input, (levels) => markingBook(levels, fileOf, keep));
  allSteps(lintResourceFiles(run));
  for (const [environment, one] of compiled) {
    reportCompiled(run, environment, one);
    allSteps(lintResources(run, environment, one));
  }
  const timed = timedFields(input);
  for (const { desired } of compiled.values()) {
    for (const { spec, document } of desired) {
      if (timed.some((field) => spec[field] !== undefined) || forwards(spec))
        keep.add(document.document.source.path);
    }
  }
  for (const [path, { text }] of workspace.sources) if (text.includes('edgewright-ignore')) keep.add(path);
  // A finding in a preset is told once; whom it concerns besides is not known.
  const isShared = [...workspace.presets.values()].some(({ document }) => keep.has(document.source.path));
  if (isShared)
    for (const one of workspace.resources) if (usesPreset(one)) keep.add(one.document.source.path);
  return keep;
}

/** Keeps no finding, only whom it concerns: the file it is in, and that of the resource it speaks of. */
function markingBook(
  levels: Levels,
  fileOf: ReadonlyMap<string, string>,
  keep: Set<string>,
): FindingCollector {
  return {
    add: (reported) => {
      if (severityOf(reported, levels) === undefined) return;
      keep.add(reported.place.source.path);
      // A finding at the declaration of a variable is in the preset that uses it.
      for (const { place } of reported.related) keep.add(place.source.path);
      const file = reported.address === undefined ? undefined : fileOf.get(reported.address);
      if (file !== undefined) keep.add(file);
    },
    diagnostics: () => [],
  };
}

function timedFields({ rules }: LintInput): readonly string[] {
  return rules.flatMap((rule) =>
    rule.scope === 'resource' && rule.isTimed === true ? (rule.fields ?? []) : [],
  );
}

function usesPreset(document: WorkspaceDocument): boolean {
  return 'uses' in document && document.uses.length > 0;
}

/** Whom a policy forwards to is a matter of all endpoints. */
function forwards({ traffic_policy: policy }: Spec): boolean {
  const value = isTree(policy) ? policy['value'] : policy;
  const text = value instanceof SecretReference ? value.template : value;
  return typeof text === 'string' && text.includes('forward-internal');
}
