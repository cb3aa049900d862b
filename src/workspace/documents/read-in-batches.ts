/**
 * Reads a big workspace in batches, and releases every file that has no findings when checked alone: only the data
 * needed for comparisons with other resources remains, which may also come from an earlier run. Memory then holds one
 * batch, the few files with findings, and the documents that others depend on: presets, removals, approvals. The
 * alternative, all trees at once, takes twenty times the size of the text. Anything unusual (a duplicate address, a
 * resource file that another inlines) ends the attempt, and the workspace is read like a small one.
 */
import type { Source, YamlDocument } from '../../model/document.ts';
import type { CachedFile } from '../../model/lint/cached-file.ts';
import type {
  PresetDocument,
  ResourceDocument,
  Workspace,
  WorkspaceDocument,
  WorkspaceHead,
} from '../../model/workspace.ts';
import { contentsOf } from './contents.ts';
import { meaningOf } from './documents.ts';
import { inlinedPlaces } from '../files/inlined-files.ts';
import { documentsOf, type Load } from '../load.ts';
import { recallFile } from './cached-file.ts';

export interface FileCache {
  /** The cached result of a file that has not changed since. */
  readonly recall: (path: string) => CachedFile | undefined;
  /** Whether cached results are valid with these files, which others depend on. */
  readonly confirm: (shared: readonly Source[], inlined: readonly string[]) => boolean;
  /**
   * Checks a batch, in which some files already have findings; returns the cacheable data of the files that can be
   * released.
   */
  readonly add: (
    batch: Workspace,
    reported: ReadonlySet<string>,
    inlinedBy: (path: string) => readonly string[],
  ) => readonly CachedFile[];
}

/** With fewer files the workspace is read as a whole: that is simpler, and as fast. */
export const fewestFiles = 500;
/**
 * Characters of a batch. Its trees take twenty times as much: with more of them, most outlive the young generation of the
 * heap, which costs a quarter of all time.
 */
const batchSize = 65_536;

/** A parsed file that stays in memory. */
interface KeptFile {
  readonly documents: readonly YamlDocument[];
  readonly meanings: readonly WorkspaceDocument[];
}

interface BatchReading {
  readonly head: WorkspaceHead;
  readonly load: Load;
  readonly fileCache: FileCache;
  readonly readFile: Workspace['readFile'];
  readonly kept: Map<string, KeptFile>;
  readonly cached: Map<string, CachedFile>;
}

/** Undefined if the workspace must be read as a whole. */
export function readInBatches(
  head: WorkspaceHead,
  load: Load,
  readFile: Workspace['readFile'],
  { paths, fileCache }: { readonly paths: readonly string[]; readonly fileCache: FileCache },
): Workspace | undefined {
  const reading: BatchReading = { head, load, fileCache, readFile, kept: new Map(), cached: new Map() };
  const unchecked = readShared(reading, paths);
  const presets = contentsOf([...reading.kept.values()]).presets;
  // Removed from the list, so that the texts of a checked batch can be freed: from its end, where nothing has to move.
  unchecked.reverse();
  while (unchecked.length > 0) checkBatch(reading, takeBatch(unchecked), presets);
  return workspaceOf(reading, paths);
}

/** Recalls cached files and parses those that others depend on; returns the texts still to be checked. */
function readShared({ load, fileCache, kept, cached }: BatchReading, paths: readonly string[]): Source[] {
  const unchecked: Source[] = [];
  const shared: Source[] = [];
  const look = (path: string): void => {
    const read = load.tree.read(path);
    if (!('source' in read) || mayBeShared(read.source)) {
      const file = keep(load, path);
      kept.set(path, file);
      if (file.meanings.some(({ kind }) => kind === 'preset' || kind === 'removed' || kind === 'approval')) {
        for (const { source } of file.documents.slice(0, 1)) shared.push(source);
      }
    } else unchecked.push(read.source);
  };
  const unknown: string[] = [];
  for (const path of paths) {
    const known = fileCache.recall(path);
    if (known === undefined) unknown.push(path);
    else cached.set(path, known);
  }
  for (const path of unknown) {
    look(path);
  }
  const inlined = (): readonly string[] => [
    ...inlinedPlaces([...kept.values()].flatMap(({ meanings }) => meanings)).keys(),
  ];
  if (fileCache.confirm(shared, inlined())) return unchecked;
  const forgotten = [...cached.keys()];
  cached.clear();
  for (const path of forgotten) {
    look(path);
  }
  fileCache.confirm(shared, inlined());
  return unchecked;
}

