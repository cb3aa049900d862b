import { Environment, ParseError } from '@marcbachmann/cel-js';
import type { Range } from '../../../model/document.ts';
import { quoted } from '../../../model/problem.ts';
import type { ASTNode } from '../../policy/ast.ts';

export interface CelSyntaxProblem extends Range {
  readonly message: string;
  readonly help?: string;
}

const limits = {
  maxAstNodes: 10_000,
  maxDepth: 100,
  maxListElements: 5000,
  maxMapEntries: 1000,
  maxCallArguments: 32,
};

let environment: Environment | undefined;

/** Parses an expression of a policy. Its names and types are checked by the dialect's tables. */
export function parseCel(text: string): { readonly ast: ASTNode } | { readonly problem: CelSyntaxProblem } {
  const found = foreignOperator(text);
  if (found !== undefined) return { problem: found };
  environment ??= new Environment({ limits, enableOptionalTypes: true });
  try {
    return { ast: environment.parse(text).ast };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { problem: problemAt(text, error.range?.start ?? text.length) };
  }
}

const foreign: Readonly<Record<string, string>> = {
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  '=~': '.matches(…)',
  and: '&&',
  or: '||',
  not: '!',
};

/** The first operator of another language outside of strings and comments. */
function foreignOperator(text: string): CelSyntaxProblem | undefined {
  const bare = blanked(text);
  const found = /===|!==|<>|=~|(?<![.\w])(?:and|or|not)(?=\s)(?!\s*[.,)\]?:&|=<>])/.exec(bare);
  if (found === null) return undefined;
  const [operator] = found;
  const isWord = /^\w/.test(operator);
  // A word at the start is a name, unless another one follows it.
  if (isWord && operator !== 'not' && bare.slice(0, found.index).trim() === '') return undefined;
  const start = found.index;
  const shown = isWord ? text.slice(start) : operator;
  return {
    start,
    end: start + operator.length,
    message: `${quoted(shown)} is not CEL`,
    help: `write \`${foreign[operator] ?? ''}\``,
  };
}

/** The text with the contents of strings and comments blanked. */
function blanked(text: string): string {
  return text.replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*/g, (part) =>
    part.length < 2 ? part : `${part.charAt(0)}${'_'.repeat(part.length - 2)}${part.charAt(0)}`,
  );
}

function problemAt(text: string, offset: number): CelSyntaxProblem {
  const rest = text.slice(offset).trim();
  const quote = openQuote(text);
  if (quote !== undefined)
    return {
      start: quote,
      end: text.length,
      message: `the string ${quoted(text.slice(quote))} is not closed`,
    };
  if (rest === '') {
    const tail = text.trim();
    const shown = tail.length > 38 ? `…${tail.slice(-37)}` : tail;
    return {
      start: 0,
      end: text.length,
      message: tail === '' ? 'the expression is empty' : `the expression ends too early: ${quoted(shown)}`,
    };
  }
  const word = /^(?:\w+|[^\w\s])/.exec(rest)?.[0] ?? rest;
  const start = text.indexOf(word, offset);
  const isAssignment = word === '=';
  return {
    start,
    end: start + word.length,
    message: isAssignment ? '`=` is not CEL' : `the expression cannot be read at ${quoted(rest)}`,
    ...(isAssignment ? { help: 'write `==`' } : {}),
  };
}

/** Where a string begins that does not end. */
function openQuote(text: string): number | undefined {
  const rest = text.replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (part) => ' '.repeat(part.length));
  const at = rest.search(/["']/);
  return at === -1 ? undefined : at;
}
