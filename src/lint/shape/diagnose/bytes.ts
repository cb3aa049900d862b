import { markerBytes } from '../../../derive/forms/marker.ts';
import type { TextField } from '../../../kinds/field.ts';
import type { Diagnosis } from './diagnosis.ts';

/** The rule of each form of text that is limited in bytes. */
const rules: Readonly<Partial<Record<TextField['form'], string>>> = {
  description: 'description-bytes',
  metadata: 'metadata-bytes',
};

/** A text that is too long, with the place from which on it is. `reserved` bytes are taken by the ownership marker. */
export function diagnoseBytes(
  name: string,
  field: TextField,
  value: string,
  reserved = 0,
): Diagnosis | undefined {
  const rule = rules[field.form];
  if (rule === undefined || field.maxBytes === undefined) return undefined;
  const limit = field.maxBytes - reserved;
  // Three bytes a UTF-16 unit at most.
  if (value.length * 3 <= limit) return undefined;
  const bytes = Buffer.byteLength(value);
  if (bytes <= limit) return undefined;
  const characters = Array.from(value).length;
  const of = reserved === 0 ? '' : `, of which the ownership marker takes ${reserved}`;
  return {
    rule,
    message: `${name} is ${bytes} bytes (${characters} characters), limit ${limit} bytes`,
    label: 'from here on it is too long',
    help: `take out ${bytes - limit} bytes; the API counts bytes of UTF-8 and takes ${field.maxBytes}${of}`,
    within: { start: cutPoint(value, limit), end: value.length },
  };
}

/** The limit of a `metadata` that carries our marker. */
export function reservedBytes(field: TextField, hasMarker: boolean): number {
  return hasMarker && field.form === 'metadata' ? markerBytes : 0;
}

/** The offset of the first character that does not fit. */
function cutPoint(value: string, limit: number): number {
  let bytes = 0;
  let offset = 0;
  for (const character of value) {
    bytes += Buffer.byteLength(character);
    if (bytes > limit) return offset;
    offset += character.length;
  }
  return offset;
}
