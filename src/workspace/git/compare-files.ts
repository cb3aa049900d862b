import { rememberEach } from '../../text/remember-last.ts';
import { createHash } from 'node:crypto';
import type { Source } from '../../model/document.ts';
import type { GitFile } from '../../model/io.ts';
import { type LineMap, lineMap, similarity } from './line-map.ts';

/**
 * Compares the files with those of a commit. The texts that were read are compared, not the files on disk: that would
 * make git run the filters configured in the repository, and lint must compare exactly what it checked. A renamed file
 * is compared with its former version if at least half of its lines are the same.
 */

export interface Comparison {
  readonly isChanged: (source: Source) => boolean;
  /** The former path; undefined for a new file. */
  readonly pathBefore: (source: Source) => string | undefined;
  readonly lines: (source: Source) => LineMap;
}

export function compareFiles(
  before: ReadonlyMap<string, GitFile>,
  sources: ReadonlyMap<string, Source>,
): Comparison {
  const isChanged = rememberEach(({ path, text }: Source) => !isSame(before.get(path), text));
  const gone = rememberEach(() =>
    [...before].filter(([path, { type }]) => type === 'file' && !sources.has(path)),
  );
  const pathBefore = rememberEach((source: Source) =>
    before.get(source.path)?.type === 'file' ? source.path : movedFrom(gone(sources), source),
  );
  const lines = rememberEach((source: Source) => {
    const path = pathBefore(source);
    return lineMap(path === undefined ? '' : fileText(before.get(path)), source.text);
  });
  return { isChanged, pathBefore, lines };
}

/** Git may check out `\r\n` for a stored `\n`, which is not a change. */
function isSame(file: GitFile | undefined, text: string): boolean {
  if (file?.type !== 'file') return false;
  const { id } = file;
  if (blobId(text, id.length) === id) return true;
  return text.includes('\r\n') && blobId(text.replaceAll('\r\n', '\n'), id.length) === id;
}

const mostCandidates = 200;

function movedFrom(
  gone: readonly (readonly [string, GitFile])[],
  { path, text }: Source,
): string | undefined {
  const exact = gone.find(([, file]) => isSame(file, text));
  if (exact !== undefined) return exact[0];
  const [best] = gone
    .filter(([name]) => extension(name) === extension(path))
    .slice(0, mostCandidates)
    .map(([name, file]) => ({ name, share: similarity(fileText(file), text) }))
    .sort((a, b) => b.share - a.share);
  return best !== undefined && best.share >= 0.5 ? best.name : undefined;
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function fileText(file: GitFile | undefined): string {
  return file === undefined ? '' : Buffer.from(file.bytes()).toString('utf8');
}

/** Git's object name of a content, in the repository's length (40 or 64 digits). */
function blobId(text: string, digits: number): string {
  const bytes = Buffer.from(text);
  return createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}
