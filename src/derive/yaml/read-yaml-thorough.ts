import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Comment, DocumentNode, Range, Source, YamlDocument } from '../../model/document.ts';
import { limits } from '../../text/file-limits.ts';
import { controlMistakes, hasControls } from './controls.ts';
import { startConversion, startDocument, type Conversion } from './yaml-conversion.ts';
import { compose, refuse } from './read-yaml-library.ts';
import { convertNode } from './read-yaml-nodes.ts';
import { inOurWords, isAboutTag, type LibraryError } from './yaml-words.ts';
import { isScalar, type CST, type Document, type ParsedNode } from 'yaml';

interface ThoroughResult {
  readonly documents: readonly YamlDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads any text with the library. Mistakes are in the diagnostics, in source order. */
export function readThoroughly(source: Source): ThoroughResult {
  const run = tooManyBlankLines(source.text);
  if (run !== undefined) {
    return unread(
      source,
      refuse(source, run, `more than ${limits.blankLines} empty lines or comments in a row`),
    );
  }
  const { documents: composed, tokens, errors, refusal } = compose(source);
  const ranges = rangesOf(source, tokens);
  const firstErrors = firstErrorOfEach(errors, ranges);
  const tags = errors.filter(isAboutTag);
  const conversion = startConversion(source);
  const rootAt = (index: number): ReadRange['root'] => {
    const document = composed[index];
    if (firstErrors.has(index)) return broken;
    if (document !== undefined) return rootOf(document, conversion);
    return refusal === undefined ? undefined : broken;
  };
  const read = ranges.map((range, index): ReadRange => ({ range, root: rootAt(index) }));
  const syntax = [...firstErrors.values(), ...tags].map((error) => inOurWords(source, error));
  const isWhole = read.every(({ root }) => root !== broken);
  const controls = hasControls(source.text)
    ? controlMistakes(source, isWhole ? conversion.inQuotes : undefined)
    : [];
  const diagnostics = syntax.concat(conversion.diagnostics, controls, refusal ?? []);
  diagnostics.sort((a, b) => a.place.start - b.place.start);
  return {
    documents: documentsOf(source, read, commentsOf(source, conversion.withHash)),
    diagnostics,
  };
}

/** Replaces the root of a document that could not be read. */
const broken = Symbol('broken');

/** A document of a file. */
interface ReadRange {
  readonly range: Range;
  readonly root: DocumentNode | undefined | typeof broken;
}

function documentsOf(
  source: Source,
  read: readonly ReadRange[],
  comments: readonly Comment[],
): readonly YamlDocument[] {
  let next = 0;
  return read.map(({ range, root }, index): YamlDocument => {
    const from = next;
    while ((comments[next]?.start ?? source.text.length) < range.end) next++;
    if (root === broken) return { source, index, range, root: undefined, comments: [], isBroken: true };
    return { source, index, range, root, comments: comments.slice(from, next) };
  });
}

function unread(source: Source, diagnostic: Diagnostic): ThoroughResult {
  const range = { start: 0, end: source.text.length };
  const document: YamlDocument = { source, index: 0, range, root: undefined, comments: [], isBroken: true };
  return { documents: [document], diagnostics: [diagnostic] };
}

/** The ranges of the documents: each ends where the next begins. A file without documents has one empty document. */
function rangesOf({ text }: Source, tokens: readonly CST.Document[]): readonly Range[] {
  if (tokens.length === 0) return [{ start: 0, end: text.length }];
  return tokens.map(({ offset, start }, index) => {
    const marker = start.find(({ type }) => type === 'doc-start');
    const from = index === 0 ? 0 : marker === undefined ? offset : marker.offset + 3;
    return { start: from, end: tokens[index + 1]?.offset ?? text.length };
  });
}

/** The first error of each document: later ones are mostly its consequences. */
function firstErrorOfEach(
  errors: readonly LibraryError[],
  ranges: readonly Range[],
): ReadonlyMap<number, LibraryError> {
  const first = new Map<number, LibraryError>();
  const starts = ranges.map(({ start }) => start);
  for (const error of errors) {
    const index =
      error.document ??
      Math.max(
        0,
        starts.findLastIndex((start) => start <= error.start),
      );
    const known = first.get(index);
    if (!isAboutTag(error) && (known === undefined || error.start < known.start)) first.set(index, error);
  }
  return first;
}

function rootOf(document: Document.Parsed, conversion: Conversion): DocumentNode | undefined | typeof broken {
  const { contents } = document;
  if (contents === null || isNothing(contents)) return undefined;
  startDocument(conversion);
  const root = convertNode(contents, conversion);
  return conversion.isRefused ? broken : root;
}

/** Whether a document is empty: the library gives it a null of zero length, without anchor and tag. */
function isNothing(contents: ParsedNode): boolean {
  if (!isScalar(contents) || contents.value !== null || contents.range[0] !== contents.range[1]) return false;
  return contents.tag === undefined && contents.anchor === undefined;
}

/** The offset at which there are too many consecutive empty lines or comments for the library, if any. */
function tooManyBlankLines(text: string): number | undefined {
  const blank = /[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/y;
  let count = 0;
  for (let at = 0; at < text.length;) {
    blank.lastIndex = at;
    const newline = text.indexOf('\n', at);
    count = blank.test(text) ? count + 1 : 0;
    if (count > limits.blankLines) return at;
    at = newline === -1 ? text.length : newline + 1;
  }
  return undefined;
}

/**
 * The comments of a file: each `#` after white space that is not inside a scalar. `scalars` are those that contain a
 * `#`, in source order.
 */
function commentsOf({ text }: Source, scalars: readonly Range[]): readonly Comment[] {
  const comments: Comment[] = [];
  let next = 0;
  for (let at = text.indexOf('#'); at !== -1;) {
    while ((scalars[next]?.end ?? text.length) <= at) next++;
    const scalar = scalars[next];
    if (scalar !== undefined && scalar.start <= at) {
      at = text.indexOf('#', scalar.end);
    } else if (at > 0 && !/[ \t\n]/.test(text[at - 1] ?? '')) {
      at = text.indexOf('#', at + 1);
    } else {
      const comment = commentAt(text, at);
      comments.push(comment);
      at = text.indexOf('#', comment.end);
    }
  }
  return comments;
}

function commentAt(text: string, start: number): Comment {
  const newline = text.indexOf('\n', start);
  const stop = newline === -1 ? text.length : newline;
  const end = text[stop - 1] === '\r' ? stop - 1 : stop;
  let before = start;
  while (text[before - 1] === ' ' || text[before - 1] === '\t') before--;
  return { start, end, text: text.slice(start + 1, end), ownLine: before === 0 || text[before - 1] === '\n' };
}
