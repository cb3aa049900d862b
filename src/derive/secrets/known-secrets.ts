/**
 * The secret values in live objects: secret because of their field or header, or because the files or the ledger have a
 * reference there. The value behind a reference is read from the live object, so it is known even if the secret is not
 * set here: a different object may contain the same value in clear.
 */
import { betweenFixedParts } from '../../text/fixed-parts.ts';
import { fieldAt } from '../forms/fields.ts';
import { ledgerSecret } from '../forms/ledger-form.ts';
import { isCredentialHeader, secretIn } from './secret-patterns.ts';
import { policySecrets } from './policy-secrets.ts';
import { parsePolicy } from '../policy/traffic-policy.ts';
import type { Live } from '../../model/live.ts';
import { Secret } from '../../model/secret.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { hasSecretReference, SecretReference, textAroundSecrets } from '../../model/secret-reference.ts';
import type { ManagedObject } from './managed-objects.ts';

export function knownSecrets({ live, written }: ManagedObject): readonly Secret[] {
  const texts = [...secretsByPlace(live), ...written.flatMap((spec) => behindReferences(live.spec, spec))];
  return texts.map((text) => new Secret(text));
}

function secretsByPlace({ kind, spec }: Live): readonly string[] {
  const found: string[] = [];
  const look = (value: Value, path: Path): void => {
    const field = fieldAt(kind, path);
    if (field?.type === 'string' && field.form === 'traffic-policy') {
      const text = value instanceof Secret ? value.reveal() : value;
      if (typeof text !== 'string') return;
      for (const [leaf, { start, end }] of policySecrets(text)) found.push(leaf.slice(start, end));
    } else if (value instanceof Secret) {
      const text = value.reveal();
      if (field?.type === 'string' && field.secret === true) found.push(text);
      // In a header only the secret part, if it can be recognized: the scheme before it is not secret.
      else if (isCredentialHeader(String(path.at(-1)))) {
        const { start, end } = secretIn(text) ?? { start: 0, end: text.length };
        found.push(text.slice(start, end));
      }
    } else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) look(item as Value, [...path, key]);
  };
  for (const [key, value] of Object.entries(spec)) look(value, [key]);
  return found;
}

/** The live values at places where a reference was written. */
function behindReferences(live: Value | undefined, written: Value | Json | undefined): readonly string[] {
  const template = templateOf(written);
  if (template !== undefined) {
    const text = live instanceof Secret ? live.reveal() : live;
    return typeof text === 'string' ? secretParts(text, template) : [];
  }
  if (typeof live !== 'object' || live === null || typeof written !== 'object' || written === null) return [];
  const byName = new Map(Object.entries(live).map(([key, item]) => [key.toLowerCase(), item as Value]));
  return Object.entries(written).flatMap(([key, item]) =>
    behindReferences(byName.get(key.toLowerCase()), item as Value | Json),
  );
}

/** A secret without a known name counts as a single reference. */
function templateOf(written: Value | Json | undefined): string | undefined {
  if (written instanceof SecretReference) return written.template;
  const kept = written instanceof Secret ? {} : ledgerSecret(written as Json | undefined);
  return kept === undefined ? undefined : (kept.template ?? '$(secret:UNKNOWN)');
}

function secretParts(text: string, template: string): readonly string[] {
  const parts = betweenFixedParts(text, textAroundSecrets(template));
  if (parts !== undefined) return parts;
  const [policy, model] = [parsePolicy(text), parsePolicy(template)];
  if (!('tree' in policy) || !('tree' in model) || typeof model.tree !== 'object') return [text];
  // Reformatted by the service, or changed since: strings that are not in the template may be its secrets, under the
  // keys of its references or, where a key is gone, anywhere.
  const leaves = leavesOf(model.tree);
  const references = leaves.filter(({ text: leaf }) => hasSecretReference(leaf));
  const named = references.map((leaf) => textAroundSecrets(leaf.text));
  // Rules that differ by the names of their secrets alone are one form.
  const open = [...new Map(named.map((fixed) => [JSON.stringify(fixed), fixed])).values()];
  const plain = new Set(leaves.map((leaf) => leaf.text));
  const seen = leavesOf(policy.tree);
  const keys = new Set(references.map(({ key }) => key));
  const isEachSeen = [...keys].every((key) => seen.some((leaf) => leaf.key === key));
  return seen
    .filter((leaf) => !plain.has(leaf.text))
    .flatMap(
      (leaf) => firstBetween(leaf.text, open) ?? (isEachSeen && !keys.has(leaf.key) ? [] : [leaf.text]),
    );
}

function firstBetween(text: string, open: readonly (readonly string[])[]): readonly string[] | undefined {
  for (const fixed of open) {
    const found = betweenFixedParts(text, fixed);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The strings of a tree, each with the last key above it. */
function leavesOf(tree: Json, key = ''): readonly { readonly text: string; readonly key: string }[] {
  if (typeof tree === 'string') return [{ text: tree, key }];
  if (typeof tree !== 'object' || tree === null) return [];
  return Array.isArray(tree)
    ? (tree as readonly Json[]).flatMap((item) => leavesOf(item, key))
    : Object.entries<Json>(tree).flatMap(([name, item]) => leavesOf(item, name));
}
