/**
 * What a reader should know and that is not a step. `ref` is the base as the user named it, `more` counts what a list
 * leaves out, times are RFC 3339, `live` and `sent` are JSON text, masked.
 */
import type { Json } from '../value.ts';
import { readShaped, type ShapedFact } from './shaped.ts';

const approval = { allow: 'text', change: 'text', place: 'text' } as const;

export const noteFacts = {
  /** Of an object in the ledger that no resource names: how it got there, and by which name it is taken back. */
  orphaned: { how: ['retired', 'forgotten'], since: 'text', id: 'text', name: 'text' },
  /** Of this environment by its marker, and not in the ledger. */
  stray: { id: 'text' },
  'module-undeclared': { module: 'text' },
  'undeclared-change': { path: 'text', since: 'text' },
  /** The step deletes what was changed. */
  'change-lost': { fields: 'texts', since: 'text' },
  'declared-since': { fields: 'texts', since: 'text' },
  settling: { id: 'text' },
  /** Absent: nothing. */
  /** `live`: as JSON, absent where it may be a secret. */
  'added-by-service': { path: 'text', live: 'text?' },
  /** All that it is about is in `values` of the note. */
  'not-compared': { environment: 'text' },
  // Approvals that fit no change.
  'approval-used': approval,
  'approval-partial': { ...approval, now: 'text' },
  'approval-outdated': { ...approval, now: 'text' },
  'approval-other-kind': { ...approval, asked: 'text' },
  'approval-unneeded': approval,
  /** `--only`. */
  filtered: { count: 'number', addresses: 'texts', more: 'number' },
  /** The same for what of a saved plan still holds. */
  'not-applied': { count: 'number', addresses: 'texts', more: 'number' },
  /** The API lists no routes. */
  'routes-unlisted': {},
  // Gates, compared with the base.
  'limit-raised': {
    limit: ['max_deletes', 'max_changed_percent'],
    here: 'number',
    there: 'number',
    ref: 'text',
  },
  'no-longer-protected': { pattern: 'text', ref: 'text' },
  'drift-reverts': { ref: 'text' },
  'approval-new': { allow: 'text', change: 'text', reason: 'text' },
  /** What lint says of it. */
  'lint-loosened': { finding: 'text', ref: 'text' },
  // The base itself.
  'base-new': { ref: 'text' },
  'base-lacks-environment': { environment: 'text', ref: 'text' },
  /** What the reader says of it. */
  'base-unreadable': { problem: 'text', ref: 'text' },
  /** The first error, and where it is. */
  'base-invalid': { finding: 'text', place: 'text', ref: 'text' },
  'base-ahead': { commits: 'number', ref: 'text' },
  // What was pending or drifted on the base.
  'step-taken-back': { action: 'text', ref: 'text' },
  'fields-taken-back': { paths: 'texts', more: 'number', ref: 'text' },
  'drift-declared': { paths: 'texts', more: 'number' },
  /** When it was taken, and when it was read. */
  'read-snapshot': { signature: ['signed', 'unsigned'], taken: 'text', read: 'text' },
  'values-hidden': {},
} as const;

export type NoteFact = ShapedFact<typeof noteFacts>;

/** Why nothing can be compared with a base. */
export type BrokenBase = Extract<NoteFact, { readonly code: 'base-unreadable' | 'base-invalid' }>;

/** The fact that a document states by code and data; undefined where it is not one of these. */
export function readNote(stated: Json): NoteFact | undefined {
  return readShaped(noteFacts, stated);
}
