import { isMatched, startGlobs } from '../../../../domain/glob.ts';
import { quoted } from '../../../../model/problem.ts';
import { suggestions } from '../../../../text/suggest.ts';
import type { LedgerState } from '../../../../model/ledger.ts';
import { resourceSources, type Workspace } from '../../../../model/workspace.ts';
import { isReadWhole } from '../../../domain/specs/read-whole.ts';
import { patternsIn, type WrittenPattern } from '../../../domain/documents/patterns-in.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'pattern-unmatched',
  group: 'reference',
  severity: recommended('warn'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A pattern of edgewright.yaml matches nothing.',
  why: 'A pattern that matches nothing protects nothing and exempts nothing.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
safety: { protect: [endpoint/wwww] }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: edgewright.yaml
version: 1
ledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }
safety: { protect: [endpoint/www] }
`,
  *check(workspace, { ledgers }) {
    if (!isReadWhole(workspace)) return;
    for (const pattern of patternsIn(workspace.settings.document)) {
      const finding =
        pattern.of === 'files'
          ? unmatchedFiles(pattern, workspace)
          : unmatchedAddresses(pattern, workspace, ledgers);
      if (finding !== undefined) yield { at: { place: pattern.place }, ...finding };
    }
  },
} satisfies WorkspaceRule;

interface Unmatched {
  readonly message: string;
  readonly help?: string;
}

function unmatchedFiles({ glob, where }: WrittenPattern, workspace: Workspace): Unmatched | undefined {
  const { state, problems } = startGlobs([glob]);
  if (glob.startsWith('!') || problems.size > 0) return undefined;
  if ([...workspace.sources.keys()].some((path) => isMatched(state, path))) return undefined;
  // A file read by `$(file:…)` may match: findings about its content are placed in it.
  if (filesTakenIn(workspace).some((path) => isMatched(state, path))) return undefined;
  return { message: `the pattern ${quoted(glob)} of \`${where}\` matches no file` };
}

function filesTakenIn(workspace: Workspace): readonly string[] {
  return [...resourceSources(workspace)].flatMap(({ text }) =>
    [...text.matchAll(/\$\(file:([^)]+)\)/g)].map(([, path = '']) => path),
  );
}

/**
 * Skips patterns with a `_`, which match ids in `lint --live` (names never have one), and patterns for a whole kind,
 * which include future resources.
 */
function unmatchedAddresses(
  { glob, where }: WrittenPattern,
  workspace: Workspace,
  ledgers: ReadonlyMap<string, LedgerState>,
): Unmatched | undefined {
  if (glob.includes('_') || !/\/.*[a-z0-9]/.test(glob)) return undefined;
  const declared = [
    ...workspace.resources.flatMap(({ address, kind, formerly }) => [
      address,
      ...formerly.map(({ name }) => `${kind}/${name}`),
    ]),
    ...workspace.removed.map(({ address }) => address),
  ];
  const inLedgers = [...ledgers.values()].flatMap(({ resources, orphans }) => [
    ...Object.keys(resources),
    ...Object.keys(orphans),
  ]);
  const { state } = startGlobs([glob]);
  if ([...declared, ...inLedgers].some((address) => isMatched(state, address))) return undefined;
  const near = meantBy(glob, declared);
  // A resource that was applied before may still be protected, according to a ledger that is not available here.
  const environments = [...workspace.environments.keys()];
  const isKnown = environments.length > 0 && environments.every((name) => ledgers.has(name));
  if (near === undefined && !isKnown) return undefined;
  return {
    message: `the pattern ${quoted(glob)} of \`${where}\` matches no resource`,
    ...(near === undefined ? {} : { help: `write \`${near}\`` }),
  };
}

/** The address of the same kind with the most similar name. */
function meantBy(glob: string, addresses: readonly string[]): string | undefined {
  const start = glob.slice(0, glob.indexOf('/') + 1);
  const names = addresses.filter((one) => one.startsWith(start)).map((one) => one.slice(start.length));
  const [near] = suggestions(glob.slice(start.length), names);
  return near === undefined ? undefined : start + near;
}
