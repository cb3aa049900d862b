import { startGlobs } from '../text/patterns/glob.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { YamlDocument } from '../model/document.ts';
import { UserError } from '../model/errors.ts';
import type { UnreadFile } from '../model/lint/lint-result.ts';
import { problem } from '../model/problem.ts';
import type { PolicyTest } from '../model/policy.ts';
import type { TestFiles } from '../model/traffic/test-report.ts';
import type { RequestTest } from '../model/traffic/request-test.ts';
import type { RepositoryAround, Workspace, WorkspaceHead } from '../model/workspace/workspace.ts';
import { meantName, thereAre } from '../text/words/existing-names.ts';
import { contentsOf } from './documents/contents.ts';
import { discover, environmentsFolder, settingsFile, type DiscoveredFiles } from './files/discover.ts';
import type { FileTree } from './files/file-tree.ts';
import type { IgnoreRules } from './files/ignored.ts';
import { inlineReader } from './files/inlined-files.ts';
import { readResourceFiles } from './files/resource-files.ts';
import { findUnread } from './files/unread-files.ts';
import { readDocuments, type Load } from './load.ts';
import { readEnvironments } from './settings/read-environments.ts';
import { readPolicyTests } from './settings/policy-tests.ts';
import { readRequestTests } from './settings/request-tests.ts';
import { readSettings } from './settings/read-settings.ts';
import { quoted } from '../text/quoted.ts';
import { exitCodes } from '../model/exit-codes.ts';
import type { Settings } from '../model/workspace/settings.ts';

/** A workspace whose resource files have not been read yet. `read` reads them once. */
export interface OpenedWorkspace extends WorkspaceHead {
  readonly read: () => Workspace;
  /** Paths of the resource files, sorted. */
  readonly resourceFiles: () => readonly string[];
  readonly unreadFiles: () => readonly UnreadFile[];
  readonly around: () => RepositoryAround | undefined;
}

/** The files of a workspace, wherever they are. */
export interface WorkspaceTree {
  /** Absolute path of its folder. */
  readonly root: string;
  readonly tree: FileTree;
  /** The `.gitignore` files above the folder. */
  readonly ignored: IgnoreRules;
  /** The git repository around the folder, if the files are those on disk. */
  readonly around?: (head: WorkspaceHead) => RepositoryAround | undefined;
}

/**
 * Reads the settings and environments of a workspace; `read` reads the rest. Throws `UserError` 78 if edgewright.yaml
 * cannot be read; every other mistake is reported in the diagnostics.
 */
export function openTree({ root, tree, ignored, around: aroundOf }: WorkspaceTree): OpenedWorkspace {
  const load: Load = { tree, sources: new Map(), diagnostics: [] };
  const settings = readSettings(settingsDocument(load), load.diagnostics);
  const { environments, unreadable } = readEnvironments(load, settings.order);
  if (environments.size > 0 && unreadable.length === 0)
    load.diagnostics.push(...unknownEnvironments(settings, environments.keys()));
  const head = { root, settings, environments, unreadable };
  let found: DiscoveredFiles | undefined;
  // Without the settings it is unknown which files are resource files.
  const isLost = settings.document.isBroken === true;
  const discovered = (): DiscoveredFiles =>
    (found ??= isLost ? nowhere : discover(tree, startGlobs(settings.resources).state, ignored));
  const unreadFiles = (): readonly UnreadFile[] => {
    const read = new Set([...load.sources.keys(), ...discovered().paths, settings.lint.baseline]);
    return isLost ? [] : findUnread(tree, ignored, (path) => read.has(path));
  };
  const none = { files: [], diagnostics: [] };
  let ofRequests: TestFiles<RequestTest> | undefined;
  const requestTests = (): TestFiles<RequestTest> =>
    (ofRequests ??= isLost ? none : readRequestTests({ tree, ignored }, settings));
  let ofPolicies: TestFiles<PolicyTest> | undefined;
  const policyTests = (): TestFiles<PolicyTest> => (ofPolicies ??= readPolicyTests({ tree, ignored }));
  const around = (): RepositoryAround | undefined => aroundOf?.(head);
  let whole: Workspace | undefined;
  return {
    ...head,
    unreadFiles,
    around,
    read: () =>
      (whole ??= {
        ...readRest(head, load, ignored, discovered()),
        unreadFiles,
        around,
        requestTests,
        policyTests,
      }),
    resourceFiles: () => discovered().paths,
  };
}

const nowhere: DiscoveredFiles = { paths: [], diagnostics: [] };

function readRest(head: WorkspaceHead, load: Load, ignored: IgnoreRules, found: DiscoveredFiles): Workspace {
  const { environments, settings } = head;
  const files = found === nowhere ? [] : readResourceFiles(load, settings, found);
  const isReported = load.diagnostics.some(({ place }) => place.source.path.startsWith(environmentsFolder));
  if (environments.size === 0 && !isReported) load.diagnostics.push(noEnvironment(settings));
  const baseline = readBaseline(load, settings);
  const { sources, diagnostics } = load;
  const readFile = inlineReader(load.tree, ignored);
  return { ...head, sources, ...contentsOf(files), baseline, readFile, diagnostics };
}

/** Only read errors are reported here; the linter checks the content. */
function readBaseline(load: Load, { lint: { baseline } }: Settings): YamlDocument | undefined {
  return load.tree.typeOf(baseline) === undefined ? undefined : readDocuments(load, baseline)[0];
}

function settingsDocument(load: Load): YamlDocument {
  const [document, second] = readDocuments(load, settingsFile);
  const unread = load.diagnostics.find(({ rule }) => rule.startsWith('file-'));
  if (document === undefined) {
    throw new UserError(
      exitCodes.settings,
      `${settingsFile} cannot be read: ${unread?.message ?? 'it is empty'}`,
      {
        help: unread?.help ?? '`edgewright init` in another folder writes one to copy',
      },
    );
  }
  if (second !== undefined) {
    const place = { source: second.source, start: second.range.start, end: second.range.start };
    load.diagnostics.push(
      problem('yaml-syntax', place, 'there is a second document in the settings', {
        help: 'put all settings into one',
      }),
    );
  }
  return document;
}

function noEnvironment({ document }: Settings): Diagnostic {
  const help = 'write environments/production.yaml; it may be empty';
  return problem(
    'no-environment',
    { source: document.source, start: 0, end: 0 },
    'the workspace has no environment',
    { help },
  );
}

/** The findings about environments that edgewright.yaml names and that do not exist. */
function unknownEnvironments(
  { order, schedule: { windows, freezes } }: Settings,
  known: Iterable<string>,
): readonly Diagnostic[] {
  const names = [...known];
  const named = [...order, ...[...windows, ...freezes].flatMap(({ environments = [] }) => environments)];
  return named
    .filter(({ name }) => !names.includes(name))
    .map(({ name, place }) => {
      const near = meantName(name, names);
      const help = near === undefined ? thereAre(names, 'environments/') : `write \`${near}\``;
      return problem('override-unknown-environment', place, `there is no environment ${quoted(name)}`, {
        help,
      });
    });
}
