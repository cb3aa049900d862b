import { saltOf } from '../../../src/derive/compare/text-digest.ts';
import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { PlanInput } from '../../../src/plan/input.ts';
import { knownTexts, placesApplied, shownSpecs } from '../../../src/plan/snapshot/known-texts.ts';
import { redactedSnapshot } from '../../../src/plan/snapshot/redact.ts';
import { hiddenTexts, restoredLedger, restoredLive } from '../../../src/plan/snapshot/restore.ts';

/** The input of a plan from a snapshot that was taken while `there` were the files. */
export function throughSnapshot(
  input: PlanInput,
  there: PlanInput['desired'],
): { readonly input: PlanInput; readonly text: string } {
  const { desired, live, ledger } = input;
  const salt = saltOf(ledger.lineage);
  const about = { environment: ledger.environment, api: ledger.api, ledger, live, desired: there };
  const declared = knownTexts(salt, [...there, ...placesApplied(ledger)]);
  const text = JSON.stringify(redactedSnapshot(about, { salt, known: declared }));
  const pictured = JSON.parse(text) as ReturnType<typeof redactedSnapshot>;
  const known = knownTexts(salt, [...desired, ...shownSpecs(pictured)]);
  const read = restoredLedger(pictured, known) as unknown as LedgerState;
  return {
    input: {
      ...input,
      ledger: read,
      live: restoredLive(pictured, known),
      hiddenTexts: hiddenTexts(pictured, known),
    },
    text,
  };
}
