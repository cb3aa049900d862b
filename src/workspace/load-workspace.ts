import { exitCodes, UserError } from '../model/errors.ts';
import type { YamlDocument } from '../model/document.ts';
import { problem } from '../model/problem.ts';
import { allSteps, type Steps } from '../model/steps.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { GitFile } from '../model/git-file.ts';
import type { UnreadFile } from '../model/lint/unread-file.ts';
import type { Settings, Workspace, WorkspaceHead } from '../model/workspace.ts';
import { contentsOf } from './documents/contents.ts';
import { discover, environmentsFolder, settingsFile, type Discovered } from './files/discover.ts';
import { fileSetTree, outerIgnoredOf } from './files/file-set-tree.ts';
import { diskTree } from './files/file-tree.ts';
import { findRoot, outerIgnored, overlayFrom } from './files/find-root.ts';
import { startGlobs } from '../domain/glob.ts';
import type { Ignored } from './files/ignored.ts';
import { inlineReader } from './files/inlined-files.ts';
import { readDocuments, type Load } from './load.ts';
import { readEnvironments } from './settings/read-environments.ts';
import { fewestFiles, readInBatches, type FileCache } from './documents/read-in-batches.ts';
import { readResourceFiles } from './files/resource-files.ts';
import { findUnread } from './files/unread-files.ts';
import { readSettings } from './settings/settings.ts';

export interface WorkspacePlace {
  /** A folder of the workspace, or below it. */
  readonly from: string;
  /** Files, by their path from the root, that have another content than the disk's, or content at all. */
  readonly overlay?: ReadonlyMap<string, string>;
  /** All files there are, instead of the disk's: those of a commit, or what is staged. */
  readonly files?: ReadonlyMap<string, GitFile> | undefined;
}

/** A workspace whose resource files are still to be read: once, in small steps. */
export interface OpenedWorkspace extends WorkspaceHead {
  readonly read: () => Steps<Workspace>;
  /** The same for the linter, where the workspace is big: most files are checked alone and let go of. */
  readonly isBig: () => boolean;
  /** Sorted. */
  readonly resourceFiles: () => readonly string[];
  /** Whether anything was wrong before a resource file was read: settings, environments, a link among the resources. */
  readonly hasFindings: () => boolean;
  readonly unreadFiles: () => readonly UnreadFile[];
  readonly readSettling: (settler: FileCache) => Workspace | undefined;
}

/**
 * Reads the workspace that `from` is in. Throws `UserError` 78 where there is no edgewright.yaml or it cannot be read;
 * every other mistake is among the diagnostics.
 */
export function loadWorkspace(place: WorkspacePlace): Workspace {
  return allSteps(openWorkspaceFiles(place).read());
}

/** The same in two parts, for a caller that has something to begin with the settings alone (a plan reads the API). */
export function openWorkspaceFiles({ from, overlay = new Map(), files }: WorkspacePlace): OpenedWorkspace {
  const root = findRoot(from);
  const inside = overlayFrom(root, overlay);
  const tree = files === undefined ? diskTree(root, inside) : fileSetTree(files, inside);
  const load: Load = { tree, sources: new Map(), diagnostics: [] };
  const ignored = files === undefined ? outerIgnored(root) : outerIgnoredOf(files, root);
  const settings = readSettings(settingsDocument(load), load.diagnostics);
  const { environments, unreadable } = readEnvironments(load);
  const head = { root, settings, environments, unreadable };
  let found: Discovered | undefined;
  // Without the settings no one knows what is a resource.
  const isLost = settings.document.isBroken === true;
  const discovered = (): Discovered =>
    (found ??= isLost ? nowhere : discover(tree, startGlobs(settings.resources).state, ignored));
  const unreadFiles = (): readonly UnreadFile[] => {
    const read = new Set([...load.sources.keys(), ...discovered().paths, settings.lint.baseline]);
    return isLost ? [] : findUnread(tree, ignored, (path) => read.has(path));
  };
  return {
    ...head,
    unreadFiles,
    *read() {
      return { ...(yield* readRest(head, load, ignored, discovered())), unreadFiles };
    },
    resourceFiles: () => discovered().paths,
    hasFindings: () => load.diagnostics.length + discovered().diagnostics.length > 0,
    isBig: () => discovered().paths.length >= fewestFiles,
    readSettling: (settler) => {
      const workspace = readBig(head, load, ignored, { files: discovered(), settler });
      return workspace === undefined ? undefined : { ...workspace, unreadFiles };
    },
  };
}

const nowhere: Discovered = { paths: [], diagnostics: [] };

function* readRest(head: WorkspaceHead, load: Load, ignored: Ignored, found: Discovered): Steps<Workspace> {
  const { environments, settings } = head;
  const files = found === nowhere ? [] : yield* readResourceFiles(load, settings, found);
  const isReported = load.diagnostics.some(({ place }) => place.source.path.startsWith(environmentsFolder));
  if (environments.size === 0 && !isReported) load.diagnostics.push(noEnvironment(settings));
  const baseline = readBaseline(load, settings);
  const { sources, diagnostics } = load;
  const readFile = inlineReader(load.tree, ignored);
  return { ...head, sources, ...contentsOf(files), baseline, readFile, diagnostics };
}

function readBig(
  head: WorkspaceHead,
  { tree, sources, diagnostics }: Load,
  ignored: Ignored,
  { files, settler }: { readonly files: Discovered; readonly settler: FileCache },
): Workspace | undefined {
  if (files.diagnostics.length > 0 || head.environments.size === 0) return undefined;
  const load: Load = { tree, sources: new Map(sources), diagnostics: [...diagnostics] };
  const workspace = readInBatches(head, load, inlineReader(tree, ignored), { paths: files.paths, settler });
  return workspace === undefined ? undefined : { ...workspace, baseline: readBaseline(load, head.settings) };
}

/** What it says is for the linter; that it cannot be read is said here. */
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