/** Any document that is not a resource contains one of these words as a value, unless it is spelled with escapes. */
function mayBeShared({ text }: Source): boolean {
  return text.includes('\\') || /[^\w-](?:preset|removed|approval)(?=[\s"',}\]]|$)/.test(text);
}

function keep(load: Load, path: string): KeptFile {
  const documents = documentsOf(load, load.tree.read(path));
  return { documents, meanings: documents.flatMap((document) => meaningOf(document) ?? []) };
}

/** Removes the last files, at least one, and returns them in reverse order. */
function takeBatch(sources: Source[]): readonly Source[] {
  const batch: Source[] = [];
  for (let size = 0; size < batchSize;) {
    const source = sources.pop();
    if (source === undefined) break;
    batch.push(source);
    size += source.text.length;
  }
  return batch;
}

function checkBatch(
  { head, load, fileCache, readFile, kept, cached }: BatchReading,
  sources: readonly Source[],
  presets: ReadonlyMap<string, PresetDocument>,
): void {
  const own: Load = { tree: load.tree, sources: new Map(), diagnostics: [] };
  const files = new Map<string, KeptFile>();
  for (const source of sources) {
    const documents = documentsOf(own, { source });
    files.set(source.path, {
      documents,
      meanings: documents.flatMap((document) => meaningOf(document) ?? []),
    });
  }
  const batch: Workspace = {
    ...head,
    sources: own.sources,
    ...contentsOf([...files.values()]),
    presets,
    baseline: undefined,
    readFile,
    diagnostics: [],
  };
  const reported = new Set(own.diagnostics.map(({ place }) => place.source.path));
  for (const [path, file] of files) if (!areResources(file)) reported.add(path);
  const inlinedBy = (path: string): readonly string[] => [
    ...inlinedPlaces(files.get(path)?.meanings ?? []).keys(),
  ];
  for (const file of fileCache.add(batch, reported, inlinedBy)) cached.set(file.path, file);
  for (const [path, file] of files) if (!cached.has(path)) kept.set(path, file);
  for (const found of own.diagnostics) load.diagnostics.push(found);
}

/** Whether a file contains only resources without former names: those are looked up in the ledgers. */
function areResources({ documents, meanings }: KeptFile): boolean {
  return (
    documents.length === meanings.length &&
    meanings.every((meaning) => 'formerly' in meaning && meaning.formerly.length === 0)
  );
}

function workspaceOf(
  { head, load, readFile, kept, cached }: BatchReading,
  paths: readonly string[],
): Workspace | undefined {
  const inlined = new Set([
    ...inlinedPlaces([...kept.values()].flatMap(({ meanings }) => meanings)).keys(),
    ...[...cached.values()].flatMap((file) => file.inlined),
  ]);
  if (paths.some((path) => inlined.has(path))) return undefined;
  const files: KeptFile[] = [];
  const checked = new Map<YamlDocument, CachedFile['resources'][number]>();
  for (const path of paths) {
    const known = cached.get(path);
    const file = known === undefined ? kept.get(path) : recalled(load, known, checked);
    if (file === undefined) continue;
    files.push(file);
    for (const { source } of file.documents.slice(0, 1)) load.sources.set(path, source);
  }
  const contents = contentsOf(files);
  if (hasTwins(contents.resources)) return undefined;
  const { sources, diagnostics } = load;
  return { ...head, sources, ...contents, cached: checked, baseline: undefined, readFile, diagnostics };
}

function recalled(
  { tree }: Load,
  file: CachedFile,
  checked: Map<YamlDocument, CachedFile['resources'][number]>,
): KeptFile {
  const meanings = recallFile(tree, file);
  for (const [index, { document }] of meanings.entries()) {
    const resource = file.resources[index];
    if (resource !== undefined) checked.set(document, resource);
  }
  return { documents: meanings.map(({ document }) => document), meanings };
}

function hasTwins(resources: readonly ResourceDocument[]): boolean {
  return new Set(resources.map(({ address }) => address)).size !== resources.length;
}
