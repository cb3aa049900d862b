/**
 * Reads a big workspace file by file, and releases the tree of every file that has no findings when it is checked alone.
 * Its text stays, so that a place in it is found by parsing it again, and no file is read twice in a run: a change
 * meanwhile cannot mix two states of a file. What else stays are the few files with findings, and the documents that
 * others depend on: presets, removals, approvals. The alternative, all trees at once, takes twenty times the size of the
 * texts. Anything unusual (a duplicate address, a resource file that another inlines) ends the attempt, and the workspace
 * is read like a small one.
 */
import type { Source, YamlDocument } from '../../model/document.ts';
import type {
  Approval,
  PresetDocument,
  ReleasedResource,
  RemovedDocument,
  ResourceDocument,
  Workspace,
  WorkspaceDocument,
  WorkspaceHead,
} from '../../model/workspace.ts';
import { meaningsOf } from './documents.ts';
import type { FileText } from '../files/decode.ts';
import { inlinedPlaces } from '../files/inlined-files.ts';
import { documentsOf, type Load } from '../load.ts';
import { groupBy } from '../../text/items-by.ts';

export interface FileReleaser {
  /** Called before the other files are checked. */
  readonly begin: (shared: SharedFiles) => void;
  /** Checks a file alone, which `parse` reads; undefined if its tree is needed. */
  readonly release: (source: Source, parse: () => FileAlone) => ReleasedFile | undefined;
  /** Awaited before the first file is released, with all that may be a part of it. */
  readonly prepare?: (sources: readonly Source[]) => Promise<void>;
  /** Awaited from time to time; false ends the attempt. Default: never. */
  readonly turn?: (() => Promise<boolean>) | undefined;
}

export interface SharedFiles {
  /** The workspace without the files that are still to be checked. */
  readonly workspace: Workspace;
  /** The files that others depend on. */
  readonly sources: readonly Source[];
  /** The files that are inlined there. */
  readonly inlined: readonly string[];
}

/** A resource file, parsed. */
export interface FileAlone {
  /** Every document is a valid resource without former names, which are looked up in the ledgers. */
  readonly resources: readonly ResourceDocument[] | undefined;
  /** The files included by `$(file:path)`. */
  readonly inlined: readonly string[];
}

/** A resource file without findings of its own, after its tree was released. */
export interface ReleasedFile {
  readonly source: Source;
  readonly resources: readonly ReleasedResource[];
  readonly inlined: readonly string[];
}

/** With fewer files the workspace is read as a whole: that is simpler, and as fast. */
export const fewestFiles = 500;

/** Files that are checked between two turns. */
const filesATurn = 20;

interface ParsedFile {
  readonly documents: readonly YamlDocument[];
  /** The valid documents, parsed. */
  readonly meanings: readonly WorkspaceDocument[];
}

interface ReleaseInput {
  readonly paths: readonly string[];
  readonly releaser: FileReleaser;
  readonly readFile: Workspace['readFile'];
}

/** Undefined if the workspace must be read as a whole, or the attempt was ended. */
export async function readAndRelease(
  head: WorkspaceHead,
  load: Load,
  { paths, releaser, readFile }: ReleaseInput,
): Promise<Workspace | undefined> {
  const parsed = new Map<string, ParsedFile>();
  const unchecked: Source[] = [];
  for (const path of paths) {
    const read = load.tree.read(path);
    if ('source' in read && !mayBeShared(read.source)) unchecked.push(read.source);
    else parsed.set(path, parse(load, read));
  }
  const files = [...parsed.values()];
  const workspace = {
    ...head,
    sources: load.sources,
    ...contentsOf(files),
    baseline: undefined,
    readFile,
    diagnostics: [],
  };
  releaser.begin({ workspace, sources: files.flatMap(sharedSource), inlined: [...inlinedBy(files)] });
  await releaser.prepare?.([...load.sources.values(), ...unchecked]);
  const released = new Map<string, ReleasedFile>();
  for (const [index, source] of unchecked.entries()) {
    if (index % filesATurn === 0 && (await releaser.turn?.()) === false) return undefined;
    const own: Load = { tree: load.tree, sources: new Map(), diagnostics: [] };
    let file: ParsedFile | undefined;
    const left = releaser.release(source, () => {
      file = parse(own, { source });
      return alone(own, file);
    });
    if (left !== undefined) released.set(source.path, left);
    else parsed.set(source.path, file ?? parse(own, { source }));
    for (const found of own.diagnostics) load.diagnostics.push(found);
  }
  return contentOf(head, load, { paths, parsed, released, readFile });
}

