/**
 * Notes of a plan that are not steps. `ref` is the base as the user named it, `more` counts the items left out of a
 * list, times are RFC 3339, `live` is JSON text, masked.
 */
import type { Json } from '../value.ts';
import { readShaped, type ShapedFact } from './shaped-fact.ts';

const approval = { allow: 'text', change: 'text', place: 'text' } as const;

export const noteFacts = {
  /**
   * An orphan in the ledger: `how` it became one, and the `name` for `formerly:` that would manage it again. Where
   * another environment manages it, its name is `owner`, and `other` the address there.
   */
  orphaned: {
    how: ['retired', 'forgotten'],
    since: 'text',
    id: 'text',
    name: 'text',
    owner: 'text?',
    other: 'text?',
  },
  /** An object with this environment's marker that is not in the ledger. */
  stray: { id: 'text' },
  'module-undeclared': { module: 'text' },
  'undeclared-change': { path: 'text', since: 'text' },
  /** The step deletes the changed fields. */
  'change-lost': { fields: 'texts', since: 'text' },
  'declared-since': { fields: 'texts', since: 'text' },
  /** The same, and live is less protected than Edgewright last wrote it. */
  'declared-weaker': { fields: 'texts', since: 'text' },
  settling: { id: 'text' },
  /** `live`: as JSON, absent if it may be a secret. */
  'added-by-service': { path: 'text', live: 'text?' },
  /** The details are in `values` of the note. */
  'not-compared': { environment: 'text' },
  // Approvals that match no change.
  'approval-used': approval,
  'approval-partial': { ...approval, now: 'text' },
  'approval-outdated': { ...approval, now: 'text' },
  'approval-other-kind': { ...approval, asked: 'text' },
  'approval-unneeded': approval,
  'approval-elsewhere': { ...approval, environment: 'text' },
  /** Changes that `--only` leaves out. */
  filtered: { count: 'number', addresses: 'texts', more: 'number' },
  /** Changes that are left out because the saved plan has no valid step for them. */
  'not-applied': { count: 'number', addresses: 'texts', more: 'number' },
  /** The API cannot list routes. */
  'routes-unlisted': {},
  /** Objects on the account that no ledger and no marker claims. The command lists them. */
  unmanaged: { count: 'number', command: 'text' },
  /** Tests that were sent to what is deployed. */
  'sent-tests': { ok: 'number', failed: 'number', skipped: 'number' },
  /** `finding` is the message of the test, or where the files and the service disagree. */
  'sent-test-failed': { name: 'text', finding: 'text' },
  /** The policy of `other` in another environment forwards to this URL. */
  'forwarded-elsewhere': { url: 'text', environment: 'text', other: 'text' },
  /** The policy forwards to a URL of `other` in another environment, which is live, or only declared there. */
  'forwards-elsewhere': { url: 'text', environment: 'text', other: 'text' },
  'forwards-to-missing': { url: 'text', environment: 'text', other: 'text' },
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
  /** When apply may run: each window as text. */
  'windows-differ': { here: 'texts', there: 'texts', ref: 'text' },
  'freeze-lifted': { freeze: 'text', reason: 'text', ref: 'text' },
  /** `finding` is the message of lint. */
  'lint-loosened': { finding: 'text', ref: 'text' },
  /** A setting that is neither stricter nor laxer than the base's. */
  'setting-changed': { finding: 'text' },
  /** A pattern of `safety.protect` that matches nothing declared or applied. */
  'protects-nothing': { pattern: 'text' },
  /** A test of the base that head does not have, or has with another request or expectation; `place` is in the base. */
  'test-gone': { name: 'text', place: 'text', ref: 'text' },
  'test-changed': { name: 'text', place: 'text', ref: 'text' },
  /** A comment or a baseline entry that the base does not have hides an error of `rule`. */
  'error-suppressed': { rule: 'text', place: 'text', message: 'text', ref: 'text' },
  // The base itself.
  'base-new': { ref: 'text' },
  'base-lacks-environment': { environment: 'text', ref: 'text' },
  'base-lacks-resources': { ref: 'text' },
  /** `problem` is the message of the reader. */
  'base-unreadable': { problem: 'text', ref: 'text' },
  /** The first lint error and its place. */
  'base-invalid': { finding: 'text', place: 'text', ref: 'text' },
  'base-ahead': { commits: 'number', ref: 'text' },
  // Steps that were pending, or drift, on the base.
  'step-taken-back': { action: 'text', ref: 'text' },
  'fields-taken-back': { paths: 'texts', more: 'number', ref: 'text' },
  'drift-declared': { paths: 'texts', more: 'number' },
  /** `taken` and `read` are times. */
  'read-snapshot': { signature: ['signed', 'unsigned'], taken: 'text', read: 'text' },
  'values-hidden': {},
  /**
   * The last apply was made from `commit`, which HEAD does not contain: it is `behind` it, or on another line of
   * history; or the clone does not know that commit.
   */
  'applied-elsewhere': { environment: 'text', commit: 'text', checkout: ['behind', 'apart', 'unknown'] },
  /** The objects that a plan with `--only` did not read. */
  'others-assumed': { count: 'number' },
} as const;

export type NoteFact = ShapedFact<typeof noteFacts>;

/** The reason why a comparison with the base is impossible. */
export type BrokenBase = Extract<NoteFact, { readonly code: 'base-unreadable' | 'base-invalid' }>;

/** Reads a note from a document (code and data); undefined if it is not one of these facts. */
export function readNote(stated: Json): NoteFact | undefined {
  return readShaped(noteFacts, stated);
}
