import { problem } from '../../model/problem.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode } from '../../model/document.ts';
import type { Json } from '../../model/value.ts';
import { rememberLatest } from '../../text/remember-last.ts';
import { limits } from '../../text/file-limits.ts';
import { plainValue } from '../schema/plain-value.ts';
import { readYaml } from '../yaml/read-yaml.ts';

/** The tree of a traffic policy, or why its text cannot be read. */
export type ParsedPolicy = { readonly tree: Json } | UnreadPolicy;

interface UnreadPolicy {
  /** In source order, with their places in the text. */
  readonly mistakes: readonly [Diagnostic, ...Diagnostic[]];
}

/** Of a step, the texts of both sides are asked for by its comparison, its gate and its requests. */
const mostPolicies = 32;

/**
 * Reads a traffic policy: JSON, or YAML as in any file of a workspace, by the same reader with the same limits. What
 * two readers of YAML read in two ways is a mistake, so that the service reads what is read here.
 */
export const parsePolicy = rememberLatest(mostPolicies, (text: string): ParsedPolicy => {
  const tree = jsonTree(text);
  if (tree === undefined) {
    const read = readNode(text);
    return 'mistakes' in read
      ? read
      : withinLimits(text, read.root === undefined ? null : plainValue(read.root));
  }
  const read = hasKeyTwice(text) ? readNode(text) : { root: undefined };
  return 'mistakes' in read ? read : withinLimits(text, tree);
});

/** Undefined if it is not JSON. Most policies are YAML, and each error that is thrown takes as long as reading one. */
function jsonTree(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A tree in which integers beyond double precision are `bigint`. */
export type ExactTree =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly ExactTree[]
  | { readonly [key: string]: ExactTree };

/** Like `parsePolicy` with exact integers: two long integers that round to the same number stay different. */
export function readPolicyExactly(text: string): { readonly tree: ExactTree } | UnreadPolicy {
  const parsed = parsePolicy(text);
  if ('mistakes' in parsed || !/\d{16}/.test(text)) return parsed;
  const read = readNode(text);
  return 'root' in read && read.root !== undefined ? { tree: exactValue(read.root) } : parsed;
}

function exactValue(node: DocumentNode): ExactTree {
  if (node.type === 'scalar') return node.value;
  if (node.type === 'list') return node.items.map(exactValue);
  return Object.fromEntries(node.entries.map(({ key, value }) => [String(key.value), exactValue(value)]));
}

function readNode(text: string): { readonly root: DocumentNode | undefined } | UnreadPolicy {
  const source = { path: '', text };
  const { documents, diagnostics } = readYaml(source);
  const [first, ...others] = diagnostics;
  if (first !== undefined) return { mistakes: [first, ...others] };
  const [document, second] = documents;
  if (second === undefined) return { root: document?.root };
  // A document begins behind its `---`.
  const start = second.range.start - (text.startsWith('---', second.range.start - 3) ? 3 : 0);
  const place = { source, start, end: Math.min(start + 3, text.length) };
  return unread(
    problem('yaml-syntax', place, 'a traffic policy is one document, and a second one begins here'),
  );
}

function unread(mistake: Diagnostic): UnreadPolicy {
  return { mistakes: [mistake] };
}

/**
 * Whether an object of valid JSON has a key twice. Parsers differ in which of the two counts, so a rule that one
 * applies may be invisible to another.
 */
function hasKeyTwice(json: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: mark, 1: colon } of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}]/gs)) {
    if (mark === '[' || mark === '{') open.push(mark === '{' ? new Set() : undefined);
    else if (mark === ']' || mark === '}') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(mark.slice(0, -colon.length)) as string;
      const keys = open.at(-1);
      if (keys?.has(key) === true) return true;
      keys?.add(key);
    }
  }
  return false;
}

/** A mapping in a resource has the limits of its file, so text and JSON have them too. */
function withinLimits(text: string, tree: Json): ParsedPolicy {
  const message = excess(tree, 1);
  if (message === undefined) return { tree };
  const place = { source: { path: '', text }, start: 0, end: Math.min(1, text.length) };
  return unread(problem('yaml-limit', place, message));
}

function excess(tree: Json, depth: number): string | undefined {
  if (typeof tree !== 'object' || tree === null) return undefined;
  if (depth > limits.policyDepth) return `a traffic policy nested more than ${limits.policyDepth} deep`;
  const items: readonly Json[] = Array.isArray(tree) ? (tree as readonly Json[]) : Object.values<Json>(tree);
  if (Array.isArray(tree) && items.length > limits.items)
    return `more than ${limits.items} items in one list`;
  if (!Array.isArray(tree) && items.length > limits.keys) return `more than ${limits.keys} keys in one map`;
  for (const item of items) {
    const found = excess(item, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
