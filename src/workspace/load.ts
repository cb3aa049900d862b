import type { Diagnostic } from '../model/diagnostic.ts';
import type { Source, YamlDocument } from '../model/document.ts';
import { problem } from '../model/problem.ts';
import type { FileProblem, FileText } from './files/decode.ts';
import type { FileTree } from './files/file-tree.ts';
import { readYaml } from '../derive/yaml/read-yaml.ts';
import { withoutUndefined } from '../text/without-undefined.ts';

/** State shared while one workspace is loaded. */
export interface Load {
  readonly tree: FileTree;
  readonly sources: Map<string, Source>;
  readonly diagnostics: Diagnostic[];
}

/** The documents of a file, whose text is added to `sources`. If it cannot be read: none, and a finding. */
export function readDocuments(load: Load, path: string): readonly YamlDocument[] {
  return documentsOf(load, load.tree.read(path));
}

/** The same for a file that has been read. */
export function documentsOf(load: Load, read: FileText): readonly YamlDocument[] {
  if ('problem' in read) {
    reportProblem(load, read.problem);
    return [];
  }
  const { source } = read;
  load.sources.set(source.path, source);
  if (source.text.charCodeAt(0) === byteOrderMark) load.diagnostics.push(markFound(source));
  const { documents, diagnostics } = readYaml(source);
  for (const found of diagnostics) load.diagnostics.push(found);
  return documents;
}

const byteOrderMark = 0xfeff;

function markFound(source: Source): Diagnostic {
  const place = { source, start: 0, end: 1 };
  return problem('byte-order-mark', place, 'the file begins with a byte order mark', {
    severity: 'warn',
    help: 'save the file as UTF-8 without it',
    fix: { safety: 'safe', title: 'delete the byte order mark', edits: [{ ...place, text: '' }] },
  });
}

export function reportFile(
  load: Load,
  path: string,
  { message, help }: Pick<FileProblem, 'message' | 'help'>,
): void {
  const place = { source: { path, text: '' }, start: 0, end: 0 };
  load.diagnostics.push(problem('file-unreadable', place, message, withoutUndefined({ help })));
}

function reportProblem(load: Load, { rule, message, help, source, offset }: FileProblem): void {
  const place = { source, start: offset, end: Math.min(offset + 1, source.text.length) };
  load.diagnostics.push(problem(rule, place, message, withoutUndefined({ help })));
}
