import type { SecretLookup } from '../../model/secret.ts';
import type { Json, Value } from '../../model/value.ts';
import { betweenFixedParts } from '../../text/fixed-parts.ts';
import { parsePolicy } from '../policy/traffic-policy.ts';
import {
  hasSecretReference,
  secretNamesIn,
  SecretReference,
  textAroundSecrets,
} from '../../model/secret-reference.ts';

/** The placeholder for a string that a snapshot does not show, from its hash in the snapshot. */
export function hiddenTextOf(hash: string): string {
  return `(hidden ${hash.slice(0, 8)})`;
}

export const hiddenText = /\(hidden [0-9a-f]{8}\)/;

export function isHiddenText(value: Value | undefined): boolean {
  return typeof value === 'string' && hiddenText.test(value);
}

/**
 * Recognizes how a service returns a secret: whether it shows the value or hides it. Services were observed to return
 * nothing, an empty string, a mask, and a mask with some characters of the value. The text around a reference is not
 * secret: if it differs, the value differs, hidden or not.
 */

const mask = new RegExp(
  [
    String.raw`[*\u2022\u25cf]+|\u2026|\.{3,}|x{3,}`,
    String.raw`<[^>]*>|\[?redacted\]?|[[(](?:redacted|masked|hidden|filtered|secret)[\])]`,
    // With the first or last characters of the value.
    String.raw`[*\u2022\u25cf]{3,}\S{1,8}|\S{1,8}(?:[*\u2022\u25cf]{3,}|\u2026|\.{3,})`,
  ].join('|'),
  'i',
);

const wholeMask = new RegExp(`^(?:${mask.source})?$`, 'iu');

/** Whether a returned secret looks like a mask; an empty string counts as one. */
export function isMaskedText(text: string): boolean {
  return wholeMask.test(text);
}

const markedMask = /^(?:[a-z]+ )?(?:[*\u2022\u25cf]{3,}.{0,8}|[<[(]redacted[>\])])$/iu;

/** Whether a text is a mask or contains one (`Bearer ***`, a policy), so that it cannot be sent back. */
export function holdsMask(text: string): boolean {
  if (isMaskedText(text) || markedMask.test(text)) return true;
  if (!/[*\u2022\u25cf]{3}|redacted/i.test(text)) return false;
  const parsed = parsePolicy(text);
  return 'tree' in parsed && typeof parsed.tree === 'object' && hasMaskedLeaf(parsed.tree);
}

function hasMaskedLeaf(tree: Json): boolean {
  if (typeof tree === 'string') return markedMask.test(tree);
  return typeof tree === 'object' && tree !== null && Object.values(tree).some(hasMaskedLeaf);
}

/** Longer pieces count as values of their own: one secret may be a prefix of its successor. */
const longestPiece = 8;

/** Whether a returned text hides a value: it is a mask, or only its first or last characters. */
export function hidesValue(echo: string, value: string | undefined): boolean {
  if (isMaskedText(echo)) return true;
  if (value === undefined || echo.length > longestPiece || echo.length * 2 > value.length) return false;
  return value.startsWith(echo) || value.endsWith(echo);
}

/** `unknown`: cannot be compared, because a secret does not resolve or the API masks it. */
export type Sameness = 'same' | 'different' | 'unknown';

/**
 * Compares a returned text with a reference: `same` if it shows the whole value, `unknown` if secrets in it are hidden
 * or do not resolve, `different` if the secrets or the text around them differ.
 */
export function maskedVerdict(
  reference: SecretReference,
  echo: string,
  { lookup, isPolicy }: { readonly lookup: SecretLookup; readonly isPolicy: boolean },
): Sameness {
  const resolved = reference.resolve(lookup);
  const value = 'value' in resolved ? resolved.value.reveal() : undefined;
  if (echo === value) return 'same';
  // An empty policy protects nothing, so it differs; in other fields an empty string may hide the value.
  if (isPolicy && echo === '') return 'different';
  if (hidesValue(echo, value ?? reference.template)) return 'unknown';
  return templateVerdict(reference.template, echo, { lookup, isPolicy });
}

/** Whether a returned text can result from a template for any secrets, compared by the text around them. */
export function fitsTemplate(template: string, echo: string, form: 'policy' | 'text'): boolean {
  const isPolicy = form === 'policy';
  if (isPolicy && echo === '') return false;
  if (hidesValue(echo, template)) return true;
  return templateVerdict(template, echo, { lookup: () => undefined, isPolicy }) !== 'different';
}

function templateVerdict(
  template: string,
  echo: string,
  { lookup, isPolicy }: { readonly lookup: SecretLookup; readonly isPolicy: boolean },
): Sameness {
  if (!isPolicy) return textVerdict(template, echo, lookup);
  const [ours, theirs] = [parsePolicy(template), parsePolicy(echo)];
  if (!('tree' in ours) || !('tree' in theirs)) return textVerdict(template, echo, lookup);
  return treeVerdict(ours.tree, theirs.tree, lookup);
}

function treeVerdict(ours: Json | undefined, theirs: Json | undefined, lookup: SecretLookup): Sameness {
  if (typeof ours === 'string') {
    if (ours === theirs) return 'same';
    if (!hasSecretReference(ours)) return 'different';
    if (theirs === undefined || theirs === null) return 'unknown';
    return typeof theirs === 'string' ? textVerdict(ours, theirs, lookup) : 'different';
  }
  if (typeof ours !== 'object' || ours === null) return ours === theirs ? 'same' : 'different';
  if (typeof theirs !== 'object' || theirs === null) return 'different';
  if (Array.isArray(ours) !== Array.isArray(theirs)) return 'different';
  const [left, right] = [ours, theirs] as Readonly<Record<string, Json>>[];
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  return together([...names].map((name) => treeVerdict(left?.[name], right?.[name], lookup)));
}

/** Compares part by part: a mask may replace each secret, with the text around it in clear. */
function textVerdict(template: string, echo: string, lookup: SecretLookup): Sameness {
  const names = secretNamesIn(template);
  const parts = betweenFixedParts(echo, textAroundSecrets(template));
  if (parts === undefined) return 'different';
  const found = names.map((name, index): Sameness => {
    const value = lookup(name)?.reveal();
    const part = parts[index] ?? '';
    if (value !== undefined && value === part) return 'same';
    return value === undefined || hidesValue(part, value) ? 'unknown' : 'different';
  });
  return together(found);
}

/** The sameness of a whole by that of its parts. */
function together(parts: readonly Sameness[]): Sameness {
  if (parts.includes('different')) return 'different';
  return parts.includes('unknown') ? 'unknown' : 'same';
}
