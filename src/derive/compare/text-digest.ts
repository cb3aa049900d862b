import { sha256Of } from '../../text/hash.ts';
import { createHmac } from 'node:crypto';
import { canonicalString } from './canonical.ts';
import type { TextPlace } from '../forms/walk-texts.ts';

/**
 * The salt for text digests of one ledger, 128 bits in hex. It is the same in every plan and snapshot, so that a change
 * id can cover a live string that a snapshot does not show.
 */
export function saltOf(lineage: string): string {
  return sha256Of(`edgewright texts\n${lineage}`).slice(0, 32);
}

/** The hash of a string at its place; equal for equivalent strings. */
export function hashOfText(
  salt: string,
  { key, form }: Pick<TextPlace, 'key' | 'form'>,
  text: string,
): string {
  return createHmac('sha256', Buffer.from(salt, 'hex'))
    .update(`${key}\n${canonicalString(form, text)}`)
    .digest('hex')
    .slice(0, 32);
}
