import { lineEnd, lineStart } from '../../../edit/lines.ts';
import { entryRange, nodeRange, placeOf } from '../../../derive/yaml/node-place.ts';
import { settingDocuments } from '../../domain/specs/documents-in-memory.ts';
import type { IgnoreVerdict } from './ignorable.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type {
  Comment,
  DocumentNode,
  Entry,
  Place,
  Range,
  Source,
  YamlDocument,
} from '../../../model/document.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import { addTo, groupBy } from '../../../text/lists/group-by.ts';
import { coveringOf, type RangeCover } from '../../../text/ranges.ts';
import { lastNotAfter } from '../../../text/lists/last-not-after.ts';

const marker = 'edgewright-ignore';
const syntax = /^\s*edgewright-ignore(?![\w-])([^:]*)(?::(.*))?$/s;

/** Placeholders that do not count as a reason: `<reason>`, `...`, `todo`. */
const placeholder = /^(?:<.*>|\.+|-+|todo|tbd|fixme|reason|x+)$/i;

/** By file, because a comment applies only to its own file. */
export type Suppressions = ReadonlyMap<string, readonly Suppression[]>;

export interface SplitFindings {
  readonly shown: readonly Diagnostic[];
  readonly hidden: readonly Diagnostic[];
}

/**
 * The findings that no comment hides, and the others. Every comment that names a finding counts it, so neither of two
 * comments is reported as unused. Matched per rule by binary search: a file may have thousands of findings and
 * comments.
 */
export function hideSuppressed(
  found: readonly Diagnostic[],
  suppressions: Suppressions,
  outcomeOf: IgnoreVerdict,
): SplitFindings {
  const scopes = new Map(
    [...suppressions].map(([path, fileSuppressions]) => [path, scopesByRule(fileSuppressions)]),
  );
  const shown: Diagnostic[] = [];
  const hidden: Diagnostic[] = [];
  const starts = { hidden: new Map<string, number[]>(), refused: new Map<string, number[]>() };
  for (const diagnostic of found) {
    const { rule, place } = diagnostic;
    const scope = scopes.get(place.source.path)?.get(rule);
    const outcome = scope?.meets(firstOf(place)) === true ? outcomeOf(diagnostic) : 'never';
    (outcome === 'hidden' ? hidden : shown).push(diagnostic);
    if (outcome !== 'never') addTo(starts[outcome], `${place.source.path}\0${rule}`, place.start);
  }
  count(suppressions, starts.hidden, 'hidden');
  count(suppressions, starts.refused, 'refused');
  return { shown, hidden };
}

/** A scope hides the findings that begin in it. */
function firstOf({ start }: Range): Range {
  return { start, end: start + 1 };
}

function scopesByRule(suppressions: readonly Suppression[]): ReadonlyMap<string, RangeCover> {
  const ranges = new Map<string, Range[]>();
  for (const { reason, words, scope } of suppressions) {
    if (reason !== undefined) for (const { id } of words) addTo(ranges, id, scope);
  }
  return new Map([...ranges].map(([rule, ruleRanges]) => [rule, coveringOf(ruleRanges)]));
}

/** If a comment names a rule twice, only the first word counts the findings. */
function count(
  suppressions: Suppressions,
  starts: ReadonlyMap<string, number[]>,
  outcome: 'hidden' | 'refused',
): void {
  if (starts.size === 0) return;
  for (const offsets of starts.values()) offsets.sort((a, b) => a - b);
  for (const [path, fileSuppressions] of suppressions) {
    for (const { reason, words, scope } of fileSuppressions) {
      if (reason === undefined) continue;
      const named = new Set<string>();
      for (const word of words) {
        if (!named.has(word.id)) word[outcome] += countIn(starts.get(`${path}\0${word.id}`) ?? [], scope);
        named.add(word.id);
      }
    }
  }
}

function countIn(starts: readonly number[], { start, end }: Range): number {
  const upTo = (offset: number): number => lastNotAfter(starts, offset, (offsetOfStart) => offsetOfStart);
  return end <= start ? 0 : upTo(end - 1) - upTo(start - 1);
}

/** `included`: documents of traffic policies, which are not among those of the workspace. */
export function findSuppressions(workspace: Workspace, included: readonly YamlDocument[]): Suppressions {
  const all = [...settingDocuments(workspace), ...workspace.yaml, ...included];
  return groupBy(all.flatMap(suppressionsOf), ({ document }) => document.source.path);
}

