import type { Compiled } from '../model/desired.ts';
import type { PolicySet } from '../lint/policy/policies.ts';
import type { Rule } from '../lint/rule.ts';
import type {
  CachedFile,
  CachedMentions,
  CachedResource,
  ResourceOutline,
} from '../model/lint/cached-file.ts';
import type { ResourceDocument, RuleSetting, Workspace, WorkspaceHead } from '../model/workspace.ts';
import type { OpenedWorkspace } from '../workspace/load-workspace.ts';
import type { Memory } from './cache-memory.ts';
import type { documentMentions } from '../lint/domain/specs/mentions.ts';
import { shareEqual } from './share-equal.ts';

export interface LintChecks {
  readonly environments: readonly string[];
  readonly rules: readonly Rule[];
  readonly policies?: PolicySet;
  readonly overriding: ReadonlyMap<string, RuleSetting>;
  readonly now: Date;
  /** Files that are never released, such as those that are open in an editor. */
  readonly isOpen?: (path: string) => boolean;
  /**
   * `specs` for a run that needs compiled resources after lint, `places` if also the places of their values; it must not
   * store the files. Default: outlines.
   */
  readonly keeps?: 'outlines' | 'specs' | 'places';
}

/**
 * Reads a big workspace for the linter: most files are checked one by one here, or were in an earlier run. `lint` then
 * checks only the others, and compares all resources. Undefined if the workspace must be read as a whole.
 */
export async function readWithCache(
  opened: OpenedWorkspace,
  checks: LintChecks,
  memory: Pick<Memory, 'recall' | 'confirm' | 'remember'>,
): Promise<Workspace | undefined> {
  const [{ compile }, { chooseRules }, { filesToKeep }, { documentMentions }, { keptOf, outlinesOf }] =
    await Promise.all([
      import('../compile/compile.ts'),
      import('../lint/engine/lint.ts'),
      import('./files-to-keep.ts'),
      import('../lint/domain/specs/mentions.ts'),
      import('./kept-compiled.ts'),
    ]);
  const { environments, rules, overriding, now, policies, isOpen = () => false } = checks;
  const { keeps = 'outlines' } = checks;
  const chosen = chooseRules({ ...checks, workspace: opened });
  const declared = namesIn(opened);
  // These repeat across resources.
  const shared = {
    labels: shareEqual<CachedResource['labels']>(),
    fields: shareEqual<ResourceOutline['fields']>(),
    mentions: shareEqual<CachedMentions>(),
  };
  const mentions = ({ document, uses }: ResourceDocument): CachedMentions => {
    const { variables, names: ids, secrets } = documentMentions(document, declared);
    return { variables, ids, presets: uses.map((use) => use.name), secrets };
  };
  const workspace = opened.readBatched({
    recall: memory.recall,
    confirm: memory.confirm,
    add(workspace, reported, inlinedBy) {
      const compiled = new Map<string, Compiled>();
      for (const name of environments) compiled.set(name, compile(workspace, name));
      const { keep, until } = filesToKeep({ workspace, compiled, now, rules, overriding }, chosen);
      const compiledOf = keeps === 'outlines' ? outlinesOf(compiled, shared.fields) : keptOf(compiled, keeps);
      const files = new Map<string, CachedResource[]>();
      for (const one of workspace.resources) {
        const { path } = one.document.source;
        if (keep.has(path) || reported.has(path) || isOpen(path) || policies?.isExpensive(path) === true)
          continue;
        const { kind, name, address } = one;
        const own = files.get(path) ?? [];
        const { outlines, compiled: kept } = compiledOf(address);
        const labels = shared.labels(one.labels);
        // Without a spread: objects made by one take twice the memory.
        own.push({ kind, name, labels, mentions: shared.mentions(mentions(one)), outlines, compiled: kept });
        files.set(path, own);
      }
      return [...files].map(([path, resources]): CachedFile => {
        const read = keeps === 'places' ? workspace.sources.get(path) : undefined;
        // A copy: the line table of a source lives as long as the source itself.
        const source = read && { path, text: read.text };
        const file = { path, resources, inlined: inlinedBy(path), source };
        memory.remember(file, until);
        return file;
      });
    },
  });
  return workspace === undefined ? undefined : { ...workspace, cachedFor: environments };
}

function namesIn({ environments, settings }: WorkspaceHead): Parameters<typeof documentMentions>[1] {
  const all = [...environments.values()];
  return {
    variables: new Set(all.flatMap(({ vars }) => [...vars.keys()])),
    names: new Set(all.flatMap(({ ids }) => [...ids.keys()])),
    secrets: settings.secrets,
  };
}

/** Compiles the environments of a workspace. Cached resources are restored from their outlines instead. */
export async function compileWithCache(
  workspace: Workspace,
  environments: readonly string[],
): Promise<ReadonlyMap<string, Compiled>> {
  const { compileCached } = await import('./compile-cached.ts');
  return compileCached(workspace, environments);
}
