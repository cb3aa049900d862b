import { suggestions } from '../../text/suggest.ts';
import { LedgerError } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import { commandLine, type PlaceFlags } from '../../run/cli/command-line.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { codeList } from '../../text/words/list-words.ts';
import { exitCodes } from '../../model/exit-codes.ts';

/** The error for an address that is not in the ledger, with similar addresses. */
export function unknownAddress(
  { environment, resources, orphans, unknown }: Omit<LedgerState, 'serial' | 'fence'>,
  address: string,
  options: PlaceFlags,
): LedgerError {
  const known = Object.keys({ ...resources, ...orphans, ...unknown });
  const named = known.filter((other) => other.endsWith(`/${address}`));
  const near = codeList(named.length > 0 ? named : suggestions(address, known), ' or ');
  const list = commandLine(['ledger', 'list', '--env', environment], {
    ...withoutUndefined({ workspace: options.workspace, local: options.local, ledger: options.ledger }),
  });
  return new LedgerError(exitCodes.usage, `the ledger of \`${environment}\` has no \`${address}\``, {
    help: near === '' ? `\`${list}\` lists what it has` : `did you mean ${near}?`,
  });
}
