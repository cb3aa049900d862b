/**
 * The thorough reader, based on the `yaml` library, for everything that the quick reader gives up on. The library's
 * parser is driven token by token, so that input that is too deep or too long is refused before it costs anything; its
 * composer's error hook is replaced, because a megabyte of mistakes would otherwise create a million stack traces.
 */
import { Composer, Lexer, Parser, Schema, type CST, type Document } from 'yaml';
import { problem } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Source } from '../../model/document.ts';
import { limits } from '../../text/file-limits.ts';
import { withoutControls } from './controls.ts';
import { isAboutTag, type LibraryError } from './yaml-words.ts';

export interface ComposedFile {
  readonly documents: readonly Document.Parsed[];
  /** The token of each document, in the same order. */
  readonly tokens: readonly CST.Document[];
  readonly errors: readonly LibraryError[];
  /** Why the rest of the file was not read. */
  readonly refusal: Diagnostic | undefined;
}

/** Shared by all documents, created when the library is first needed. */
let schema: Schema | undefined;

function theSchema(): Schema {
  return (schema ??= new Schema({ schema: 'core', resolveKnownTags: false }));
}

/** Private members of the library. Its version is pinned, and the reader's tests would notice a change. */
interface ParserInside {
  readonly stack: readonly CST.Token[];
  readonly offset: number;
}
interface ComposerInside {
  onError: (at: ErrorPlace, code: string, message: string) => void;
}
type ErrorPlace = number | readonly [number, number] | { readonly offset: number; readonly source?: string };

/** Runs the library on a file, within our limits. */
export function compose(source: Source): ComposedFile {
  const documents: Document.Parsed[] = [];
  const tokens: CST.Document[] = [];
  const errors = startErrors();
  let document: number | undefined;
  const composer = new Composer({ schema: theSchema(), uniqueKeys: false, prettyErrors: false });
  (composer as unknown as ComposerInside).onError = (at, code, message) => {
    const { start, end } = rangeOf(at);
    errors.add({ start, end, code, message, document });
  };
  const take = (token: CST.Token): void => {
    if (token.type === 'error')
      errors.add({ ...rangeOf(token), code: 'UNEXPECTED_TOKEN', message: token.message });
    else if (token.type === 'doc-end' && tokens.length === 0)
      errors.add({ ...rangeOf(token), code: 'DOC_END', message: '' });
    else {
      document = token.type === 'document' ? tokens.push(token) - 1 : undefined;
      if (token.type === 'directive' && isOtherVersion(token.source)) {
        errors.add({ ...rangeOf(token), code: 'VERSION', message: token.source });
      }
      documents.push(...composer.next(token));
    }
  };
  const refusal = parse(source, take, () => excess({ documents: tokens.length, errors: errors.count() }));
  documents.push(...composer.end());
  return { documents, tokens, errors: errors.kept, refusal };
}

interface Errors {
  readonly add: (error: LibraryError) => void;
  /** Number of errors, including those not kept. */
  readonly count: () => number;
  readonly kept: readonly LibraryError[];
}

/** Keeps only the first error of each document; later ones are counted and dropped. */
function startErrors(): Errors {
  const kept: LibraryError[] = [];
  const firsts = new Map<number, number>();
  let count = 0;
  return {
    add: (error) => {
      count++;
      const { document, start } = error;
      if (document !== undefined && !isAboutTag(error)) {
        if ((firsts.get(document) ?? Number.POSITIVE_INFINITY) <= start) return;
        firsts.set(document, start);
      }
      kept.push(error);
    },
    count: () => count,
    kept,
  };
}

function parse(
  source: Source,
  take: (token: CST.Token) => void,
  excessSoFar: () => string | undefined,
): Diagnostic | undefined {
  const parser = new Parser();
  const inside = parser as unknown as ParserInside;
  let count = 0;
  for (const lexeme of new Lexer().lex(withoutControls(source.text))) {
    const { offset } = inside;
    for (const token of parser.next(lexeme)) take(token);
    const isDeep = inside.stack.length > limits.depth + 1 && depthOf(inside) > limits.depth;
    const isLong = ++count > limits.tokens;
    const excess = isDeep
      ? `nested more than ${limits.depth} deep`
      : isLong
        ? `more than ${limits.tokens} words and marks in one file`
        : excessSoFar();
    if (excess !== undefined) return refuse(source, offset, excess);
  }
  for (const token of parser.end()) take(token);
  return undefined;
}

/** The stack contains the document, the open maps and lists, and sometimes a scalar. */
function depthOf({ stack }: ParserInside): number {
  return stack.filter(
    ({ type }) => type === 'block-map' || type === 'block-seq' || type === 'flow-collection',
  ).length;
}

function excess({
  documents,
  errors,
}: {
  readonly documents: number;
  readonly errors: number;
}): string | undefined {
  if (documents >= limits.documents) return `more than ${limits.documents} documents in one file`;
  return errors > limits.errors ? `more than ${limits.errors} mistakes in one file` : undefined;
}

export function refuse(source: Source, offset: number, message: string): Diagnostic {
  const place = { source, start: offset, end: Math.min(offset + 1, source.text.length) };
  return problem('yaml-limit', place, message, { help: 'the rest of the file was not read' });
}

function isOtherVersion(directive: string): boolean {
  return /^%YAML\s/.test(directive) && !/^%YAML\s+1\.2\b/.test(directive);
}

function rangeOf(at: ErrorPlace): { readonly start: number; readonly end: number } {
  if (typeof at === 'number') return { start: at, end: at + 1 };
  if ('offset' in at) return { start: at.offset, end: at.offset + (at.source?.length ?? 1) };
  return { start: at[0], end: at[1] };
}
