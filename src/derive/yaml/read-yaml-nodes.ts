import { textOfKey } from '../../text/key-text.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type {
  DocumentNode,
  Entry,
  MapNode,
  Place,
  ScalarNode,
  ScalarStyle,
  Source,
} from '../../model/document.ts';
import { problem } from '../../model/problem.ts';
import { limits } from '../../text/file-limits.ts';
import { templateWords } from './mistakes/template-words.ts';
import { codePointOf } from '../../text/hidden-characters.ts';
import { lineColumn } from '../../text/line-column.ts';
import { integerValue, isInteger, withoutMinusZero } from './quick-scalars.ts';
import { fromAlias, placeIn } from './read-yaml-aliases.ts';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { quoted } from '../../text/quoted.ts';
import { secondKindWords } from './yaml-words.ts';
import { lineAt, lineRange, writes } from './mistakes/yaml-lines.ts';
import type { Conversion } from './yaml-conversion.ts';

const styles: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** Converts a node of the library to our own plain data. */
export function convertNode(node: Node, to: Conversion): DocumentNode {
  if (isAlias(node)) return fromAlias(node, to);
  const before = to.count++;
  const { anchor } = node as { anchor?: string };
  if (anchor !== undefined) to.anchors.set(anchor, 'open');
  const plain = fromNode(node, to);
  const tag = (node as { tag?: string }).tag;
  const isUnknown = tag !== undefined && !coreTags.has(tag);
  if (anchor === undefined && !isUnknown) return plain;
  const withProps: DocumentNode = {
    ...plain,
    ...withoutUndefined({ anchor }),
    ...(isUnknown ? { tag } : {}),
  };
  if (anchor !== undefined) to.anchors.set(anchor, { node: withProps, size: to.count - before });
  return withProps;
}

