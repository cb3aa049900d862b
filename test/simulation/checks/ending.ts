import { exitCodes } from '../../../src/model/exit-codes.ts';
import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import { wasUnlocked, type Audit, type Run } from './audit.ts';
import { knownIds, undoneLater, unlike } from './live.ts';

/** The checks when a run has ended by itself, with the ledger as it is then on the disk. */
export function checkEnding(audit: Audit, run: Run, state: LedgerState | undefined): void {
  if (state === undefined) return;
  noIdLost(audit, run, state);
  bounded(audit, run, state);
  samePlan(audit, run);
  readable(audit, run);
  if (run.verb === 'apply') exitTellsTruth(audit, run, state);
}

/** I9: no run finds the ledger damaged or gone, also one that reads while another one writes. */
function readable({ fail }: Audit, { process }: Run): void {
  const found = process.printed.find((line) => /^error: .*(cannot be used|is gone, but)/.test(line));
  if (found !== undefined) fail('I9', `${process.name} cannot read the ledger: ${found}`);
}

/** I2: no id is lost once the answer reached the process: it is recorded, printed, or in doubt. */
function noIdLost({ fail, service }: Audit, { process }: Run, state: LedgerState): void {
  const known = knownIds(state);
  for (const { id, address } of process.received) {
    if (known.has(id) || !service.objects.now().has(id)) continue;
    if (process.printed.some((line) => line.includes(id))) continue;
    if (address !== undefined && state.unknown?.[address] !== undefined) continue;
    fail(
      'I2',
      `${process.name} was told the id ${id} of ${address ?? '?'}, and it is neither recorded nor printed`,
    );
  }
}

/** I11: requests and bytes are bounded by the size of the plan. */
function bounded({ fail }: Audit, { process }: Run, state: LedgerState): void {
  const entries = Object.keys(state.resources).length + Object.keys(state.orphans).length;
  const steps = process.plan?.steps.filter(({ requests }) => requests.length > 0).length ?? 0;
  const requests = 12 * (2 + entries + 3 * steps + 2);
  if (process.sent.length > requests)
    fail('I11', `${process.name} sent ${process.sent.length} requests, above ${requests}`);
  const bytes = 32_768 + 12_000 * (entries + steps + 1);
  if (process.written > bytes) fail('I11', `${process.name} wrote ${process.written} bytes, above ${bytes}`);
}

/** I16: the same inputs give the same plan, byte for byte. */
function samePlan({ fail }: Audit, { process: { name, plan, planAgain } }: Run): void {
  if (planAgain !== undefined && JSON.stringify(plan) !== JSON.stringify(planAgain))
    fail('I16', `${name} makes two plans of the same inputs`);
}

/** I13, I14: exit 0 only if live is as declared, and neither a doubt nor an open intent is left. */
function exitTellsTruth(audit: Audit, { process, files }: Run, state: LedgerState): void {
  if (process.exit !== exitCodes.ok || wasUnlocked(audit, process.environment)) return;
  for (const address of Object.keys(state.unknown ?? {}))
    audit.fail('I13', `${process.name} exits 0 with the create of ${address} in doubt`);
  // An update that changes nothing when it arrives is not in doubt.
  for (const each of undoneLater(audit.service, files, state))
    audit.fail('I13', `${process.name} exits 0, and once an earlier request arrives, ${each}`);
  for (const each of unlike(audit.service, files, state))
    audit.fail('I13', `${process.name} exits 0, but ${each}`);
}
