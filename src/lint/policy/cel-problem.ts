import type { EvaluationError, ParseError, TypeError as CelTypeError } from '@marcbachmann/cel-js';
import type { KindName } from '../../kinds/kind.ts';
import { functionNames, objectType, variableTypes, type ObjectType } from './cel-environment.ts';
import { withStandardNames } from '../../derive/expressions/replaced-functions.ts';
import {
  isOfTypes,
  operatorIn,
  operatorWords,
  readsSecret,
  secretWords,
  typeWords,
  unknownInExpression,
  type Operator,
  type ProblemWords,
} from './operator-words.ts';
import type { Range } from '../../model/document.ts';
import { nearNames } from '../../text/near-names.ts';
import { suggestions } from '../../text/suggest.ts';
import { quoted } from '../../text/quoted.ts';
import { notAField } from '../../text/words/mistake-words.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { ExpressionProblem } from './expression-problem.ts';
import { visibleFields } from './visible-fields.ts';

type CelError = ParseError | CelTypeError | EvaluationError;

/** Converts an error of the CEL library to our own message, with its range in the text. */
export function celProblem(error: CelError | undefined, text: string, kind: KindName): ExpressionProblem {
  const summary = withStandardNames(error?.summary ?? error?.message ?? 'the expression cannot be read');
  const range = rangeIn(text, rangeOf(error));
  if (error?.code === 'no_such_key') return { ...fieldWords(last(summary), ownerOf(error, kind)), ...range };
  const words = wordsOf(error?.code ?? '', summary, text.slice(range.start, range.end));
  const operands = error?.code === 'no_such_overload' ? operandsOf(error.node) : [];
  if (operands.length === 0) return { ...words, ...range };
  const parts = operands.map(({ start, end, type }) => ({ start, end, label: typeWords(type) }));
  return { ...words, ...range, ...wrongLiteral(text, operatorIn(last(summary)), operands), parts };
}

/** The object in which a field was looked up, by the type that the library's checker stored in the tree. */
function ownerOf({ node }: CelError, kind: KindName): ObjectType | undefined {
  const [owner] = (Array.isArray(node?.args) ? node.args : []) as readonly CheckedNode[];
  const type = owner?.checkedType?.name;
  return type === undefined ? undefined : objectType(kind, type);
}

type CheckedNode = { readonly checkedType?: { readonly name: string } } | undefined;

function fieldWords(name: string, owner: ObjectType | undefined): ProblemWords {
  if (owner === undefined) return { message: notAField(name, 'this object'), label: 'unknown field' };
  return unknownInExpression(name, quoted(owner.called), visibleFields(owner.fields));
}

/** The range to mark: for a wrong type the whole expression with that type, not its last name. */
function rangeOf(error: CelError | undefined): Range | undefined {
  const isOfName = error?.code === 'no_such_key' || error?.code === 'cannot_index_type';
  return isOfName ? error.range : (error?.node ?? error?.range);
}

function rangeIn(text: string, range: Range | undefined): Range {
  const start = Math.min(range?.start ?? 0, text.length);
  const end = Math.min(Math.max(range?.end ?? text.length, start), text.length);
  return { start, end };
}

function wordsOf(code: string, summary: string, at: string): ProblemWords {
  switch (code) {
    case 'unknown_variable':
      return unknownVariable(last(summary));
    case 'no_such_overload':
      return operatorWords(last(summary));
    case 'no_matching_overload':
      return functionWords(summary);
    case 'invalid_logical_operand':
      return { message: `\`&&\` and \`||\` take booleans, not ${typeWords(typeIn(summary))}` };
    case 'invalid_condition_type':
      return { message: `a condition must be a boolean, not ${typeWords(typeIn(summary))}` };
    case 'invalid_macro_argument':
      return summary.startsWith('has(')
        ? { message: '`has` takes a field: `has(spec.oidc)`' }
        : { message: 'a macro takes the name of a variable first: `all(one, one != "")`' };
    case 'cannot_index_type':
      return { message: `${typeWords(typeIn(summary))} has no fields` };
    default:
      return syntaxWords(summary, at);
  }
}

const last = (summary: string): string => /: (.*)$/s.exec(summary)?.[1] ?? summary;
const typeIn = (summary: string): string => /'([^']*)'/.exec(summary)?.[1] ?? 'dyn';

function unknownVariable(name: string): ProblemWords {
  const names = Object.keys(variableTypes);
  const [meant] = suggestions(name, [...names, ...functionNames()]);
  const help = `the names are ${nearNames(name, names)}`;
  return { message: `unknown name ${quoted(name)}`, ...(meant === undefined ? { help } : { meant }) };
}

