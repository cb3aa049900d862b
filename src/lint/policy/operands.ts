import type { Range } from '../../model/document.ts';
import { isOfTypes, type Operator } from './operator-words.ts';

/** An operand of an operator, with its type as the library names it. */
export interface Operand extends Range {
  readonly type: string;
}

/** Both operands of an operator, with the types that the library's checker stored in the tree. */
export function operandsOf(node: { readonly args?: unknown } | undefined): readonly Operand[] {
  const args = Array.isArray(node?.args) ? (node.args as readonly unknown[]) : [];
  if (args.length !== 2) return [];
  return args.flatMap((side) =>
    isChecked(side) ? [{ start: side.start, end: side.end, type: side.checkedType?.name ?? 'dyn' }] : [],
  );
}

interface Checked extends Range {
  readonly checkedType?: { readonly name: string };
}

function isChecked(value: unknown): value is Checked {
  return typeof value === 'object' && value !== null && 'start' in value && 'end' in value;
}

/** If one operand is a literal of the wrong type, its range and the literal to write. */
export function wrongLiteral(
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
  return { start, end, ...(right === undefined ? {} : { help: `write \`${right}\`` }) };
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
