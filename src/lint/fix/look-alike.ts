import type { Fix } from '../../model/diagnostic.ts';
import type { Place } from '../../model/document.ts';

/**
 * The fix of a wrong value whose mistake is a character that looks like one of YAML and is text to it: a value in
 * typographic quotation marks, or an entry with a full-width colon. Undefined for any other value.
 */
export function lookAlikeIn(place: Place): Fix | undefined {
  const text = place.source.text.slice(place.start, place.end);
  const [, inside] = /^[\u2018\u201a\u201c-\u201e](.*)[\u2018\u2019\u201c\u201d]$/su.exec(text) ?? [];
  if (inside !== undefined && !/["\\\n]/.test(inside))
    return replaced(place, `"${inside}"`, 'YAML reads typographic quotation marks as text');
  const [, key, value] = /^([\w-]+)\uff1a\s*(.*)$/u.exec(text) ?? [];
  return key === undefined
    ? undefined
    : replaced(place, `${key}: ${value}`, 'YAML reads a full-width colon as text');
}

function replaced(place: Place, text: string, why: string): Fix {
  return { safety: 'unsafe', title: `write \`${text}\`: ${why}`, edits: [{ ...place, text }] };
}
