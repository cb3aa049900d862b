import { walk } from '../../../derive/yaml/document-tree.ts';
import { forgottenHelp, forgottenText, objectsIn } from '../../../model/ledger/forgotten-environment.ts';
import { isMatched, namesResource, startGlobs } from '../../../text/patterns/glob.ts';
import type { Range, YamlDocument, DocumentNode, Place } from '../../../model/document.ts';
import type { LedgerState } from '../../../model/ledger/ledger.ts';
import type { Path } from '../../../model/value.ts';
import { resourceSources, type Workspace } from '../../../model/workspace/workspace.ts';
import { suggestions } from '../../../text/suggest.ts';
import { missingInJobs } from '../../domain/documents/missing-in-jobs.ts';
import { unreadFilesOf, isReadWhole } from '../../domain/specs/read-whole.ts';
import { whereItBelongs } from '../../domain/documents/where-it-belongs.ts';
import { always, recommended, reportedRules, workspaceRules } from '../../rule-group.ts';
import type { Rule } from '../../rule.ts';
import { onRoute, onEndpoint, besideFiles, withSettings } from '../../rule-examples.ts';
import { quoted } from '../../../text/quoted.ts';
import type { LedgerSettings } from '../../../model/workspace/settings.ts';
import { nodeRange, placeOf } from '../../../derive/yaml/node-place.ts';

export const referenceFilesRules: readonly Rule[] = [
  ...reportedRules(
    { group: 'reference', source: 'edgewright-file-format', by: 'reader' },
    {
      'glob-syntax': {
        severity: always('error'),
        summary: 'A pattern for files or addresses is malformed.',
        why: 'A pattern that cannot be read matches nothing, so the files or resources it is meant for would be skipped silently.',
        ignorable: false,
        bad: withSettings(onEndpoint(), 'resources: ["resources/**/*.yaml", "more/{a,b"]'),
        good: withSettings(onEndpoint(), 'resources: ["resources/**/*.yaml"]'),
      },
      'ignore-pattern': {
        severity: recommended('warn'),
        source: 'untrusted-files',
        summary: 'A line of .gitignore is skipped.',
        why: 'A pattern with very many `*` can take very long to match, so the line is skipped and files that git ignores may be read.',
        bad: besideFiles(onRoute(), { '.gitignore': 'a*b*c*d*e*f' }),
        good: besideFiles(onRoute(), { '.gitignore': 'build*' }),
      },
    },
  ),
  ...workspaceRules(
    { group: 'reference', source: 'edgewright-file-format' },
    {
      'environment-forgotten': {
        severity: recommended('error'),
        summary: 'A ledger has objects of an environment that has no file.',
        why: 'Nothing plans, checks or deletes the objects of an environment without a file, and they stay live.',
        bad: `# file: edgewright.yaml
version: 1
# file: environments/staging.yaml
ids: {}
# file: resources/www.yaml
kind: endpoint
name: www
spec: { url: https://www.example.com }
`,
        good: `# file: environments/production.yaml
ids: {}
# file: resources/www.yaml
kind: endpoint
name: www
spec: { url: https://www.example.com }
`,
        *check({ settings, environments }, { ledgers }) {
          for (const [name, ledger] of ledgers) {
            const count = objectsIn(ledger);
            if (environments.has(name) || count === 0) continue;
            yield {
              at: { place: placeOf(settings.document.source, ledgerNode(settings.document, 'store')) },
              message: forgottenText(name, count),
              help: forgottenHelp(name),
            };
          }
        },
      },
      'ledger-shared': {
        severity: recommended('error'),
        summary:
          'Two workspaces of a repository have the same lineage, or the same branch for their ledgers.',
        why: 'Workspaces that share a lineage take the objects of each other for their own, and delete what only the other declares.',
        bad: withSettings(onEndpoint(), 'ledger: { store: git, lineage: the-lineage-of-team-a }'),
        good: withSettings(
          onEndpoint(),
          'ledger: { store: git, branch: edgewright-ledger-team-b, lineage: the-lineage-of-team-b }',
        ),
        *check({ settings, environments, around }) {
          const { ledger, document } = settings;
          const repository = ledger && around?.();
          if (ledger === undefined || repository === undefined) return;
          const { home, others } = repository;
          for (const other of others) {
            const file = quoted(other.folder === '' ? 'edgewright.yaml' : `${other.folder}/edgewright.yaml`);
            if (other.ledger.lineage === ledger.lineage) {
              yield {
                at: { place: placeOf(document.source, ledgerNode(document, 'lineage')) },
                message: `${file} has the same lineage`,
                help: `if this workspace is the copy, ${home.ownHelp()}; if it is the same one, moved here, delete the other`,
              };
            } else if (hasSameBranch(ledger, other.ledger)) {
              const shared = other.environments.find((name) => environments.has(name));
              if (shared === undefined) continue;
              yield {
                at: { place: placeOf(document.source, ledgerNode(document, 'branch')) },
                message: `the ledger of ${quoted(shared)} is on the same branch as that of ${file}`,
                help: `if that branch has the ledger of the other, ${home.ownPlace()}`,
              };
            }
          }
        },
      },
      'jobs-outdated': {
        severity: recommended('warn'),
        summary: 'The jobs of the repository lack an environment, a secret or the tests of the workspace.',
        why: 'An environment without a job is never applied, a secret that no job passes keeps apply from starting, and tests that no job runs find nothing.',
        bad: `kind: endpoint
name: www
spec: { url: https://www.example.com }
# file: edgewright.yaml
version: 1
ledger: { store: git, lineage: your-own }
secrets: [OIDC]
`,
        good: `kind: endpoint
name: www
spec: { url: https://www.example.com }
# file: edgewright.yaml
version: 1
ledger: { store: git, lineage: your-own }
`,
        *check(workspace) {
          const jobs = workspace.around?.()?.jobs ?? [];
          for (const { place, lack, extra } of missingInJobs(workspace, jobs)) {
            yield {
              at: { place },
              message: lack,
              help: `\`edgewright init --with ${extra} --update\` adds it to the files that \`init\` has written`,
            };
          }
        },
      },
      'pattern-unmatched': {
        severity: recommended('warn'),
        summary: 'A pattern of edgewright.yaml matches nothing.',
        why: 'A pattern that matches nothing protects nothing and exempts nothing.',
        fix: 'unsafe',
        bad: withSettings(onEndpoint(), 'safety: { protect: [endpoint/wwww] }'),
        good: withSettings(onEndpoint(), 'safety: { protect: [endpoint/www] }'),
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
      },
      'unread-file': {
        severity: recommended('warn'),
        summary: 'A file looks like a resource or an environment but is not read.',
        why: 'The file declares nothing: its objects are not created, and existing ones count as removed.',
        bad: inFiles('resource/www.yaml'),
        good: inFiles('resources/www.yaml'),
        *check(workspace) {
          for (const { source, seems, start, end } of unreadFilesOf(workspace)) {
            const what = seems === 'environment' ? 'an environment' : `a document of kind ${quoted(seems)}`;
            yield {
              at: { place: { source, start, end } },
              message: `this file is not read, but contains ${what}`,
              help: whereItBelongs(workspace.settings.resources, source.path, seems),
            };
          }
        },
      },
    },
  ),
];

