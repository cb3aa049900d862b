import type { KnownSecrets } from '../../model/io.ts';
import { withoutLogCommands } from './inert.ts';

const acting =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** JSON may contain any character; those that act on a terminal are written as escapes with the same meaning. */
export function jsonText(value: unknown): string {
  return harmless(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** JSON on one line, with the same escapes. */
export function jsonLine(value: unknown): string {
  return harmless(`${JSON.stringify(value)}\n`);
}

function harmless(json: string): string {
  return withoutLogCommands(
    json.replace(acting, (character) => character.split('').map(unit).join('')),
    unit('['),
  );
}

function unit(half: string): string {
  return `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

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