const coreTags = new Set(
  ['null', 'bool', 'int', 'float', 'str', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

function fromNode(node: Node, to: Conversion): DocumentNode {
  if (isMap(node)) return fromMap(node as YAMLMap.Parsed, to);
  if (isSeq(node)) return fromList(node as YAMLSeq.Parsed, to);
  if (isScalar(node)) return meantByQuotes(fromScalar(node, to), to);
  throw new Error('the yaml library made a node of an unknown type');
}

function fromList(node: YAMLSeq.Parsed, to: Conversion): DocumentNode {
  if (node.items.length > limits.items) refuseItems(node, to);
  const items = to.isRefused ? [] : node.items.map((item) => convertNode(item, to));
  const [start, end] = node.range;
  const last = items.at(-1);
  return {
    type: 'list',
    start,
    end: node.flow === true || last === undefined ? end : endOf(last),
    items,
    flow: node.flow === true,
  };
}

function fromMap(node: YAMLMap.Parsed, to: Conversion): MapNode {
  const entries: Entry[] = [];
  const seen = new Map<string, Entry>();
  if (node.items.length > limits.keys) refuseKeys(node, to);
  else {
    for (const { key, value } of node.items) {
      const entry = fromPair(key, value, to);
      if (entry !== undefined && isFirst(entry, { seen, isFlow: node.flow === true }, to))
        entries.push(entry);
    }
  }
  const [start, end] = node.range;
  const last = entries.at(-1);
  const isFlow = node.flow === true;
  return {
    type: 'map',
    start,
    end: isFlow || last === undefined ? end : endOf(last.value),
    entries,
    flow: isFlow,
  };
}

function refuseItems({ items, range }: YAMLSeq.Parsed, to: Conversion): void {
  const item = items[limits.items]?.range ?? range;
  to.isRefused = true;
  to.diagnostics.push(
    problem('yaml-limit', placeIn(to, item[0], item[1]), `more than ${limits.items} items in one list`),
  );
}

function refuseKeys(node: YAMLMap.Parsed, to: Conversion): void {
  const key = node.items[limits.keys]?.key.range ?? node.range;
  to.isRefused = true;
  to.diagnostics.push(
    problem('yaml-limit', placeIn(to, key[0], key[1]), `more than ${limits.keys} keys in one map`),
  );
}

function fromPair(key: ParsedNode, value: ParsedNode | null, to: Conversion): Entry | undefined {
  const ours = convertNode(key, to);
  const place = placeIn(to, ours.alias?.start ?? ours.start, ours.alias?.end ?? ours.end);
  const before = to.diagnostics.length;
  const theirs = value === null ? undefined : convertNode(value, to);
  if (ours.type !== 'scalar' || (ours.value === null && ours.start === ours.end)) {
    to.diagnostics.push(complexKey(place));
    return undefined;
  }
  if (ours.value === '<<' && ours.style === 'plain') {
    // Findings about the value to be merged are dropped with it.
    to.diagnostics.length = before;
    const help = 'make the shared fields a `kind: preset` and name it under `uses:`';
    to.diagnostics.push(
      problem('yaml-merge-key', place, 'the merge key `<<` is not part of YAML 1.2; use presets', { help }),
    );
    return undefined;
  }
  return {
    key: ours,
    value: theirs ?? { type: 'scalar', start: place.end, end: place.end, value: null, style: 'plain' },
  };
}

/** YAML reads `{{ name }}` as a map that is the key of a map. */
function complexKey(place: Place): Diagnostic {
  const { text } = place.source;
  if (text[place.start] === '{' && text[place.start - 1] === '{') {
    const { says, help } = templateWords(lineAt(text, place.start), place.start - 1);
    return problem('yaml-complex-key', place, says, { help });
  }
  return problem('yaml-complex-key', place, 'a key must be a single string', {
    help: 'write the key as `name:`',
  });
}

/** The part of a map that is read already. */
interface MapSoFar {
  readonly seen: Map<string, Entry>;
  readonly isFlow: boolean;
}

function isFirst(entry: Entry, { seen, isFlow }: MapSoFar, to: Conversion): boolean {
  const name = textOfKey(entry);
  const first = seen.get(name);
  if (first === undefined) {
    seen.set(name, entry);
    return true;
  }
  const place = placeIn(to, entry.key.start, entry.key.end);
  const related = [{ place: placeIn(to, first.key.start, first.key.end), label: 'first here' }];
  const isOfDocument = startsLine(place) && startsLine(placeIn(to, first.key.start, first.key.end));
  // A line `---` is missing: every key of the second document is a duplicate, so only the first is reported.
  if (isOfDocument && seen.has(secondDocument)) return false;
  if (isOfDocument && name === 'kind') {
    seen.set(secondDocument, entry);
    to.diagnostics.push(
      problem('yaml-duplicate-key', place, secondKindWords, {
        label: 'the next document begins here',
        related,
        why: 'Without it YAML reads both as one document that declares its keys twice.',
        help: 'write a line `---` above it',
      }),
    );
    return false;
  }
  to.diagnostics.push(duplicateKey(to.source, { first, again: entry, isFlow }));
  return false;
}

/** Cannot be a key of a file. */
const secondDocument = '\0---';

function startsLine({ source, start }: Place): boolean {
  return start === 0 || source.text[start - 1] === '\n';
}

function endOf(node: DocumentNode): number {
  return node.alias?.end ?? node.end;
}

/** Converts a scalar of the library. */
function fromScalar(node: Scalar, { source: { text }, withHash, inQuotes }: Conversion): ScalarNode {
  const start = node.range?.[0] ?? 0;
  const style = styles[node.type ?? 'PLAIN'] ?? 'plain';
  const end =
    style === 'literal' || style === 'folded'
      ? blockEnd(text, start, node.range?.[1] ?? start)
      : (node.range?.[1] ?? start);
  if (text.slice(start, end).includes('#')) withHash.push({ start: commentFree(text, start, style), end });
  if (style === 'single' || style === 'double') inQuotes.push({ start, end });
  return { type: 'scalar', start, end, value: scalarValue(node), style };
}

/** A scalar in typographic quotation marks, which are text to YAML, is reported, and read as the one that is meant. */
function meantByQuotes(node: ScalarNode, to: Conversion): ScalarNode {
  if (node.style !== 'plain' || typeof node.value !== 'string') return node;
  const [, inside] = /^[\u2018\u201a\u201c-\u201e](.*)[\u2018\u2019\u201c\u201d]$/su.exec(node.value) ?? [];
  if (inside === undefined || /["\\\n\u2018-\u201e]/.test(inside)) return node;
  const place = placeIn(to, node.start, node.end);
  const [mark = ''] = node.value;
  const title = writes(lineAt(to.source.text, node.start), `"${inside}"`) ?? 'write straight quotation marks';
  to.diagnostics.push(
    problem('yaml-syntax', place, `a typographic quotation mark (${codePointOf(mark)}) is not part of YAML`, {
      fix: { safety: 'unsafe', title, edits: [{ ...place, text: `"${inside}"` }] },
    }),
  );
  return { ...node, value: inside, style: 'double' };
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

/** Two entries of a map with the same key. */
interface Duplicate {
  readonly first: Entry;
  readonly again: Entry;
  readonly isFlow: boolean;
}

/**
 * A key that its map has twice: whether the values differ, and which lines may be deleted. No value is repeated: it may
 * be a secret.
 */
function duplicateKey(source: Source, duplicate: Duplicate): Diagnostic {
  const { first, again } = duplicate;
  const isSame = areSame(source, first.value, again.value);
  const isOther = isSame === false;
  const { start, end } = again.key;
  return problem(
    'yaml-duplicate-key',
    { source, start, end },
    `${quoted(textOfKey(again))} is declared twice`,
    {
      label: `again here${isSame ? ', with the same value' : isOther ? ', with another value' : ''}`,
      related: [{ place: { source, start: first.key.start, end: first.key.end }, label: 'first here' }],
      help: isSame === true ? helpFor(source, duplicate, 'again') : helpFor(source, duplicate, 'either'),
    },
  );
}

/** Whether two values are the same; undefined for maps and lists that are not the same text, or have an alias. */
function areSame({ text }: Source, node: DocumentNode, other: DocumentNode): boolean | undefined {
  if (node.type === 'scalar' && other.type === 'scalar') return Object.is(node.value, other.value);
  if (node.type !== other.type) return false;
  const [first, again] = [node, other].map(({ alias, start, end }) =>
    alias === undefined ? text.slice(start, end).trimEnd() : '*',
  );
  return first === again && first?.includes('*') === false ? true : undefined;
}

/** Lines are named where they hold the entry and nothing else: in a block, not behind the `- ` of a list. */
function helpFor(source: Source, { first, again, isFlow }: Duplicate, unneeded: 'again' | 'either'): string {
  const [lines, other] = [linesOf(source, first), linesOf(source, again)];
  if (isFlow || other === undefined) return 'delete one of the two';
  if (unneeded === 'again') return `delete ${other}`;
  return lines === undefined ? 'delete one of the two' : `delete ${lines} or ${other}`;
}

function linesOf(source: Source, { key, value }: Entry): string | undefined {
  const line = lineAt(source.text, key.start);
  if (source.text.slice(line.start, key.start).trim() !== '') return undefined;
  const range = value.alias ?? value;
  const end = range.start + source.text.slice(range.start, range.end).trimEnd().length;
  return lineRange(lineColumn(source, key.start).line, lineColumn(source, Math.max(end, key.end)).line);
}
