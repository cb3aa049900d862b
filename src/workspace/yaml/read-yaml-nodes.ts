import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { problem } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Entry, MapNode, Place } from '../../model/document.ts';
import { keyName } from './duplicate-keys.ts';
import { duplicateKey } from './duplicate-key-problem.ts';
import { templateWords } from './mistakes/known-mistake.ts';
import { limits } from '../files/limits.ts';
import { fromScalar } from './read-yaml-scalars.ts';
import { type Conversion, placeIn } from './conversion.ts';
import { fromAlias } from './read-yaml-aliases.ts';

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
  const ours = convert(key, to);
  const place = placeIn(to, ours.alias?.start ?? ours.start, ours.alias?.end ?? ours.end);
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
  const place = placeIn(to, entry.key.start, entry.key.end);
  const related = [{ place: placeIn(to, first.key.start, first.key.end), label: 'first here' }];
  const isOfDocument = startsLine(place) && startsLine(placeIn(to, first.key.start, first.key.end));
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

function endOf(node: DocumentNode): number {
  return node.alias?.end ?? node.end;
}