/** The value of a key of `ledger`, or the nearest node above it. */
function ledgerNode({ root }: YamlDocument, key: string): Range {
  if (root === undefined) return { start: 0, end: 0 };
  return nodeRange(walk(root, ['ledger', key]).node);
}

function hasSameBranch(settings: LedgerSettings, other: LedgerSettings): boolean {
  if (settings.store !== 'git' || other.store !== 'git') return false;
  return settings.branch === other.branch && settings.remote === other.remote;
}

interface PatternProblem {
  readonly message: string;
  readonly help?: string | undefined;
}

function unmatchedFiles({ glob, where }: WrittenPattern, workspace: Workspace): PatternProblem | undefined {
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
): PatternProblem | undefined {
  if (glob.includes('_') || !namesResource(glob)) return undefined;
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
    help: near === undefined ? undefined : `write \`${near}\``,
  };
}

/** The address of the same kind with the most similar name. */
function meantBy(glob: string, addresses: readonly string[]): string | undefined {
  const start = glob.slice(0, glob.indexOf('/') + 1);
  const names = addresses
    .filter((address) => address.startsWith(start))
    .map((address) => address.slice(start.length));
  const [near] = suggestions(glob.slice(start.length), names);
  return near === undefined ? undefined : start + near;
}

/** Two endpoints, the first of them in this file. */
function inFiles(path: string): string {
  const api = onEndpoint('', { name: 'api', url: 'https://api.example.com' });
  return besideFiles('', { [path]: onEndpoint(), 'resources/api.yaml': api });
}

interface WrittenPattern {
  readonly glob: string;
  readonly of: 'files' | 'addresses';
  /** The setting that holds it, such as `safety.protect`. */
  readonly where: string;
  readonly place: Place;
}

/** The patterns of `safety.protect` and `lint.overrides`. */
function patternsIn({ root, source }: YamlDocument): readonly WrittenPattern[] {
  const written = (list: DocumentNode | undefined, of: WrittenPattern['of'], where: string) =>
    (list?.type === 'list' ? list.items : []).flatMap((node): readonly WrittenPattern[] =>
      node.type === 'scalar' && typeof node.value === 'string'
        ? [{ glob: node.value, of, where, place: placeOf(source, node) }]
        : [],
    );
  const overrides = at(root, ['lint', 'overrides']);
  return [
    ...(overrides?.type === 'list' ? overrides.items : []).flatMap((override) => [
      ...written(at(override, ['files']), 'files', 'lint.overrides'),
      ...written(at(override, ['addresses']), 'addresses', 'lint.overrides'),
    ]),
    ...written(at(root, ['safety', 'protect']), 'addresses', 'safety.protect'),
  ];
}

function at(node: DocumentNode | undefined, path: Path): DocumentNode | undefined {
  if (node === undefined) return undefined;
  const found = walk(node, path);
  return found.depth === path.length ? found.node : undefined;
}
