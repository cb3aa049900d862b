import { ParseError, type ParseResult } from '@marcbachmann/cel-js';
import { trimmedRange } from '../../derive/yaml/node-place.ts';
import type { KindName } from '../../kinds/kind.ts';
import { withinText } from '../locate/within-text.ts';
import type { ASTNode } from '../../derive/expressions/ast.ts';
import { celEnvironment, variableTypes } from './cel-environment.ts';
import { celProblem } from './cel-problem.ts';
import { checkNames, type Scope } from './check-names.ts';
import { withOurFunctions } from '../../derive/expressions/replaced-functions.ts';
import { typeWords } from './operator-words.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Place, Range } from '../../model/document.ts';
import type { Policy, PolicyDraft, PolicyText } from '../../model/policy.ts';
import { problem } from '../../model/problem.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { clip } from '../../text/words/clip.ts';
import { pathsIn } from '../../derive/expressions/value-path.ts';
import type { ExpressionProblem } from './expression-problem.ts';

const shownTypes = ['string', 'int', 'uint', 'double', 'bool'];

/** Limits in characters, so that a message stays readable on one line. */
const longestValue = 60;
const longestMessage = 240;

/** A policy whose expressions are valid for all its kinds. */
export interface CheckedPolicy {
  readonly policy: Policy;
  readonly where?: ReadonlyMap<KindName, PolicyExpression> | undefined;
  readonly assert: ReadonlyMap<KindName, PolicyExpression>;
  readonly message: Message;
}

/** Checks the expressions of a policy. A policy with a mistake is not evaluated; the mistake is an error. */
export function checkPolicy(
  policy: Policy,
  environments: readonly string[],
): { readonly checked: CheckedPolicy } | { readonly diagnostics: readonly Diagnostic[] } {
  const { where, assert, message, diagnostics } = checkParts(policy, environments);
  if (assert === undefined || message === undefined || diagnostics.length > 0) return { diagnostics };
  return { checked: { policy, where, assert, message } };
}

type Parts = Partial<Omit<CheckedPolicy, 'policy'>> & { readonly diagnostics: readonly Diagnostic[] };

export function checkParts(policy: PolicyDraft, environments: readonly string[]): Parts {
  const scope: Scope = { kinds: policy.kinds, environments };
  const isTrue = ({ text }: PolicyText): ReturnType<typeof checkExpression> =>
    checkExpression(text, scope, ['bool']);
  const where = policy.where && isTrue(policy.where);
  const assert = policy.assert && isTrue(policy.assert);
  const message = policy.message && checkMessage(policy.message, scope);
  return {
    ...(where !== undefined && 'value' in where ? { where: where.value } : {}),
    ...(assert !== undefined && 'value' in assert ? { assert: assert.value } : {}),
    ...(message !== undefined && 'value' in message ? { message: message.value } : {}),
    diagnostics: [
      ...problemsOf(policy, policy.where, where),
      ...problemsOf(policy, policy.assert, assert),
      ...problemsOf(policy, policy.message, message),
    ],
  };
}

function problemsOf(
  policy: PolicyDraft,
  text: PolicyText | undefined,
  result: { readonly problems: readonly ExpressionProblem[] } | object | undefined,
): readonly Diagnostic[] {
  if (text === undefined || result === undefined || !('problems' in result)) return [];
  return result.problems.map((expressionProblem) => {
    const place = policyPlace(policy, text, expressionProblem);
    // If the marked range is itself one of the parts, its label goes to the mark.
    const wholePart = expressionProblem.parts?.find(
      ({ start, end }) => start === expressionProblem.start && end === expressionProblem.end,
    );
    const others = (expressionProblem.parts ?? []).filter((part) => part !== wholePart);
    const label = wholePart?.label ?? expressionProblem.label;
    return problem('policy-expression', place, expressionProblem.message, {
      ...remedyOf(expressionProblem, place, text),
      ...withoutUndefined({ label }),
      related: others.map((part) => ({ place: policyPlace(policy, text, part), label: part.label })),
    });
  });
}

/** A fix to the intended name if the source has the wrong name letter by letter, else help. */
function remedyOf(
  { start, end, help, meant }: ExpressionProblem,
  place: Place,
  { text }: PolicyText,
): Pick<Diagnostic, 'fix' | 'help'> {
  if (meant === undefined) return withoutUndefined({ help });
  const title = `write \`${meant}\``;
  const written = place.source.text.slice(place.start, place.end);
  const isName = /^\w+$/.test(written) && written === text.slice(start, end);
  return isName ? { fix: { safety: 'unsafe', title, edits: [{ ...place, text: meant }] } } : { help: title };
}

