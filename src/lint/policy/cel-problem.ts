import type { EvaluationError, ParseError, TypeError as CelTypeError } from '@marcbachmann/cel-js';
import { quoted } from '../../model/problem.ts';
import { suggestionOr } from '../../text/suggest.ts';
import type { Range } from '../../model/document.ts';
import { functionNames, variableTypes, withStandardNames } from './cel-environment.ts';
import type { ExpressionProblem } from './expression-problem.ts';

type CelError = ParseError | CelTypeError | EvaluationError;

/** What the library found, in our words, where it is in the text. */
export function celProblem(
  error: CelError | undefined,
  text: string,
  fields: readonly string[],
): ExpressionProblem {
  const summary = withStandardNames(error?.summary ?? error?.message ?? 'the expression cannot be read');
  const range = rangeIn(text, rangeOf(error));
  const words = wordsOf(error?.code ?? '', summary, text.slice(range.start, range.end), fields);
  const parts = error?.code === 'no_such_overload' ? operandsOf(error, summary) : [];
  if (parts.length === 0) return { ...words, ...range };
  return { ...words, ...range, ...(isOfTypes(summary) ? literalOf(text, parts) : {}), parts };
}

/** Whether a comparison is wrong by the types of its sides alone. */
function isOfTypes(summary: string): boolean {
  const [left = '', right = '', operator = ''] = operatorIn(last(summary)) ?? [];
  return comparisons.has(operator) && ![left, right].some((type) => type === 'null' || hasSecret(type));
}

