import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type Node,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { problem, quoted } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Entry, MapNode, Place, Range, Source } from '../../model/document.ts';
import { suggestions } from '../../text/suggest.ts';
import { keyName } from './duplicate-keys.ts';
import { duplicateKey } from './duplicate-key-problem.ts';
import { templateWords } from './mistakes/known-mistake.ts';
import { limits } from '../files/limits.ts';
import { fromScalar } from './read-yaml-scalars.ts';

/** State shared while one file is converted. */
export interface Conversion {
  readonly source: Source;
  readonly diagnostics: Diagnostic[];
  /** The anchors of this document so far, by name; `open` while the anchored node is being converted. */
  anchors: Map<string, { readonly node: DocumentNode; readonly size: number } | 'open'>;
  /** Nodes converted so far; those behind aliases count each time. */
  count: number;
  /** Nodes that aliases have stood for so far. */
  aliasNodes: number;
  /** Scalars that contain a `#`, in source order: no comment starts there. */
  readonly withHash: Range[];
  /** The document has too many keys in one map, or too many items in one list. */
  isRefused: boolean;
}

export function startConversion(source: Source): Conversion {
  return {
    source,
    diagnostics: [],
    anchors: new Map(),
    count: 0,
    aliasNodes: 0,
    withHash: [],
    isRefused: false,
  };
}

/** Resets the anchors, which are valid only within their document. */
export function startDocument(conversion: Conversion): void {
  conversion.anchors = new Map();
  conversion.isRefused = false;
}

/** Converts a node of the library to our own plain data. */
export function convert(node: Node, to: Conversion): DocumentNode {
  if (isAlias(node)) return fromAlias(node, to);
  const before = to.count++;
  const { anchor } = node as { anchor?: string };
  if (anchor !== undefined) to.anchors.set(anchor, 'open');
  const plain = fromNode(node, to);
  const tag = (node as { tag?: string }).tag;
  const isUnknown = tag !== undefined && !coreTags.has(tag);
  if (anchor === undefined && !isUnknown) return plain;
  const dressed: DocumentNode = {
    ...plain,
    ...(anchor === undefined ? {} : { anchor }),
    ...(isUnknown ? { tag } : {}),
  };
  if (anchor !== undefined) to.anchors.set(anchor, { node: dressed, size: to.count - before });
  return dressed;
}

