import type { LedgerFinding } from '../model/ledger/ledger.ts';
import { counted } from '../text/words/noun-words.ts';
import { inertLine } from './text/inert.ts';

export interface CheckedLedger {
  readonly environment: string;
  readonly findings: readonly LedgerFinding[];
}

/** A line a text, with the way to repair it below; the last line counts. */
export function ledgerCheckText(checked: readonly CheckedLedger[]): string {
  const findings = checked.flatMap((ledger) => ledger.findings);
  const lines = findings.flatMap(({ state, place, text, help }) => [
    inertLine(`${state.padEnd(4)}  ${place}: ${text}`),
    ...(help === undefined ? [] : [inertLine(`      ${help}`)]),
  ]);
  const failed = findings.filter(({ state }) => state === 'fail').length;
  const sum = `Checked ${counted(checked.length, 'ledger')}: ${failed} damaged or out of place.`;
  return `${[...lines, '', sum].join('\n')}\n`;
}
