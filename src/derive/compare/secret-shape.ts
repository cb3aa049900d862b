import type { LedgerSpec } from '../../model/ledger/ledger.ts';
import type { Secret } from '../../model/secret.ts';
import type { Json } from '../../model/value.ts';
import { hashOf } from '../../text/hash.ts';
import { isJsonList, isJsonMap } from '../../text/json/json-access.ts';
import { ledgerSecret } from '../forms/ledger-form.ts';
import { parsePolicy } from '../policy/traffic-policy.ts';
import { policySecrets } from '../secrets/policy-secrets.ts';
import { secretIn } from '../secrets/secret-patterns.ts';
import { hasSecretReference, textAroundSecrets } from '../../model/secret-reference.ts';

/**
 * The hash of a live traffic policy without its secrets: policies that differ elsewhere have different hashes. The
 * applied template tells which strings may be secrets: those at the same path and, since rules move, those with the
 * same key and the same surrounding text; without a template, the settings that hold secrets tell it. Undefined where
 * neither does.
 */
export function secretShape(secret: Secret, applied: Json | undefined): string | undefined {
  if (secret.seen !== undefined) return secret.seen.shape;
  const template = ledgerSecret(applied)?.template;
  const text = secret.reveal();
  return template === undefined ? shapeBySettings(text) : shapeOf(text, template);
}

function shapeBySettings(text: string): string | undefined {
  const secrets = policySecrets(text);
  if (secrets.size === 0) return undefined;
  const live = parsePolicy(text);
  const shownTree = (tree: Json): Json => {
    if (typeof tree === 'string')
      return secrets.has(tree) || secretIn(tree) !== undefined ? ['secret'] : tree;
    if (typeof tree !== 'object' || tree === null) return tree;
    if (Array.isArray(tree)) return (tree as readonly Json[]).map(shownTree);
    return Object.fromEntries(Object.entries<Json>(tree).map(([key, item]) => [key, shownTree(item)]));
  };
  return 'tree' in live ? hashOf(['policy', shownTree(live.tree)]).slice(0, 32) : undefined;
}

export function shapeOf(text: string, template: string): string | undefined {
  const [live, ours] = [parsePolicy(text), parsePolicy(template)];
  if (!('tree' in live) || !('tree' in ours) || !isTree(live.tree) || !isTree(ours.tree)) return undefined;
  const known: LearnedShape = { paths: new Set(), texts: new Map() };
  learn(ours.tree, [], known);
  return hashOf(['policy', covered(live.tree, [], known)]).slice(0, 32);
}

interface LearnedShape {
  readonly paths: Set<string>;
  /** By key, the longest fixed piece of text around each secret. */
  readonly texts: Map<string, string[]>;
}

function learn(tree: Json, path: readonly string[], known: LearnedShape): void {
  if (typeof tree === 'string' && hasSecretReference(tree)) {
    const pieces = textAroundSecrets(tree).toSorted((a, b) => b.length - a.length);
    const name = nameOf(path);
    known.paths.add(pathText(path));
    known.texts.set(name, [...(known.texts.get(name) ?? []), pieces[0] ?? '']);
  }
  if (typeof tree !== 'object' || tree === null) return;
  for (const [key, item] of Object.entries(tree)) learn(item, [...path, key], known);
}

function covered(tree: Json, path: readonly string[], known: LearnedShape): Json {
  if (typeof tree === 'string') return isCovered(tree, path, known) ? ['secret'] : tree;
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree))
    return (tree as readonly Json[]).map((item, index) => covered(item, [...path, String(index)], known));
  return Object.fromEntries(
    Object.entries(tree).map(([key, item]) => [key, covered(item, [...path, key], known)]),
  );
}

/** The minimum length of a piece that identifies a text; shorter ones match too easily. */
const leastPiece = 4;

function isCovered(text: string, path: readonly string[], { paths, texts }: LearnedShape): boolean {
  if (paths.has(pathText(path))) return true;
  return (texts.get(nameOf(path)) ?? []).some((piece) => piece.length < leastPiece || text.includes(piece));
}

/** The nearest key above a text, skipping list indexes. */
function nameOf(path: readonly string[]): string {
  return path.findLast((step) => !/^\d+$/.test(step))?.toLowerCase() ?? '';
}

function pathText(path: readonly string[]): string {
  return JSON.stringify(path);
}

function isTree(tree: Json): boolean {
  return typeof tree === 'object' && tree !== null;
}

/** The applied value at a key without list or map parts, which is always so for a policy. */
export function ledgerValueAt(applied: LedgerSpec | undefined, key: string): Json | undefined {
  return key
    .split('.')
    .slice(1)
    .reduce<Json | undefined>((kept, name) => (isJsonMap(kept) ? kept[name] : undefined), applied);
}

/**
 * Whether two values can be the same when either may have a reference where the other has the secret. Two references
 * are equal if their texts are.
 */
export function isSameButForSecrets(a: Json, b: Json): boolean {
  if (typeof a === 'string' && typeof b === 'string')
    return a === b || canResultFrom(a, b) || canResultFrom(b, a);
  if (isJsonList(a) || isJsonList(b))
    return (
      isJsonList(a) && isJsonList(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at]))
    );
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSame(a[key], b[key]));
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a !== undefined && b !== undefined && isSameButForSecrets(a, b);
}

/** Whether a text can result from a template: all its fixed parts, in order, with any text between. */
export function canResultFrom(template: string, text: string): boolean {
  const [head = '', ...rest] = textAroundSecrets(template);
  const tail = rest.pop();
  if (tail === undefined || hasSecretReference(text)) return false;
  let at = head.length;
  const end = text.length - tail.length;
  if (!text.startsWith(head) || !text.endsWith(tail) || end < at) return false;
  for (const fixed of rest) {
    const found = text.indexOf(fixed, at);
    if (found === -1 || found + fixed.length > end) return false;
    at = found + fixed.length;
  }
  return true;
}