const coreTags = new Set(
  ['null', 'bool', 'int', 'float', 'str', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

function fromNode(node: Node, to: Conversion): DocumentNode {
  if (isMap(node)) return fromMap(node as YAMLMap.Parsed, to);
  if (isSeq(node)) return fromList(node as YAMLSeq.Parsed, to);
  if (isScalar(node)) return fromScalar(node, to.source, to.withHash);
  throw new Error('the yaml library made a node of an unknown type');
}

function fromList(node: YAMLSeq.Parsed, to: Conversion): DocumentNode {
  if (node.items.length > limits.items) refuseItems(node, to);
  const items = to.isRefused ? [] : node.items.map((item) => convert(item, to));
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
      if (entry !== undefined && isFirst(entry, seen, node.flow === true, to)) entries.push(entry);
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
    problem('yaml-limit', at(to, item[0], item[1]), `more than ${limits.items} items in one list`),
  );
}

function refuseKeys(node: YAMLMap.Parsed, to: Conversion): void {
  const key = node.items[limits.keys]?.key.range ?? node.range;
  to.isRefused = true;
  to.diagnostics.push(
    problem('yaml-limit', at(to, key[0], key[1]), `more than ${limits.keys} keys in one map`),
  );
}

function fromPair(key: ParsedNode, value: ParsedNode | null, to: Conversion): Entry | undefined {
  const ours = convert(key, to);
  const place = at(to, ours.alias?.start ?? ours.start, ours.alias?.end ?? ours.end);
  const before = to.diagnostics.length;
  const theirs = value === null ? undefined : convert(value, to);
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
  if (text[place.start] === '{' && text[place.start - 1] === '{')
    return problem('yaml-complex-key', place, templateWords.says, { help: templateWords.help });
  return problem('yaml-complex-key', place, 'a key must be a single string', {
    help: 'write the key as `name:`',
  });
}

function isFirst(entry: Entry, seen: Map<string, Entry>, isFlow: boolean, to: Conversion): boolean {
  const name = keyName(entry);
  const first = seen.get(name);
  if (first === undefined) {
    seen.set(name, entry);
    return true;
  }
  const place = at(to, entry.key.start, entry.key.end);
  const related = [{ place: at(to, first.key.start, first.key.end), label: 'first here' }];
  const isOfDocument = startsLine(place) && startsLine(at(to, first.key.start, first.key.end));
  // A line `---` is missing: every key of the second document is a duplicate, so only the first is reported.
  if (isOfDocument && seen.has(secondDocument)) return false;
  if (isOfDocument && name === 'kind') {
    seen.set(secondDocument, entry);
    to.diagnostics.push(
      problem(
        'yaml-duplicate-key',
        place,
        'a second `kind` in one document: the `---` between them is missing',
        {
          label: 'the next document begins here',
          related,
          why: 'Without it YAML reads both as one document that declares its keys twice.',
          help: 'write a line `---` above it',
        },
      ),
    );
    return false;
  }
  to.diagnostics.push(duplicateKey(to.source, first, entry, isFlow));
  return false;
}

/** Cannot be a key of a file. */
const secondDocument = '\0---';

function startsLine({ source, start }: Place): boolean {
  return start === 0 || source.text[start - 1] === '\n';
}

function fromAlias(node: Alias, to: Conversion): DocumentNode {
  const [start, end] = node.range ?? [0, 0];
  const place = at(to, start, end);
  const target = to.anchors.get(node.source);
  if (target === undefined || target === 'open') {
    to.diagnostics.push(
      target === 'open' ? cycle(node.source, place) : undefinedAlias(node.source, place, to),
    );
    return { type: 'scalar', start, end, value: null, style: 'plain' };
  }
  to.count += target.size;
  const isFirstOver = to.aliasNodes <= limits.aliasNodes;
  to.aliasNodes += target.size;
  if (to.aliasNodes <= limits.aliasNodes) return { ...target.node, alias: { start, end } };
  const message = `the aliases of this file stand for more than ${limits.aliasNodes} values`;
  if (isFirstOver)
    to.diagnostics.push(
      problem('yaml-alias-bomb', place, message, { help: 'write the values out, or use presets' }),
    );
  return { type: 'scalar', start, end, value: null, style: 'plain' };
}

function undefinedAlias(name: string, place: Place, to: Conversion): Diagnostic {
  return problem('yaml-undefined-alias', place, `there is no anchor ${quoted(`&${name}`)} above this alias`, {
    ...(to.diagnostics.length < mostSearched ? meantAnchor(name, place, to) : { help: anchorHelp }),
  });
}

/** Each search reads all text above, so in a file with many such mistakes the rest get general help. */
const mostSearched = 20;
const anchorHelp =
  'write its anchor before the value to copy, or put quotes around a string that begins with `*`';

function meantAnchor(name: string, { source, start }: Place, { anchors }: Conversion): AnchorHint {
  // An anchor that is still open is one around the alias.
  const closed = [...anchors].filter(([, anchor]) => anchor !== 'open').map(([anchor]) => anchor);
  const [meant] = suggestions(name, closed);
  if (meant !== undefined) {
    const place = anchorPlace(source, meant, anchors.get(meant));
    const related = place === undefined ? [] : [{ place, label: 'a similar anchor is here' }];
    return { help: `write ${quoted(`*${meant}`)}`, related };
  }
  const help =
    source.text.lastIndexOf(`&${name} `, start) === -1
      ? `write \`&${name}\` before the value to copy, or put quotes around a string that begins with \`*\``
      : 'write the value itself: an anchor is known only in its own document';
  return { help };
}

type AnchorHint = Pick<Diagnostic, 'help'> & { readonly related?: Diagnostic['related'] };

/** Where `&name` is written: before its node, with nothing but a tag or white space between. */
function anchorPlace(
  source: Source,
  name: string,
  anchor: ReturnType<Conversion['anchors']['get']>,
): Place | undefined {
  if (anchor === undefined || anchor === 'open') return undefined;
  const start = source.text.lastIndexOf(`&${name}`, anchor.node.start);
  const end = start + name.length + 1;
  return start !== -1 && /^\s?$/.test(source.text.charAt(end)) ? { source, start, end } : undefined;
}

function cycle(name: string, place: Place): Diagnostic {
  return problem('yaml-alias-bomb', place, `${quoted(`*${name}`)} stands inside the value that it names`);
}

function at({ source }: Conversion, start: number, end: number): Place {
  return { source, start, end };
}

function endOf(node: DocumentNode): number {
  return node.alias?.end ?? node.end;
}
