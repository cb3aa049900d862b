import { markerBytes } from '../../../derive/forms/marker.ts';
import type { TextField } from '../../../kinds/field.ts';
import type { Settings } from '../../../model/workspace/settings.ts';
import type { Diagnosis } from './diagnosis.ts';

/** The rule for each string form with a byte limit. */
const rules: Readonly<Partial<Record<TextField['form'], string>>> = {
  description: 'description-bytes',
  metadata: 'metadata-bytes',
};

/**
 * Reports a string that exceeds its byte limit, from the first character that does not fit. `reserved` bytes are taken
 * by the ownership marker.
 */
export function diagnoseBytes(
  { name, value }: { readonly name: string; readonly value: string },
  field: TextField,
  reserved = 0,
): Diagnosis | undefined {
  const rule = rules[field.form];
  if (rule === undefined || field.maxBytes === undefined) return undefined;
  const limit = field.maxBytes - reserved;
  // A UTF-16 unit takes at most three bytes of UTF-8.
  if (value.length * 3 <= limit) return undefined;
  const bytes = Buffer.byteLength(value);
  if (bytes <= limit) return undefined;
  const characters = Array.from(value).length;
  const of = reserved === 0 ? '' : `, of which the ownership marker takes ${reserved}`;
  return {
    rule,
    message: `${name} is ${bytes} bytes (${characters} characters), limit ${limit} bytes`,
    label: 'from here on it is too long',
    help: `take out ${bytes - limit === 1 ? '1 byte' : `${bytes - limit} bytes`}; the API counts bytes of UTF-8 and takes ${field.maxBytes}${of}`,
    within: { start: cutPoint(value, limit), end: value.length },
  };
}

/** Whether the objects of a workspace have the ownership marker. */
export type MarkerSetting = Pick<Settings, 'marker'>;

/** Bytes of a field that the ownership marker takes: `metadata` only. */
export function reservedBytes(field: TextField, { marker }: MarkerSetting): number {
  return marker && field.form === 'metadata' ? markerBytes : 0;
}

/** Offset of the first character that exceeds the limit. */
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
