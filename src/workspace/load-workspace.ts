import path from 'node:path';
import { startGlobs } from '../domain/glob.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { YamlDocument } from '../model/document.ts';
import { UserError, exitCodes } from '../model/errors.ts';
import type { GitFile } from '../model/git-file.ts';
import type { UnreadFile } from '../model/lint/unread-file.ts';
import type { WorkspaceHome } from '../model/ledger/ledger-home.ts';
import type { Schedule } from '../model/plan/schedule.ts';
import { problem, quoted } from '../model/problem.ts';
import type {
  OtherWorkspace,
  RepositoryAround,
  Settings,
  Workspace,
  WorkspaceHead,
} from '../model/workspace.ts';
import { suggestionOr } from '../text/suggest.ts';
import { contentsOf, fewestFiles, readAndRelease, type FileReleaser } from './documents/read-and-release.ts';
import { meaningsOf } from './documents/documents.ts';
import { discover, environmentsFolder, settingsFile, type Discovered } from './files/discover.ts';
import { fileSetTree, outerIgnoredOf } from './files/file-set-tree.ts';
import { diskTree } from './files/file-tree.ts';
import { findRoot, outerIgnored, overlayFrom } from './files/find-root.ts';
import type { Ignored } from './files/ignored.ts';
import { inlineReader } from './files/inlined-files.ts';
import { readResourceFiles } from './files/resource-files.ts';
import { secretFiles, type SecretPlaces } from './files/secret-files.ts';
import { findUnread, workspaceFolders } from './files/unread-files.ts';
import { repositoryTop, workspaceHome } from './git/workspace-home.ts';
import { readDocuments, type Load } from './load.ts';
import { readEnvironments } from './settings/read-environments.ts';
import { readSettings } from './settings/settings.ts';

export interface WorkspacePlace {
  /** The workspace folder, or a folder below it. */
  readonly from: string;
  /** Contents that replace or add files, by path from the root. */
  readonly overlay?: ReadonlyMap<string, string>;
  /** The complete set of files in place of the disk: those of a commit, or the staged ones. */
  readonly files?: ReadonlyMap<string, GitFile> | undefined;
  /** Where secrets are kept: nothing there is read as a file of the workspace. */
  readonly secrets?: SecretPlaces;
}

/** A workspace whose resource files have not been read yet. `read` reads them once. */
export interface OpenedWorkspace extends WorkspaceHead {
  readonly read: () => Workspace;
  /** Whether the workspace has so many files that their trees take too much memory. */
  readonly isBig: () => boolean;
  /** Paths of the resource files, sorted. */
  readonly resourceFiles: () => readonly string[];
  readonly unreadFiles: () => readonly UnreadFile[];
  readonly around: () => RepositoryAround | undefined;
  /** Undefined if the workspace must be read as a whole, or the reading was ended. */
  readonly readAndRelease: (releaser: FileReleaser) => Promise<Workspace | undefined>;
  /** A workspace without any resource files but those among these texts. */
  readonly readAlone: (texts: ReadonlyMap<string, string>) => Workspace;
}

/**
 * Reads the workspace that `from` is in. Throws `UserError` 78 if there is no edgewright.yaml or it cannot be read;
 * every other mistake is reported in the diagnostics.
 */
export function loadWorkspace(place: WorkspacePlace): Workspace {
  return openWorkspaceFiles(place).read();
}

/** The same in two parts, for a caller that can start with the settings alone (a plan reads the API). */
export function openWorkspaceFiles(place: WorkspacePlace): OpenedWorkspace {
  const { from, overlay = new Map<string, string>(), files, secrets } = place;
  const root = findRoot(from);
  const inside = overlayFrom(root, overlay);
  const isSecret = secretFiles(root, secrets);
  const tree = files === undefined ? diskTree(root, inside, isSecret) : fileSetTree(files, inside);
  const load: Load = { tree, sources: new Map(), diagnostics: [] };
  const ignored = files === undefined ? outerIgnored(root) : outerIgnoredOf(files, root);
  const settings = readSettings(settingsDocument(load), load.diagnostics);
  const { environments, unreadable } = readEnvironments(load);
  if (environments.size > 0 && unreadable.length === 0)
    load.diagnostics.push(...unknownEnvironments(settings.schedule, environments.keys()));
  const head = { root, settings, environments, unreadable };
  let found: Discovered | undefined;
  // Without the settings it is unknown which files are resource files.
  const isLost = settings.document.isBroken === true;
  const discovered = (): Discovered =>
    (found ??= isLost ? nowhere : discover(tree, startGlobs(settings.resources).state, ignored));
  const unreadFiles = (): readonly UnreadFile[] => {
    const read = new Set([...load.sources.keys(), ...discovered().paths, settings.lint.baseline]);
    return isLost ? [] : findUnread(tree, ignored, (path) => read.has(path));
  };
  const around = files === undefined ? () => aroundOf(head) : () => undefined;
  return {
    ...head,
    unreadFiles,
    around,
    read: () => ({ ...readRest(head, load, ignored, discovered()), unreadFiles, around }),
    resourceFiles: () => discovered().paths,
    isBig: () => discovered().paths.length >= fewestFiles,
    async readAndRelease(releaser) {
      const workspace = await readBig(head, load, ignored, { files: discovered(), releaser });
      return workspace === undefined ? undefined : { ...workspace, unreadFiles, around };
    },
    readAlone(texts) {
      const paths = [...texts.keys()].filter((path) => discovered().paths.includes(path));
      const alone = {
        tree: diskTree(root, texts, isSecret),
        sources: new Map(load.sources),
        diagnostics: [],
      };
      return readSome(head, alone, ignored, paths);
    },
  };
}

