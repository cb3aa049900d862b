import type { KnownSecrets } from '../../model/io.ts';

/** A document as plain JSON: without undefined properties, and without known secrets in its strings. */
export function cleanDocument(document: unknown, { clean }: KnownSecrets): unknown {
  const cleaned = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value);
    if (Array.isArray(value)) return value.map(cleaned);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[clean(key), cleaned(one)]])),
    );
  };
  return cleaned(document);
}
