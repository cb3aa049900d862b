/** Key sets of token issuers: given ones, and those that were fetched from their URL once. */
import type { JsonWebKey } from 'node:crypto';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';

export type PublishedKey = JsonWebKey & { readonly kid?: string; readonly alg?: string };

export interface KeySets {
  readonly isRead: (url: string) => boolean;
  /** Empty for a set that could not be read. */
  readonly of: (url: string) => readonly PublishedKey[];
  readonly give: (url: string, document: unknown) => void;
}

export function openKeySets(): KeySets {
  const sets = new Map<string, readonly PublishedKey[]>();
  return {
    isRead: (url) => sets.has(url),
    of: (url) => sets.get(url) ?? [],
    give: (url, document) => void sets.set(url, keysIn(document)),
  };
}

function keysIn(document: unknown): readonly PublishedKey[] {
  const { keys } = isJsonMap(document) ? document : {};
  return jsonItems(keys).filter(isJsonMap) as readonly PublishedKey[];
}
