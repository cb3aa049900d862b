/**
 * Key sets of token issuers: given ones, and those that were fetched from their URL. One is fetched once; one that
 * could not be read leaves its tokens undecided, and is tried again a while later.
 */
import type { JsonWebKey } from 'node:crypto';
import { isJsonMap, jsonItems } from '../../text/json/json-access.ts';

export type PublishedKey = JsonWebKey & { readonly kid?: string; readonly alg?: string };

export interface KeySets {
  readonly isRead: (url: string) => boolean;
  /** Whether it is to be fetched now. */
  readonly isWanted: (url: string) => boolean;
  readonly of: (url: string) => readonly PublishedKey[];
  /** The document of a set; undefined: it could not be read. */
  readonly give: (url: string, document: unknown) => void;
}

const waitMs = 10_000;

export function openKeySets(elapsed: () => number): KeySets {
  const sets = new Map<string, readonly PublishedKey[]>();
  const failed = new Map<string, number>();
  return {
    isRead: (url) => sets.has(url),
    of: (url) => sets.get(url) ?? [],
    isWanted: (url) => !sets.has(url) && elapsed() >= (failed.get(url) ?? -Infinity) + waitMs,
    give: (url, document) => {
      if (document === undefined) failed.set(url, elapsed());
      else sets.set(url, keysIn(document));
    },
  };
}

function keysIn(document: unknown): readonly PublishedKey[] {
  const { keys } = isJsonMap(document) ? document : {};
  return jsonItems(keys).filter(isJsonMap) as readonly PublishedKey[];
}
