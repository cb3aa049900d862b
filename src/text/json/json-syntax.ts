/** The place and reason of a JSON syntax error. Counts from 1; columns in UTF-16 units. */
export interface SyntaxProblem {
  readonly line: number;
  readonly column: number;
  readonly what: string;
}

/** Maximum depth: our own documents are flatter, and their readers are recursive. */
const deepest = 100;
const word = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const space = /[ \t\n\r]*/y;
const endOfRun = /["\\\u0000-\u001f]/g;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * The allowed next token: a value (after `[` also its end), a key (after `{` also its end), or what follows a value.
 */
type SyntaxState = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'after';

/**
 * The first syntax error of a JSON text; undefined if there is none. `JSON.parse` gives no position for a short text,
 * and its messages differ between versions of Node.
 */
export function syntaxProblem(text: string): SyntaxProblem | undefined {
  const open: ('{' | '[')[] = [];
  let expected: SyntaxState = 'value';
  let at = skip(space, text, 0);
  while (at < text.length) {
    const sign = text[at] ?? '';
    if ((sign === '}' || sign === ']') && mayEnd(expected)) {
      if (open.pop() !== (sign === '}' ? '{' : '[')) return problem(text, at, `\`${sign}\` closes nothing`);
      expected = 'after';
      at++;
    } else if (expected === 'after') {
      if (open.length === 0) return problem(text, at, 'something follows the end');
      if (sign !== ',') return problem(text, at, 'a comma is missing');
      expected = open.at(-1) === '{' ? 'key' : 'value';
      at++;
    } else if (expected === 'key' || expected === 'key-or-end') {
      const end = sign === '"' ? endOfString(text, at) : undefined;
      if (end === undefined) return problem(text, at, 'no name of a field');
      at = skip(space, text, end);
      if (text[at] !== ':') return problem(text, at, 'a colon is missing');
      expected = 'value';
      at++;
    } else if (sign === '{' || sign === '[') {
      open.push(sign);
      if (open.length > deepest) return problem(text, at, `nested deeper than ${deepest} levels`);
      expected = sign === '{' ? 'key-or-end' : 'value-or-end';
      at++;
    } else {
      const end = sign === '"' ? endOfString(text, at) : endOfWord(text, at);
      if (end === undefined) return problem(text, at, 'no JSON value');
      expected = 'after';
      at = end;
    }
    at = skip(space, text, at);
  }
  return expected === 'after' && open.length === 0 ? undefined : problem(text, at, 'it is cut off');
}

function mayEnd(expected: SyntaxState): boolean {
  return expected === 'after' || expected === 'key-or-end' || expected === 'value-or-end';
}

/** The offset after the closing quote. */
function endOfString(text: string, start: number): number | undefined {
  let at = start + 1;
  for (;;) {
    endOfRun.lastIndex = at;
    const found = endOfRun.exec(text);
    if (found === null) return undefined;
    if (found[0] === '"') return found.index + 1;
    at = skip(escape, text, found.index);
    if (at === found.index) return undefined;
  }
}

function endOfWord(text: string, start: number): number | undefined {
  const end = skip(word, text, start);
  return end === start ? undefined : end;
}

/** The end of the sticky pattern's match; the start if it does not match. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function problem(text: string, at: number, what: string): SyntaxProblem {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return { line, column: at - before.lastIndexOf('\n'), what };
}

/** Whether a file is meant as a Terraform state: a file of routes has lines. */
export function isJsonText(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text);
}
