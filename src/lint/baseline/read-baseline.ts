import { suggestionOr } from '../../text/suggest.ts';
import type { DocumentNode, ListNode, MapNode, YamlDocument } from '../../model/document.ts';
import { entryWithKey, entryOf } from '../../derive/yaml/document-tree.ts';
import { baselineKeyText, type BaselineKey } from './baseline-key.ts';
import type { HygieneFinding } from '../engine/hygiene.ts';
import { quoted } from '../../text/quoted.ts';
import { notAField } from '../../text/words/mistake-words.ts';
import { placeOf, trimmedRange } from '../../derive/yaml/node-place.ts';

/** One entry of the file's `findings`. */
export interface BaselineEntry extends BaselineKey {
  readonly count: number;
  readonly node: DocumentNode;
  /** The node of `count`, if the entry has one. */
  readonly countNode: DocumentNode | undefined;
}

export interface Baseline {
  readonly document: YamlDocument;
  /** Undefined if the file is not a baseline at all. */
  readonly list: ListNode | undefined;
  readonly entries: readonly BaselineEntry[];
  readonly problems: readonly Omit<HygieneFinding, 'rule'>[];
}

const entryKeys = ['rule', 'address', 'file', 'pointer', 'count'];
const shape = '`{ "version": 1, "findings": [...] }`, as `edgewright baseline create` writes it';

/** Reads a baseline file. An invalid entry is reported as a problem at its place; the other entries still count. */
export function readBaseline(document: YamlDocument): Baseline {
  const problems: Omit<HygieneFinding, 'rule'>[] = [];
  const report: Report = (node, message, help) => {
    const place = placeOf(document.source, trimmedRange(node, document.source));
    problems.push({ place, message, help });
  };
  const { root, isBroken, range } = document;
  const nothing = { document, list: undefined, entries: [], problems };
  // The YAML reader has reported the syntax error.
  if (isBroken === true) return nothing;
  if (root?.type !== 'map') {
    const place = placeOf(document.source, root ?? { start: range.start, end: range.start });
    return { ...nothing, problems: [{ place, message: 'this is not a baseline', help: shape }] };
  }
  for (const { key } of root.entries) {
    const name = String(key.value);
    if (name !== 'version' && name !== 'findings')
      report(
        key,
        notAField(name, 'a baseline'),
        suggestionOr(name, missingFrom(root, ['version', 'findings']), undefined),
      );
  }
  const version = entryWithKey(root.entries, 'version');
  if (version === undefined) report(firstKey(root), 'the baseline has no `version`', shape);
  else if (version.value.type !== 'scalar' || version.value.value !== 1)
    report(version.value, 'unknown version of the baseline format', 'write `version: 1`');
  const list = entryWithKey(root.entries, 'findings')?.value;
  if (list?.type !== 'list') {
    report(list ?? firstKey(root), '`findings` of a baseline must be a list', shape);
    return nothing;
  }
  return { document, list, entries: readEntries(list, report), problems };
}

type Report = (node: DocumentNode, message: string, help?: string) => void;

function firstKey(root: DocumentNode): DocumentNode {
  return root.type === 'map' ? (root.entries[0]?.key ?? root) : root;
}

function readEntries({ items }: ListNode, report: Report): readonly BaselineEntry[] {
  const known = new Set<string>();
  return items.flatMap((node) => {
    const entry = readEntry(node, report);
    if (entry === undefined) return [];
    const text = baselineKeyText(entry);
    if (known.has(text)) {
      report(node, 'this finding is listed twice', 'one entry with a `count` holds several');
      return [];
    }
    known.add(text);
    return [entry];
  });
}

function readEntry(node: DocumentNode, report: Report): BaselineEntry | undefined {
  if (node.type !== 'map') {
    report(node, 'an entry of a baseline must be a map of `rule`, `address` or `file`, and `pointer`');
    return undefined;
  }
  const wrong: Parameters<Report>[] = [];
  const refuse: Report = (...found) => wrong.push(found);
  const texts = new Map<string, string>();
  let count = 1;
  for (const { key, value } of node.entries) {
    const name = String(key.value);
    if (!entryKeys.includes(name))
      refuse(
        key,
        notAField(name, 'an entry of a baseline'),
        suggestionOr(name, missingFrom(node, entryKeys), undefined),
      );
    else if (name === 'count') count = countOf(value, refuse);
    else if (value.type === 'scalar' && typeof value.value === 'string') texts.set(name, value.value);
    else refuse(value, `\`${name}\` of an entry must be a string`);
  }
  const [rule, address, file, pointer] = ['rule', 'address', 'file', 'pointer'].map((name) =>
    texts.get(name),
  );
  const missing = rule === undefined ? 'rule' : pointer === undefined ? 'pointer' : undefined;
  if (wrong.length === 0 && missing !== undefined) refuse(node, `the entry has no \`${missing}\``);
  const of = ofEither(address, file);
  if (wrong.length === 0 && of === undefined) refuse(node, 'an entry names either an `address` or a `file`');
  if (wrong.length === 0 && pointer !== '' && pointer?.startsWith('/') === false)
    refuse(node, `the pointer ${quoted(pointer)} does not begin with \`/\``);
  for (const found of wrong) report(...found);
  if (wrong.length > 0 || rule === undefined || of === undefined || pointer === undefined) return undefined;
  const countNode = entryOf(node, 'count')?.value;
  return { rule, of, pointer, count, node, countNode };
}

function ofEither(address: string | undefined, file: string | undefined): BaselineKey['of'] | undefined {
  if (address === undefined) return file === undefined ? undefined : { file };
  return file === undefined ? { address } : undefined;
}

function countOf(node: DocumentNode, refuse: Report): number {
  const value = node.type === 'scalar' ? node.value : undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  refuse(node, '`count` must be a whole number from 1 on');
  return 1;
}

/** A key that is there already is not what another one was meant to be. */
function missingFrom({ entries }: MapNode, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => entryWithKey(entries, key) === undefined);
}
