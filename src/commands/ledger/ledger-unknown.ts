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
  const near = codeList(suggestions(address, Object.keys({ ...resources, ...orphans, ...unknown })), ' or ');
  const list = commandLine(['ledger', 'list', '--env', environment], {
    ...withoutUndefined({ workspace: options.workspace, local: options.local, ledger: options.ledger }),
  });
  return new LedgerError(exitCodes.usage, `the ledger of \`${environment}\` does not know \`${address}\``, {
    help: near === '' ? `\`${list}\` names what it knows` : `did you mean ${near}?`,
  });
}
