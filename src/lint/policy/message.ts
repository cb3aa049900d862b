import type { KindName } from '../../kinds/kind.ts';
import type { PolicyText } from '../../model/policy/policy.ts';
import type { Scope } from './check-names.ts';
import { checkExpression, type Checked, type PolicyExpression, type Variables } from './expression.ts';
import type { ExpressionProblem } from './expression-problem.ts';

/** Renders the message of a policy for a resource of a kind. */
export type Message = (kind: KindName, variables: Variables, canAfford: CanAfford) => string;

/** Whether the budget allows an expression; if so, its cost is deducted. */
type CanAfford = (expression: PolicyExpression) => boolean;

const shown = ['string', 'int', 'uint', 'double', 'bool'];

type Piece = { readonly text: string } | { readonly value: ReadonlyMap<KindName, PolicyExpression> };

/** Reads a message such as `the route {{ name }} has no breaker`, with CEL between double braces. */
export function checkMessage({ text }: PolicyText, scope: Scope): Checked<Message> {
  const pieces: Piece[] = [];
  const problems: ExpressionProblem[] = [];
  for (const { literal, expression, start } of piecesOf(text)) {
    if (literal !== undefined) pieces.push({ text: literal });
    if (expression === undefined) continue;
    const checked = checkExpression(expression, scope, shown);
    if ('value' in checked) pieces.push(checked);
    else
      for (const one of checked.problems)
        problems.push({ ...one, start: one.start + start, end: one.end + start });
  }
  const open = /\{\{(?!.*\}\})/s.exec(text);
  if (open !== null) {
    const start = open.index;
    problems.push({
      message: '`{{` is not closed',
      help: 'write `}}` after the expression',
      start,
      end: start + 2,
    });
  }
  if (problems.length > 0) return { problems };
  return { value: (kind, ...given) => fill(pieces, kind, ...given) };
}

interface Part {
  readonly literal?: string;
  readonly expression?: string;
  readonly start: number;
}

function* piecesOf(text: string): Generator<Part> {
  let from = 0;
  for (const match of text.matchAll(/\{\{(.*?)\}\}/gs)) {
    yield { literal: text.slice(from, match.index), start: from };
    yield { expression: match[1] ?? '', start: match.index + 2 };
    from = match.index + match[0].length;
  }
  yield { literal: text.slice(from), start: from };
}

/** Limits in characters, so that a message stays readable on one line. */
const longestValue = 60;
const longestMessage = 240;

function fill(pieces: readonly Piece[], kind: KindName, variables: Variables, canAfford: CanAfford): string {
  const text = pieces.map((piece) =>
    'text' in piece ? piece.text : valueText(piece.value.get(kind), variables, canAfford),
  );
  return cut(text.join('').replaceAll(/\s+/g, ' ').trim(), longestMessage);
}

function valueText(
  expression: PolicyExpression | undefined,
  variables: Variables,
  canAfford: CanAfford,
): string {
  if (expression !== undefined && !canAfford(expression)) return '(costs too much)';
  try {
    return cut(String(expression?.evaluate(variables)), longestValue);
  } catch {
    // The finding is valid even if its message cannot be rendered completely.
    return '(not set)';
  }
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 3)}...` : text;
}