function aroundOf({ root, settings: { ledger } }: WorkspaceHead): RepositoryAround | undefined {
  const home = ledger && workspaceHome(root, ledger);
  return home && { home, others: otherWorkspaces(root, home) };
}

/** The workspaces in other folders of the repository whose settings say where their ledgers are. */
export function otherWorkspaces(
  root: string,
  { folder }: Pick<WorkspaceHome, 'folder'>,
): readonly OtherWorkspace[] {
  const top = repositoryTop(root, folder);
  return workspaceFolders(top)
    .filter((other) => other !== folder)
    .flatMap((other) => {
      const { ledger, environments } = ledgerSettingsIn(path.join(top, other));
      return ledger === undefined ? [] : [{ folder: other, ledger, environments }];
    });
}

/** A file that cannot be read is the mistake of that workspace. */
function ledgerSettingsIn(from: string): Partial<OtherWorkspace> & Pick<OtherWorkspace, 'environments'> {
  try {
    const { settings, environments } = openWorkspaceFiles({ from });
    return { ...(settings.ledger && { ledger: settings.ledger }), environments: [...environments.keys()] };
  } catch (error) {
    if (error instanceof UserError) return { environments: [] };
    throw error;
  }
}

const nowhere: Discovered = { paths: [], diagnostics: [] };

function readRest(head: WorkspaceHead, load: Load, ignored: Ignored, found: Discovered): Workspace {
  const { environments, settings } = head;
  const files = found === nowhere ? [] : readResourceFiles(load, settings, found);
  const isReported = load.diagnostics.some(({ place }) => place.source.path.startsWith(environmentsFolder));
  if (environments.size === 0 && !isReported) load.diagnostics.push(noEnvironment(settings));
  const baseline = readBaseline(load, settings);
  const { sources, diagnostics } = load;
  const readFile = inlineReader(load.tree, ignored);
  return { ...head, sources, ...contentsOf(files), baseline, readFile, diagnostics };
}

async function readBig(
  head: WorkspaceHead,
  { tree, sources, diagnostics }: Load,
  ignored: Ignored,
  { files, releaser }: { readonly files: Discovered; readonly releaser: FileReleaser },
): Promise<Workspace | undefined> {
  // Findings about the workspace as a whole, such as one without resource files, are not reported here.
  if (files.paths.length === 0 || files.diagnostics.length > 0 || head.environments.size === 0)
    return undefined;
  const load: Load = { tree, sources: new Map(sources), diagnostics: [...diagnostics] };
  const readFile = inlineReader(tree, ignored);
  const workspace = await readAndRelease(head, load, { paths: files.paths, releaser, readFile });
  return workspace === undefined ? undefined : { ...workspace, baseline: readBaseline(load, head.settings) };
}

function readSome(head: WorkspaceHead, load: Load, ignored: Ignored, paths: readonly string[]): Workspace {
  const files = paths.map((path) => {
    const documents = readDocuments(load, path);
    return { documents, meanings: documents.flatMap(meaningsOf) };
  });
  const { tree, sources, diagnostics } = load;
  const readFile = inlineReader(tree, ignored);
  return { ...head, sources, ...contentsOf(files), baseline: undefined, readFile, diagnostics };
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
        help: 'every command needs the settings of the workspace',
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

/** The findings about environments that windows and freezes name and that do not exist. */
function unknownEnvironments({ windows, freezes }: Schedule, known: Iterable<string>): readonly Diagnostic[] {
  const names = [...known];
  const named = [...windows, ...freezes].flatMap(({ environments = [] }) => environments);
  return named
    .filter(({ name }) => !names.includes(name))
    .map(({ name, place }) =>
      problem('override-unknown-environment', place, `there is no environment ${quoted(name)}`, {
        help: suggestionOr(name, names, `there are: ${names.map(quoted).join(', ')}`),
      }),
    );
}
