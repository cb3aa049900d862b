import type { Range, ScalarNode, Source } from '../../model/document.ts';

/**
 * The range in the file of a part of a scalar's value. Walks the value and its source text in parallel: quotes,
 * escapes, block indentation and folded line breaks are not part of the value. Undefined if the two do not match.
 */
export function withinText(source: Source, node: ScalarNode, { start, end }: Range): Range | undefined {
  if (typeof node.value !== 'string') return undefined;
  const offsets = knownOffsets(source.text, node, node.value);
  const first = offsets?.[start];
  if (offsets === undefined || first === undefined) return undefined;
  // In a block scalar the next unit may come after an indentation; in a quoted string an escape is longer than one
  // character.
  const isBlock = node.style === 'literal' || node.style === 'folded';
  const last = end > start ? (isBlock ? (offsets[end - 1] ?? first) + 1 : (offsets[end] ?? first)) : first;
  return { start: first, end: Math.max(first, last) };
}

let last: { readonly node: ScalarNode; readonly offsets: readonly number[] | undefined } | undefined;

/** The last result is kept, since consecutive findings are often in the same long string. */
function knownOffsets(text: string, node: ScalarNode, value: string): readonly number[] | undefined {
  if (last?.node !== node) last = { node, offsets: offsetsOf(text, node, value) };
  return last.offsets;
}

/** The offset in the file of each UTF-16 unit of the value, and of its end. */
function offsetsOf(text: string, node: ScalarNode, value: string): readonly number[] | undefined {
  switch (node.style) {
    case 'literal':
    case 'folded':
      return blockOffsets(text, node, value);
    case 'double':
    case 'single':
      return flowOffsets(text, { start: node.start + 1, end: node.end - 1 }, value, node.style);
    case 'plain':
      return flowOffsets(text, node, value, node.style);
  }
}

function blockOffsets(text: string, node: ScalarNode, value: string): readonly number[] | undefined {
  const header = text.indexOf('\n', node.start) + 1;
  if (header === 0 || header > node.end) return undefined;
  // If the value starts with spaces, the first line is indented by more than the block is.
  const indent = blockIndent(text, header, node.end) - (/^\n*( *)/.exec(value)?.[1]?.length ?? 0);
  const offsets: number[] = [];
  let at = lineContent(text, header, indent);
  for (let i = 0; i < value.length; i++) {
    // A line may end in CR LF; the value has only LF.
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    if (node.style === 'folded' && value[i] === ' ' && text[at] === '\n') {
      offsets.push(at);
      at = lineContent(text, at + 1, indent);
      continue;
    }
    // In folded text, n consecutive line breaks become n - 1.
    if (node.style === 'folded' && text[at] === '\n' && value[i] === '\n' && text[at + 1] === '\n') at++;
    if (text[at] !== value[i] && i < value.length - 1) return undefined;
    offsets.push(at);
    at = text[at] === '\n' ? lineContent(text, at + 1, indent) : at + 1;
  }
  offsets.push(Math.min(at, node.end));
  return offsets;
}

function blockIndent(text: string, from: number, end: number): number {
  for (let at = from; at < end;) {
    const newline = text.indexOf('\n', at);
    const stop = newline === -1 ? end : newline;
    let column = at;
    while (column < stop && text[column] === ' ') column++;
    if (column < stop && text[column] !== '\r') return column - at;
    at = stop + 1;
  }
  return 0;
}

function lineContent(text: string, lineStart: number, indent: number): number {
  let at = lineStart;
  while (at < lineStart + indent && text[at] === ' ') at++;
  return at;
}

/** `start` and `end`: without the quotes. */
function flowOffsets(
  text: string,
  { start, end }: Range,
  value: string,
  style: ScalarNode['style'],
): readonly number[] | undefined {
  const offsets: number[] = [];
  let at = start;
  for (let i = 0; i < value.length; i++) {
    if (style === 'double' && at >= end) return undefined;
    if (style === 'double' && text[at] === '\\') {
      const next = text[at + 1] ?? '';
      if (next === '\n' || next === '\r') {
        at = skipFold(text, at + 1, end);
        i--;
        continue;
      }
      offsets.push(at);
      const isPair = next === 'U' && (value.codePointAt(i) ?? 0) > 0xffff;
      if (isPair) {
        offsets.push(at);
        i++;
      }
      at += escapeLengths[next] ?? 2;
      continue;
    }
    if (isFold(text, at) && (value[i] === ' ' || value[i] === '\n')) {
      offsets.push(at);
      at = value[i + 1] === '\n' ? text.indexOf('\n', at) + 1 : skipFold(text, at, end);
      continue;
    }
    if (at >= end || text[at] !== value[i]) return undefined;
    offsets.push(at);
    at += style === 'single' && text.startsWith("''", at) ? 2 : 1;
  }
  offsets.push(at);
  return offsets;
}

/** Whether only white space follows up to the end of the line. */
function isFold(text: string, at: number): boolean {
  let next = at;
  while (text[next] === ' ' || text[next] === '\t' || text[next] === '\r') next++;
  return text[next] === '\n';
}

function skipFold(text: string, at: number, end: number): number {
  let next = at;
  while (next < end && /\s/.test(text[next] ?? '')) next++;
  return next;
}

const escapeLengths: Readonly<Record<string, number>> = { x: 4, u: 6, U: 10 };
