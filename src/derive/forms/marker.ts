/**
 * The ownership marker, by which an object that we created is found when the response to its create was lost. It is in
 * `metadata`, the field for machine data that every kind has. A JSON object gets one key before its last brace, other
 * text a last line; the user's own bytes stay unchanged.
 */
import { parsedJson } from '../../text/json/json-access.ts';
import type { Env } from '../../model/io.ts';
import type { Marker } from '../../model/live.ts';

/** The bytes reserved for a marker, out of 4096 for metadata. */
export const markerBytes = 120;

const key = '$edgewright';
const body = String.raw`([0-9a-f]{16})\.([0-9a-f]{12})\.([0-9a-f]{32})`;
const lastLine = new RegExp(String.raw`(?:^|\n)edgewright:${body}$`);
const lastKey = new RegExp(String.raw`,?"\$edgewright":"${body}"(?=\}\s*$)`);

/** A nonce of 32 hexadecimal digits: in a marker, it identifies a created object from its first request on. */
export function drawNonce({ random }: Pick<Env, 'random'>): string {
  return Buffer.from(random(16)).toString('hex');
}

export function withMarker(metadata: string | undefined, marker: Marker): string {
  const text = `${marker.owner}.${marker.address}.${marker.op}`;
  const old = metadata ?? '';
  switch (markerPlace(metadata)) {
    case 'alone':
      return `edgewright:${text}`;
    case 'last-line':
      return `${old}\nedgewright:${text}`;
    case 'last-key': {
      const brace = old.lastIndexOf('}');
      const comma = old.slice(0, brace).trimEnd().endsWith('{') ? '' : ',';
      return `${old.slice(0, brace)}${comma}"${key}":"${text}"${old.slice(brace)}`;
    }
  }
}

/** Where a marker is inserted into this metadata. */
export function markerPlace(metadata: string | undefined): 'alone' | 'last-line' | 'last-key' {
  if (metadata === undefined || metadata === '') return 'alone';
  return isJsonObject(metadata) ? 'last-key' : 'last-line';
}

/** The user's own text, and the marker if there is one. */
export function splitMarker(metadata: string): { readonly text: string; readonly marker?: Marker } {
  const found = lastKey.exec(metadata) ?? lastLine.exec(metadata);
  const [whole, owner, address, op] = found ?? [];
  if (
    found === null ||
    whole === undefined ||
    owner === undefined ||
    address === undefined ||
    op === undefined
  ) {
    return { text: metadata };
  }
  const text = metadata.slice(0, found.index) + metadata.slice(found.index + whole.length);
  return { text, marker: { owner, address, op } };
}

function isJsonObject(text: string): boolean {
  return text.trimStart().startsWith('{') && parsedJson(text) !== undefined;
}
