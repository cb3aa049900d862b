import { entryOf } from '../../derive/yaml/document-tree.ts';
import { problem } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place, YamlDocument } from '../../model/document.ts';
import type { WorkspaceDocument } from '../../model/workspace/workspace-document.ts';
import type { DiscoveredFiles } from './discover.ts';
import { meaningsOf } from '../documents/document-meanings.ts';
import { inlinedPlaces, inlinesResource } from './inlined-files.ts';
import { readDocuments, type Load } from '../load.ts';
import { quoted } from '../../text/quoted.ts';
import type { Settings } from '../../model/workspace/settings.ts';

/** A file that the patterns of `resources` match. */
export interface ResourceFile {
  readonly path: string;
  readonly documents: readonly YamlDocument[];
  /** The valid documents, parsed. */
  readonly meanings: readonly WorkspaceDocument[];
}

/** Reads the resource files, sorted by path. A file that a resource inlines is text, not a resource file. */
export function readResourceFiles(
  load: Load,
  settings: Settings,
  found: DiscoveredFiles,
): readonly ResourceFile[] {
  for (const diagnostic of found.diagnostics) load.diagnostics.push(diagnostic);
  if (found.paths.length === 0 && found.diagnostics.length === 0)
    load.diagnostics.push(nothingFound(settings));
  const findings = new Map<string, readonly Diagnostic[]>();
  const files: ResourceFile[] = [];
  for (const path of found.paths) {
    const diagnostics: Diagnostic[] = [];
    const documents = readDocuments({ tree: load.tree, sources: load.sources, diagnostics }, path);
    if (diagnostics.length > 0) findings.set(path, diagnostics);
    files.push({ path, documents, meanings: documents.flatMap(meaningsOf) });
  }
  const texts = inlinedPlaces(files.flatMap(({ meanings }) => meanings));
  const resources = files.filter((file) => !isText(load, file, texts.get(file.path)));
  for (const { path } of resources)
    for (const found of findings.get(path) ?? []) load.diagnostics.push(found);
  return resources;
}

/**
 * Whether a file is only text for `$(file:path)`. A file with a `kind` stays a resource file, and the conflict is
 * reported.
 */
function isText(load: Load, { path, documents }: ResourceFile, inlinedAt: Place | undefined): boolean {
  if (inlinedAt === undefined) return false;
  const kind = documents.map(kindPlace).find((place) => place !== undefined);
  if (kind !== undefined) load.diagnostics.push(inlinesResource(path, inlinedAt, kind));
  return kind === undefined && !documents.some(({ isBroken }) => isBroken === true);
}

function kindPlace({ source, root }: YamlDocument): Place | undefined {
  const entry = entryOf(root, 'kind');
  return entry === undefined ? undefined : { source, start: entry.key.start, end: entry.value.end };
}

function nothingFound({ document, resources }: Settings): Diagnostic {
  const { source, root } = document;
  const entry = entryOf(root, 'resources');
  const place = { source, start: entry?.value.start ?? 0, end: entry?.value.end ?? 0 };
  return problem('no-resources', place, 'no file matches `resources`', {
    help: `${lookedFor(resources)}; on an account that is in use, \`edgewright pull\` writes the files`,
  });
}

const named = 5;

function lookedFor(globs: readonly string[]): string {
  if (globs.length === 0) return 'the list has no pattern; leave it out for `resources/**/*.{yaml,yml}`';
  const patterns = globs.slice(0, named).map(quoted).join(', ');
  return `looked for ${patterns}${globs.length > named ? `, and ${globs.length - named} more` : ''}`;
}