/** The message for an error such as "found no matching overload for 'string.startWith(string)'". */
function functionWords(summary: string): ProblemWords {
  const call = typeIn(summary);
  const [, receiver, name = '', given = ''] = /^(?:(.*)\.)?(\w+)\((.*)\)$/s.exec(call) ?? [];
  if (readsSecret(receiver ?? '') || readsSecret(given)) {
    return secretWords;
  }
  const known = functionNames();
  if (!known.includes(name)) {
    const [meant] = suggestions(name, known);
    const help =
      meant === undefined ? `the functions of CEL, such as ${nearNames(name, common)}` : `write \`${meant}\``;
    return { message: `unknown function ${quoted(name)}`, help };
  }
  const whose = receiver === undefined ? '' : ` of ${typeWords(receiver)}`;
  const taken = given === '' ? 'nothing' : given.split(', ').map(typeWords).join(' and ');
  const isMethod = receiver === undefined && methodsOfText.includes(name);
  return {
    message: `${quoted(name)}${whose} does not take ${taken}`,
    ...(isMethod ? { help: `write it behind the value: \`<value>.${name}(…)\`` } : {}),
  };
}

const methodsOfText: readonly string[] = ['startsWith', 'endsWith', 'contains', 'matches'];

const common = [
  'has',
  'size',
  'startsWith',
  'endsWith',
  'contains',
  'matches',
  'all',
  'exists',
  'filter',
  'map',
];

function syntaxWords(summary: string, at: string): ProblemWords {
  if (summary.includes('EOF')) return { message: 'unexpected end of the expression' };
  if (at === '=' || at.startsWith('='))
    return { message: '`=` is not an operator', help: 'write `==` to compare' };
  if (summary.includes('Unterminated')) return { message: 'unclosed string', help: 'add the closing quote' };
  const message = withoutTokens(summary, at);
  const meant = { and: '&&', or: '||', not: '!' }[/^(?:and|or|not)\b/i.exec(at)?.[0].toLowerCase() ?? ''];
  if (meant !== undefined) return { message, help: `write \`${meant}\`` };
  return /^'(\w+)'/.test(at) ? { message, help: 'CEL has `&&`, `||` and `!`' } : { message };
}

function withoutTokens(summary: string, at: string): string {
  if (/^(?:Unexpected|Expected)/.test(summary)) {
    return at === '' ? 'the expression cannot be read here' : `${quoted(at)} is not expected here`;
  }
  return summary.charAt(0).toLowerCase() + summary.slice(1).replace(/\.$/, '');
}

/** An operand of an operator, with its type as the library names it. */
interface Operand extends Range {
  readonly type: string;
}

/** Both operands of an operator, with the types that the library's checker stored in the tree. */
function operandsOf(node: { readonly args?: unknown } | undefined): readonly Operand[] {
  const args = Array.isArray(node?.args) ? (node.args as readonly unknown[]) : [];
  if (args.length !== 2) return [];
  return args.flatMap((side) =>
    isChecked(side) ? [{ start: side.start, end: side.end, type: side.checkedType?.name ?? 'dyn' }] : [],
  );
}

interface CheckedRange extends Range {
  readonly checkedType?: { readonly name: string };
}

function isChecked(value: unknown): value is CheckedRange {
  return typeof value === 'object' && value !== null && 'start' in value && 'end' in value;
}

/** If one operand is a literal of the wrong type, its range and the literal to write. */
function wrongLiteral(
  text: string,
  operator: Operator | undefined,
  operands: readonly Operand[],
): { readonly help?: string } & Partial<Range> {
  if (operator === undefined || !isOfTypes(operator)) return {};
  const [literal, another] = operands.filter(({ start, end }) => isLiteral(text.slice(start, end)));
  const other = operands.find((operand) => operand !== literal);
  if (literal === undefined || another !== undefined || other === undefined) return {};
  const { start, end } = literal;
  const right = rightLiteral(text.slice(start, end), other.type);
  return {
    start,
    end,
    ...withoutUndefined({ help: right === undefined ? undefined : `write \`${right}\`` }),
  };
}

/** The literal converted to a type; undefined if it cannot be. */
function rightLiteral(written: string, type: string): string | undefined {
  const content = /^(['"])(.*)\1$/.exec(written)?.[2];
  switch (type) {
    case 'string':
      return content === undefined ? `"${written}"` : undefined;
    case 'int':
    case 'double':
      return isNumber(content) ? content : undefined;
    case 'bool':
      return content === 'true' || content === 'false' ? content : undefined;
    default:
      return undefined;
  }
}

function isLiteral(text: string): boolean {
  return /^(['"]).*\1$/.test(text) || isNumber(text) || text === 'true' || text === 'false';
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text);
}
