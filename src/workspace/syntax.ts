import { variablePattern } from '../kinds/documents/forms.ts';
import type { Range } from '../model/document.ts';
import { quoted } from '../text/quoted.ts';

/** A part of a text; offsets count from the start of the text. */
export type Piece = Range &
  (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'variable'; readonly name: string }
    | { readonly type: 'secret'; readonly name: string }
    | { readonly type: 'file'; readonly path: string }
  );

export interface ExpressionMistake extends Range {
  readonly rule: 'expression-syntax' | 'secret-reference-syntax';
  readonly message: string;
  readonly help: string;
  /** The probably intended expression. */
  readonly meant?: string;
  /** The name of a secret that is probably intended, whether it is declared or not. */
  readonly secret?: string;
}

export interface Expression {
  readonly pieces: readonly Piece[];
  readonly problems: readonly ExpressionMistake[];
}

/** Whether a text contains an expression or the escape `$$(`. */
export function hasExpression(text: string): boolean {
  return text.includes('$(');
}

/** Further mistakes in the same text are not reported. */
const mostProblems = 100;

/** Splits a text into its pieces. A malformed expression is a problem, and stays as text. */
export function parseExpression(text: string): Expression {
  const pieces: Piece[] = [];
  const problems: ExpressionMistake[] = [];
  let textFrom = 0;
  const addText = (start: number, end: number): void => {
    if (end > start) pieces.push({ type: 'text', text: text.slice(start, end), start, end });
  };
  for (let at = text.indexOf('$('); at !== -1;) {
    if (text[at - 1] === '$' && at > textFrom) {
      // For `$$(` the first `$` is dropped, the rest is text.
      addText(textFrom, at - 1);
      textFrom = at;
      at = text.indexOf('$(', at + 2);
      continue;
    }
    const end = endOf(text, at);
    const piece = pieceAt(text, at, end);
    if ('message' in piece) {
      if (problems.push(piece) >= mostProblems) break;
    } else {
      addText(textFrom, at);
      pieces.push(piece);
      textFrom = end;
    }
    at = text.indexOf('$(', Math.max(end, at + 2));
  }
  addText(textFrom, text.length);
  return { pieces, problems };
}

/** The offset after the closing `)`; for an unclosed expression the end of its line, or the next `$(`. */
function endOf(text: string, start: number): number {
  const stop = /[)\n]|\$\(/g;
  stop.lastIndex = start + 2;
  const found = stop.exec(text);
  if (found === null) return text.length;
  return found[0] === ')' ? found.index + 1 : found.index;
}

const variable = new RegExp(`^${variablePattern}$`);
const secretName = /^[A-Z][A-Z0-9_]*$/;

function pieceAt(text: string, start: number, end: number): Piece | ExpressionMistake {
  const whole = text.slice(start, end);
  const range = { start, end };
  const isSecret = /^\$\(secret(?![\w-])/.test(whole);
  if (!whole.endsWith(')')) {
    const rule = isSecret ? 'secret-reference-syntax' : 'expression-syntax';
    return {
      rule,
      ...range,
      message: `${quoted(whole)} is not closed`,
      help: 'add the `)`, or write `$$(` for a literal `$(`',
    };
  }
  const inner = whole.slice(2, -1);
  if (isSecret) return secretPiece(inner.slice('secret'.length), whole, range);
  if (inner.startsWith('file:')) return filePiece(inner.slice('file:'.length), whole, range);
  if (variable.test(inner)) return { type: 'variable', name: inner, ...range };
  return {
    rule: 'expression-syntax',
    ...range,
    message: `${quoted(whole)} is not an expression`,
    help: forms,
    ...meantBy(inner),
  };
}

/** The meaning of an expression with spaces, or of the way in which other tools name variables and secrets. */
function meantBy(inner: string): Partial<Pick<ExpressionMistake, 'help' | 'meant' | 'secret'>> {
  const [, kind = 'var', name = ''] =
    /^\s*(?:(vars?|variables|secrets?)\s*[.:]\s*)?([\w-]+)\s*$/i.exec(inner) ?? [];
  if (kind.toLowerCase().startsWith('secret')) return { secret: secretNameOf(name) };
  return variable.test(name) ? { help: `write \`$(${name})\``, meant: `$(${name})` } : {};
}

const forms = 'write `$(name)`, `$(secret:NAME)` or `$(file:path)`, or `$$(` for a literal `$(`';

function secretPiece(rest: string, whole: string, range: Range): Piece | ExpressionMistake {
  const name = rest.slice(1);
  if (rest.startsWith(':') && secretName.test(name)) return { type: 'secret', name, ...range };
  return {
    rule: 'secret-reference-syntax',
    ...range,
    message: `${quoted(whole)} does not name a secret: names are capital letters, digits and \`_\``,
    help: 'write `$(secret:NAME)`',
    secret: secretNameOf(name),
  };
}

/** A text in the letters of the name of a secret; possibly empty. */
function secretNameOf(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^[^A-Z]+/, '');
}

function filePiece(path: string, whole: string, range: Range): Piece | ExpressionMistake {
  if (path.trim() === path && path !== '') return { type: 'file', path, ...range };
  return {
    rule: 'expression-syntax',
    ...range,
    message: `${quoted(whole)} does not name a file`,
    help: 'write `$(file:path)`, without spaces around the path',
  };
}
