import type { ASTNode } from '../../../derive/expressions/ast.ts';
import type { Range } from '../../../model/document.ts';

/** The range of a part of an expression, with the parentheses that it begins or ends with. */
export function rangeOf({ input, start, end }: Pick<ASTNode, 'input' | 'start' | 'end'>): Range {
  const text = withoutStrings(input.slice(start, end));
  let open = 0;
  let missing = 0;
  for (const [mark] of text.matchAll(/[()]/g)) {
    if (mark === '(') open++;
    else if (open > 0) open--;
    else missing++;
  }
  const before = new RegExp(String.raw`(?:\(\s*){${missing}}$`).exec(input.slice(0, start));
  const after = new RegExp(String.raw`^(?:\s*\)){${open}}`).exec(input.slice(end));
  return { start: start - (before?.[0].length ?? 0), end: end + (after?.[0].length ?? 0) };
}

/** The text with the contents of strings and comments blanked. */
export function withoutStrings(text: string): string {
  return text.replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*/g, (part) =>
    part.length < 2 ? part : `${part.charAt(0)}${'_'.repeat(part.length - 2)}${part.charAt(0)}`,
  );
}

/** The text of a part of an expression. */
export function writtenAs(node: ASTNode): string {
  const { start, end } = rangeOf(node);
  return node.input.slice(start, end);
}

export function literalText(node: ASTNode): string | undefined {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : undefined;
}

/** A string literal in the quotes of another one. */
export function literal(text: string, like: ASTNode): string {
  const quote = like.input[like.start] === '"' ? '"' : "'";
  const escaped = text.replaceAll('\\', String.raw`\\`).replaceAll(quote, `\\${quote}`);
  return `${quote}${escaped}${quote}`;
}
