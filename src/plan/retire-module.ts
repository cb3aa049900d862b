import type { ModuleField } from '../kinds/field.ts';
import { isMaskedText } from '../derive/canonical.ts';
import { hideLike, keptSecret } from '../derive/kept.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import { Secret, SecretReference, type SecretPart } from '../model/secret.ts';
import type { Json, Path, Value } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';
import { at } from './change.ts';
import type { Planning } from './input.ts';

interface Retiring {
  readonly address: Address;
  readonly name: string;
  readonly field: ModuleField;
  readonly live: Live;
  readonly entry: LedgerEntry;
}

/**
 * A module with its full last configuration and `enabled: false`: a bare `{enabled: false}` would wipe it (API 4.10
 * rule 2). Secrets come from the references that the ledger kept, or from the API's clear echo; a masked value is never
 * sent. A `removed` document with `then: disable-bare` sends the bare one all the same.
 */
export function retiredModule(
  planning: Planning,
  { address, name, live, entry }: Retiring,
): { readonly body: Value } | { readonly problem: string } {
  const isBare = planning.removed.some(
    (document) => document.address === address && document.then === 'disable-bare',
  );
  if (isBare) return { body: { enabled: false } };
  const module = hideLike(live.spec, entry.applied)[name];
  const lost: string[] = [];
  const fill = (value: Value, path: Path): Value => {
    if (value instanceof Secret) {
      const filled = secretFor(planning, value, at(entry.applied, path) as Json | undefined, name);
      if (filled === undefined) lost.push(path.join('.'));
      return filled ?? value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item, index) => fill(item as Value, [...path, index]));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fill(item as Value, [...path, key])]),
    );
  };
  const body = fill({ ...(module as Readonly<Record<string, Value>>), enabled: false }, [name]);
  if (lost.length === 0) return { body };
  return {
    problem: `disabling \`${name}\` must send \`${lost.join('`, `')}\`, which neither resolves nor reads back`,
  };
}

function secretFor(
  planning: Planning,
  live: Secret,
  kept: Json | undefined,
  name: string,
): Value | undefined {
  const template = keptSecret(kept)?.template;
  const reference = template === undefined ? undefined : parseTemplate(template, name === 'traffic_policy');
  if (reference !== undefined && 'value' in reference.resolve(planning.secrets)) return reference;
  return isMaskedText(live.reveal()) ? undefined : live;
}

/** The reference that a kept template was made from. Inside a traffic policy the values stand in JSON strings. */
export function parseTemplate(template: string, isPolicy: boolean): SecretReference {
  const parts: SecretPart[] = [];
  let from = 0;
  for (const match of template.matchAll(/\$\(secret:([A-Z][A-Z0-9_]*)\)/g)) {
    if (match.index > from) parts.push(template.slice(from, match.index));
    const secret = match[1] ?? '';
    parts.push(isPolicy ? { secret, as: 'json' } : { secret });
    from = match.index + match[0].length;
  }
  if (from < template.length) parts.push(template.slice(from));
  return new SecretReference(parts);
}
