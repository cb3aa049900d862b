import type { Scalar } from 'yaml';
import type { Range, ScalarNode, ScalarStyle, Source } from '../../model/document.ts';
import { integerValue, isInteger, withoutMinusZero } from './core-schema.ts';

const styles: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** Converts a scalar of the library; adds its range to `withHash` if it contains a `#`. */
export function fromScalar(node: Scalar, { text }: Source, withHash: Range[]): ScalarNode {
  const start = node.range?.[0] ?? 0;
  const style = styles[node.type ?? 'PLAIN'] ?? 'plain';
  const end =
    style === 'literal' || style === 'folded'
      ? blockEnd(text, start, node.range?.[1] ?? start)
      : (node.range?.[1] ?? start);
  if (text.slice(start, end).includes('#')) withHash.push({ start: commentFree(text, start, style), end });
  return { type: 'scalar', start, end, value: scalarValue(node), style };
}

/** The header line of a block scalar may end in a comment. */
function commentFree(text: string, start: number, style: ScalarStyle): number {
  return style === 'literal' || style === 'folded' ? text.indexOf('\n', start) : start;
}

/**
 * A block scalar ends with its last line, without the line break; with `+` trailing line breaks belong to the value.
 */
function blockEnd(text: string, start: number, end: number): number {
  if (/^.[\d-]*\+/.test(text.slice(start, start + 3)) || text[end - 1] !== '\n') return end;
  return text[end - 2] === '\r' ? end - 2 : end - 1;
}

function scalarValue({ value, source = '' }: Scalar): ScalarNode['value'] {
  if (typeof value === 'number')
    return isInteger.test(source) ? integerValue(source) : withoutMinusZero(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return null;
}