/** The literal that is of the wrong type beside a field: where to look, and what to write. */
function literalOf(
  text: string,
  parts: readonly (Range & { readonly label: string })[],
): { readonly help?: string } & Partial<Range> {
  const [literal, another] = parts.filter(({ start, end }) => isLiteral(text.slice(start, end)));
  if (literal === undefined || another !== undefined) return {};
  const { start, end } = literal;
  const written = text.slice(start, end);
  const other = parts.find((part) => part !== literal)?.label;
  const content = /^(['"])(.*)\1$/.exec(written)?.[2];
  if (other === typeWords('string') && content === undefined)
    return { start, end, help: `write \`"${written}"\`` };
  if ((other === typeWords('int') || other === typeWords('double')) && isNumber(content))
    return { start, end, help: `write \`${content}\`` };
  if (other === typeWords('bool') && (content === 'true' || content === 'false'))
    return { start, end, help: `write \`${content}\`` };
  return { start, end };
}

function isLiteral(text: string): boolean {
  return /^(['"]).*\1$/.test(text) || isNumber(text) || text === 'true' || text === 'false';
}

function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text);
}

/** Both sides of an operator, each with its type. */
function operandsOf({ node }: CelError, summary: string): NonNullable<ExpressionProblem['parts']> {
  const types = operatorIn(last(summary));
  const args: readonly unknown[] = Array.isArray(node?.args) ? node.args : [];
  if (types === undefined || args.length !== 2) return [];
  return args.flatMap((operand, index) =>
    isRange(operand)
      ? [{ start: operand.start, end: operand.end, label: typeWords(types[index] ?? 'dyn') }]
      : [],
  );
}

function isRange(value: unknown): value is Range {
  return typeof value === 'object' && value !== null && 'start' in value && 'end' in value;
}

/** What the library points at: for a wrong type the whole expression that has it, not its last name. */
function rangeOf(error: CelError | undefined): Range | undefined {
  const isOfName = error?.code === 'no_such_key' || error?.code === 'cannot_index_type';
  return isOfName ? error.range : (error?.node ?? error?.range);
}

function rangeIn(text: string, range: Range | undefined): Range {
  const start = Math.min(range?.start ?? 0, text.length);
  const end = Math.min(Math.max(range?.end ?? text.length, start), text.length);
  return { start, end };
}

type Words = Pick<ExpressionProblem, 'message' | 'help'>;

function wordsOf(code: string, summary: string, at: string, fields: readonly string[]): Words {
  switch (code) {
    case 'unknown_variable':
      return unknownVariable(last(summary));
    case 'no_such_key':
      return {
        message: `unknown field ${quoted(last(summary))}`,
        help: suggestionOr(
          last(summary),
          fields,
          `the fields are ${fields.map((one) => `\`${one}\``).join(', ')}`,
        ),
      };
    case 'no_such_overload':
      return operatorWords(summary);
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

function unknownVariable(name: string): Words {
  const names = Object.keys(variableTypes);
  return {
    message: `unknown name ${quoted(name)}`,
    help: suggestionOr(
      name,
      [...names, ...functionNames()],
      `the names are ${names.map((one) => `\`${one}\``).join(', ')}`,
    ),
  };
}

const secretHelp = 'write `has(…)` to check whether it is set';

function hasSecret(types: string): boolean {
  return /\bsecret\b/.test(types);
}

/** The types on both sides, and what stands between them. */
function operatorIn(summary: string): readonly [string, string, string] | undefined {
  const [, left, operator = '', right] = /^(\S.*?) (==|!=|<=?|>=?|in|[-+*/%]) (.*)$/.exec(summary) ?? [];
  return left === undefined || right === undefined ? undefined : [left, right, operator];
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** "no such overload: string == int", "no such overload: !string". */
function operatorWords(summary: string): Words {
  const rest = last(summary);
  const [left, right, operator = ''] = operatorIn(rest) ?? [];
  if (left === undefined || right === undefined) {
    return { message: `\`${rest.slice(0, 1)}\` does not take ${typeWords(rest.slice(1))}` };
  }
  if (hasSecret(left) || hasSecret(right)) {
    return { message: 'a secret cannot be read or compared', help: secretHelp };
  }
  if (left === 'null' || right === 'null') {
    return { message: 'a field is never null', help: 'write `has(…)` to check whether it is set' };
  }
  if (!comparisons.has(operator)) {
    return { message: `\`${operator}\` does not take ${typeWords(left)} and ${typeWords(right)}` };
  }
  const help = right === 'string' || left === 'string' ? 'put strings in quotes, and numbers not' : undefined;
  const message = `${typeWords(left)} cannot be compared with ${typeWords(right)}`;
  return help === undefined ? { message } : { message, help };
}

/** "found no matching overload for 'string.startWith(string)'". */
function functionWords(summary: string): Words {
  const call = typeIn(summary);
  const [, receiver, name = '', given = ''] = /^(?:(.*)\.)?(\w+)\((.*)\)$/s.exec(call) ?? [];
  if (hasSecret(receiver ?? '') || hasSecret(given)) {
    return { message: 'a secret cannot be read or compared', help: secretHelp };
  }
  const known = functionNames();
  if (!known.includes(name)) {
    return {
      message: `unknown function ${quoted(name)}`,
      help: suggestionOr(
        name,
        known,
        `the functions of CEL, such as ${[...new Set(common)].map((one) => `\`${one}\``).join(', ')}`,
      ),
    };
  }
  const whose = receiver === undefined ? '' : ` of ${typeWords(receiver)}`;
  const taken = given === '' ? 'nothing' : given.split(', ').map(typeWords).join(' and ');
  return { message: `${quoted(name)}${whose} does not take ${taken}` };
}

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

function syntaxWords(summary: string, at: string): Words {
  if (summary.includes('EOF')) return { message: 'unexpected end of the expression' };
  if (at === '=' || at.startsWith('='))
    return { message: '`=` is not an operator', help: 'write `==` to compare' };
  if (summary.includes('Unterminated')) return { message: 'unclosed string', help: 'add the closing quote' };
  const message = withoutTokens(summary, at);
  const word = /^'(\w+)'|^(and|or|not)\b/.test(at) ? at : undefined;
  return word === undefined ? { message } : { message, help: 'CEL has `&&`, `||` and `!`' };
}

function withoutTokens(summary: string, at: string): string {
  if (/^(?:Unexpected|Expected)/.test(summary)) {
    return at === '' ? 'the expression cannot be read here' : `${quoted(at)} is not expected here`;
  }
  return summary.charAt(0).toLowerCase() + summary.slice(1).replace(/\.$/, '');
}

const plain: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'a whole number',
  uint: 'an unsigned number',
  double: 'a number',
  bool: 'a boolean',
  null: 'null',
  secret: 'a secret',
  'list<string>': 'a list of strings',
  bytes: 'bytes',
  type: 'a type',
};

/** A type of CEL in words. */
export function typeWords(type: string): string {
  const known = Object.hasOwn(plain, type) ? plain[type] : undefined;
  if (known !== undefined) return known;
  if (type.startsWith('list')) return 'a list';
  if (type.startsWith('map')) return 'a map';
  if (type.startsWith('optional')) return 'a value that may be missing';
  if (type === 'spec' || type.startsWith('spec_')) return 'an object';
  return type.startsWith('google.') ? 'a point or span of time' : 'a value of any type';
}