/** Any document that is not a resource contains one of these words as a value, unless it is spelled with escapes. */
function mayBeShared({ text }: Source): boolean {
  return text.includes('\\') || /[^\w-](?:preset|removed|approvals?)(?=[\s"',}\]]|$)/.test(text);
}

function parse(load: Load, read: FileText): ParsedFile {
  const documents = documentsOf(load, read);
  return { documents, meanings: documents.flatMap(meaningsOf) };
}

/** The file, if others depend on it. */
function sharedSource({ meanings }: ParsedFile): readonly Source[] {
  const [shared] = meanings.filter(
    ({ kind }) => kind === 'preset' || kind === 'removed' || kind === 'approval',
  );
  return shared === undefined ? [] : [shared.document.source];
}

function inlinedBy(files: readonly ParsedFile[]): Iterable<string> {
  return inlinedPlaces(files.flatMap(({ meanings }) => meanings)).keys();
}

function alone({ diagnostics }: Load, file: ParsedFile): FileAlone {
  const resources = file.meanings.filter(
    (one): one is ResourceDocument => 'formerly' in one && one.formerly.length === 0,
  );
  const isPlain = diagnostics.length === 0 && resources.length === file.documents.length;
  return { resources: isPlain ? resources : undefined, inlined: [...inlinedBy([file])] };
}

interface ReadFiles extends Omit<ReleaseInput, 'releaser'> {
  readonly parsed: ReadonlyMap<string, ParsedFile>;
  readonly released: ReadonlyMap<string, ReleasedFile>;
}

function contentOf(
  head: WorkspaceHead,
  { sources, diagnostics }: Load,
  { paths, parsed, released, readFile }: ReadFiles,
): Workspace | undefined {
  const inlined = new Set(inlinedBy([...parsed.values()]));
  for (const file of released.values()) for (const path of file.inlined) inlined.add(path);
  if (paths.some((path) => inlined.has(path))) return undefined;
  const contents = contentsOf([...parsed.values()]);
  const byFile = groupBy(contents.resources, ({ source }) => source.path);
  const resources: (ResourceDocument | ReleasedResource)[] = [];
  for (const path of paths) {
    const file = released.get(path);
    if (file !== undefined) sources.set(path, file.source);
    for (const one of file?.resources ?? byFile.get(path) ?? []) resources.push(one);
    for (const { source } of parsed.get(path)?.documents.slice(0, 1) ?? []) sources.set(path, source);
  }
  if (new Set(resources.map(({ address }) => address)).size !== resources.length) return undefined;
  return { ...head, sources, ...contents, resources, baseline: undefined, readFile, diagnostics };
}

interface Contents {
  readonly yaml: readonly YamlDocument[];
  readonly resources: readonly ResourceDocument[];
  readonly presets: ReadonlyMap<string, PresetDocument>;
  readonly removed: readonly RemovedDocument[];
  readonly approvals: readonly Approval[];
}

/**
 * Sorts the documents of files by kind. Of two presets with the same name the first counts; the linter reports both.
 */
export function contentsOf(files: readonly ParsedFile[]): Contents {
  const resources: ResourceDocument[] = [];
  const presets = new Map<string, PresetDocument>();
  const removed: RemovedDocument[] = [];
  const approvals: Approval[] = [];
  for (const meaning of files.flatMap(({ meanings }) => meanings)) {
    switch (meaning.kind) {
      case 'preset':
        if (!presets.has(meaning.name)) presets.set(meaning.name, meaning);
        break;
      case 'removed':
        removed.push(meaning);
        break;
      case 'approval':
        approvals.push(meaning);
        break;
      case 'endpoint':
      case 'https-route':
      case 'tls-edge':
        resources.push(meaning);
    }
  }
  return { yaml: files.flatMap(({ documents }) => documents), resources, presets, removed, approvals };
}
