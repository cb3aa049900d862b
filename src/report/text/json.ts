import type { KnownSecrets } from '../../model/io.ts';
import { acting, unicodeEscape, withoutLogCommands } from './inert.ts';

/** JSON may contain any character; those that act on a terminal are written as escapes with the same meaning. */
export function jsonText(value: unknown): string {
  return escaped(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** JSON on one line, with the same escapes. */
export function jsonLine(value: unknown): string {
  return escaped(`${JSON.stringify(value)}\n`);
}

function escaped(json: string): string {
  return withoutLogCommands(json.replace(acting, unicodeEscape), unicodeEscape('['));
}

/** A document as plain JSON: without undefined properties, and without known secrets in its strings. */
export function cleanDocument(document: unknown, { clean }: KnownSecrets): unknown {
  const cleaned = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value);
    if (Array.isArray(value)) return value.map(cleaned);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) =>
        item === undefined ? [] : [[clean(key), cleaned(item)]],
      ),
    );
  };
  return cleaned(document);
}
