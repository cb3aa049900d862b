/** One text of a ledger, as `ledger verify` found it. */
export interface LedgerFinding {
  /** `note`: nothing is wrong, and it is worth knowing. `fail`: damaged, or not part of this ledger. */
  readonly state: 'ok' | 'note' | 'fail';
  /** The place of the text in messages: `.edgewright/production/ledger.2.json`. */
  readonly place: string;
  /** A clause. */
  readonly text: string;
  /** A sentence that begins in lower case, with the command that repairs it. */
  readonly help?: string;
}