/** A comment `# edgewright-ignore rule-id[, rule-id]: reason`. */
export interface Suppression {
  readonly document: YamlDocument;
  readonly comment: Comment;
  readonly words: readonly Word[];
  readonly reason: string | undefined;
  /** The findings whose place begins in this range are hidden. */
  readonly scope: Range;
}

/** A rule id in the comment, with its place. */
export interface Word extends Range {
  readonly id: string;
  /** Number of findings it hides. */
  hidden: number;
  /** Number of findings it names but may not hide, because they keep the document from being read. */
  refused: number;
}

/** The suppressions of a document, in the order of the text. */
function suppressionsOf(document: YamlDocument): readonly Suppression[] {
  if (!document.comments.some(({ text }) => text.includes(marker))) return [];
  const behind = contentBehind(document);
  return document.comments.flatMap((comment, index) => {
    const match = syntax.exec(comment.text);
    if (match === null) return [];
    const reason = match[2]?.trim() ?? '';
    const isReason = reason !== '' && !placeholder.test(reason);
    const words = wordsOf(comment, match[1] ?? '');
    const scope = scopeOf(document, comment, behind[index] ?? comment.end);
    return [{ document, comment, words, reason: isReason ? reason : undefined, scope }];
  });
}

function wordsOf(comment: Comment, list: string): Word[] {
  const offset = comment.start + 1 + comment.text.indexOf(list, comment.text.indexOf(marker) + marker.length);
  return [...list.matchAll(/[^\s,]+/g)].map((match) => ({
    id: match[0],
    start: offset + match.index,
    end: offset + match.index + match[0].length,
    hidden: 0,
    refused: 0,
  }));
}

export function placeOfComment({ document, comment }: Suppression): Place {
  return placeOf(document.source, comment);
}

/**
 * The range that a comment applies to: at the end of a line that line, above a node that node, above the first key the
 * whole document. The alternative, a pair of comments that switch off and on, was rejected: the second one is easily
 * forgotten. `next` is the offset of the first character after the comment that is neither white space nor in a
 * comment.
 */
function scopeOf(document: YamlDocument, comment: Comment, next: number): Range {
  const { text } = document.source;
  if (!comment.ownLine)
    return { start: lineStart(text, comment.start), end: lineEnd(text, comment.start) + 1 };
  const { root } = document;
  if (root === undefined) return document.range;
  if (next <= firstOffset(root)) return document.range;
  return (
    nodeOnLine(root, document, { start: next, end: lineEnd(text, next) }) ?? {
      start: comment.start,
      end: comment.end,
    }
  );
}

function firstOffset(root: DocumentNode): number {
  return root.type === 'map' && root.entries[0] !== undefined
    ? root.entries[0].key.start
    : nodeRange(root).start;
}

/** For each comment of a document, the offset of the next character that is neither white space nor in a comment. */
function contentBehind({ source, comments }: YamlDocument): readonly number[] {
  const behind: number[] = new Array<number>(comments.length);
  const content = /\S|$/g;
  // Backwards, so that a comment directly before another one takes over its result.
  for (let index = comments.length - 1; index >= 0; index--) {
    content.lastIndex = comments[index]?.end ?? 0;
    const at = content.exec(source.text)?.index ?? source.text.length;
    const next = comments[index + 1];
    behind[index] = next?.start === at ? (behind[index + 1] ?? at) : at;
  }
  return behind;
}

/** The range of the outermost map entry or list item that begins on a line. */
function nodeOnLine(node: DocumentNode, { source }: YamlDocument, line: Range): Range | undefined {
  let inner: DocumentNode | undefined = node;
  while (inner !== undefined && inner.type !== 'scalar' && inner.alias === undefined) {
    const parts: readonly Part[] = inner.type === 'map' ? inner.entries : inner.items;
    const before = lastNotAfter(parts, line.start - 1, startOf);
    const around = parts[before];
    const isAround = around !== undefined && line.start < endOf(around, source);
    const first = parts[before + 1];
    if (!isAround && first !== undefined && startOf(first) <= line.end)
      return { start: startOf(first), end: Math.max(endOf(first, source), startOf(first) + 1) };
    inner = isAround ? ('key' in around ? around.value : around) : undefined;
  }
  return undefined;
}

type Part = Entry | DocumentNode;

function startOf(part: Part): number {
  return 'key' in part ? part.key.start : nodeRange(part).start;
}

function endOf(part: Part, source: Source): number {
  return 'key' in part ? entryRange(part, source).end : nodeRange(part).end;
}
