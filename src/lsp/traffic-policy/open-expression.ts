import type { ExpressionUse } from '../../kinds/policy/setting.ts';

/** A name in an expression: what is before its last dot, and the range of what follows. */
interface OpenWord {
  readonly owner: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** The name that an offset is in or after, in a scalar that begins at `start`; undefined outside of expressions. */
export function openExpressionAt(
  text: string,
  { start, offset }: { readonly start: number; readonly offset: number },
  use: ExpressionUse,
): OpenWord | undefined {
  const typed = text.slice(start, offset);
  const open = typed.lastIndexOf('${');
  if (use === 'template' && (open === -1 || typed.includes('}', open))) return undefined;
  const expression = use === 'template' ? typed.slice(open + 2) : typed;
  if (isInText(expression)) return undefined;
  const dotted = /(?<![\w.)\]])(?:[A-Za-z_]\w*\.)*\w*$/.exec(expression)?.[0];
  if (dotted === undefined) return undefined;
  const parts = dotted.split('.');
  const last = parts.pop() ?? '';
  const end = offset + (/^\w*/.exec(text.slice(offset))?.[0].length ?? 0);
  return { owner: parts, start: offset - last.length, end };
}

/** Whether the end of an expression is inside a quoted text. */
function isInText(expression: string): boolean {
  let quote: string | undefined;
  for (let at = 0; at < expression.length; at++) {
    const letter = expression[at];
    if (letter === '\\') at++;
    else if (quote === undefined && (letter === '"' || letter === "'")) quote = letter;
    else if (letter === quote) quote = undefined;
  }
  return quote !== undefined;
}