/** The place in edgewright.yaml of a part of a policy's text; the whole text if the part cannot be located. */
export function policyPlace({ place }: PolicyDraft, { node }: PolicyText, part: Range | undefined): Place {
  const { source } = place;
  const within = part === undefined ? undefined : withinText(source, node, part);
  return { source, ...(within ?? trimmedRange(node, source)) };
}

/** Renders the message of a policy for a resource of a kind. */
type Message = (kind: KindName, variables: Variables, canAfford: CanAfford) => string;

/** Whether the budget allows an expression; if so, its cost is deducted. */
type CanAfford = (expression: PolicyExpression) => boolean;

type Piece = { readonly text: string } | { readonly value: ReadonlyMap<KindName, PolicyExpression> };

/** Reads a message such as `the route {{ name }} has no breaker`, with CEL between double braces. */
function checkMessage({ text }: PolicyText, scope: Scope): CheckResult<Message> {
  const pieces: Piece[] = [];
  const problems: ExpressionProblem[] = [];
  for (const { literal, expression, start } of piecesOf(text)) {
    if (literal !== undefined) pieces.push({ text: literal });
    if (expression === undefined) continue;
    const checked = checkExpression(expression, scope, shownTypes);
    if ('value' in checked) pieces.push(checked);
    else
      for (const problem of checked.problems)
        problems.push({ ...problem, start: problem.start + start, end: problem.end + start });
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

function fill(pieces: readonly Piece[], kind: KindName, variables: Variables, canAfford: CanAfford): string {
  const text = pieces.map((piece) =>
    'text' in piece ? piece.text : valueText(piece.value.get(kind), variables, canAfford),
  );
  return clip(text.join('').replaceAll(/\s+/g, ' ').trim(), longestMessage);
}

function valueText(
  expression: PolicyExpression | undefined,
  variables: Variables,
  canAfford: CanAfford,
): string {
  if (expression !== undefined && !canAfford(expression)) return '(costs too much)';
  try {
    return clip(String(expression?.evaluate(variables)), longestValue);
  } catch {
    // The finding is valid even if its message cannot be rendered completely.
    return '(not set)';
  }
}

export type Variables = Readonly<Record<string, unknown>>;

/** An expression that type-checks against the fields of a kind. */
export interface PolicyExpression {
  readonly ast: ASTNode;
  /** Throws on an evaluation error, for example for a field that is not set. */
  readonly evaluate: (variables: Variables) => unknown;
}

type CheckResult<T> = { readonly value: T } | { readonly problems: readonly ExpressionProblem[] };

/** Parses an expression and checks it against each of its kinds. Returns one expression per kind, or the problems. */
export function checkExpression(
  text: string,
  scope: Scope,
  results: readonly string[],
): CheckResult<ReadonlyMap<KindName, PolicyExpression>> {
  const [first = 'endpoint'] = scope.kinds;
  const parsed = parse(first, text);
  if ('problem' in parsed) return { problems: [parsed.problem] };
  const names = checkNames(parsed.program.ast, scope);
  if (names.length > 0) return { problems: names };
  const ours = withOurFunctions(text, parsed.program.ast);
  const isAlike = isAlikeForAll(parsed.program.ast);
  const made = new Map<KindName, PolicyExpression>();
  for (const kind of isAlike ? scope.kinds.slice(0, 1) : scope.kinds) {
    const parseResult = celEnvironment(kind).parse(ours);
    const { valid, type = '', error } = parseResult.check();
    if (!valid) return { problems: [celProblem(error, text, kind)] };
    if (!results.includes(type)) return { problems: [wrongResult(text, type, results)] };
    const expression = {
      ast: parseResult.ast,
      evaluate: (variables: Variables) => parseResult(variables) as unknown,
    };
    for (const alikeKind of isAlike ? scope.kinds : [kind]) made.set(alikeKind, expression);
  }
  return { value: made };
}

/** Whether the expression has the same types for every kind: of the variables, only `spec` differs. */
function isAlikeForAll(ast: ASTNode): boolean {
  return pathsIn(ast).every(({ root }) => root !== 'spec' && Object.hasOwn(variableTypes, root));
}

function parse(kind: KindName, text: string): { program: ParseResult } | { problem: ExpressionProblem } {
  try {
    return { program: celEnvironment(kind).parse(text) };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { problem: celProblem(error, text, kind) };
  }
}

function wrongResult(text: string, type: string, results: readonly string[]): ExpressionProblem {
  const start = text.length - text.trimStart().length;
  const isTruth = results.length === 1;
  const message = isTruth
    ? `the expression must be a boolean, not ${typeWords(type)}`
    : `a message can contain strings, numbers and booleans, not ${typeWords(type)}`;
  const help = isTruth
    ? 'compare it with something, or ask `has(…)`'
    : `take a part of it, or its \`size()\``;
  return { message, help, start, end: text.trimEnd().length };
}
