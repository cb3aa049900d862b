import type { LedgerState } from '../model/ledger.ts';
import type { LiveState } from '../model/live.ts';
import type { Settings } from '../model/workspace.ts';
import type { Address } from '../model/workspace.ts';

interface Guarded {
  readonly ledger: LedgerState;
  readonly live: LiveState;
  readonly settings: Pick<Settings, 'safety' | 'ledger'>;
  /** Scheme, host and port of the API that was read. */
  readonly apiOrigin: string;
}

/** Why no plan may be made at all (exit 5), or undefined. */
export function guard({
  ledger,
  live,
  settings,
  apiOrigin,
}: Guarded): { readonly text: string; readonly help: string } | undefined {
  if (settings.ledger !== undefined && settings.ledger.lineage !== ledger.lineage) {
    return {
      text: `the ledger is of lineage ${ledger.lineage}, edgewright.yaml names ${settings.ledger.lineage}`,
      help: 'one of the two belongs to another workspace; put back the one that was there',
    };
  }
  const addresses = Object.keys(ledger.resources) as Address[];
  if (addresses.length > 0 && ledger.api !== '' && ledger.api !== apiOrigin) {
    return {
      text: `the ledger was written against ${ledger.api}, and ${apiOrigin} answers now`,
      help: 'set the address of the API back, or make a ledger for this one',
    };
  }
  const missing = addresses.filter((address) => live.known.get(address) === 'missing');
  const percent = addresses.length === 0 ? 0 : (missing.length / addresses.length) * 100;
  const isAll = addresses.length > 0 && missing.length === addresses.length;
  if (isAll || (addresses.length >= 2 && percent > settings.safety.max_changed_percent)) {
    return {
      text: `${missing.length} of ${addresses.length} objects of the ledger answer 404: this is probably another account`,
      help: 'check the address and the credential of the API; if they really are gone, `edgewright ledger rebuild` after moving the ledger away',
    };
  }
  return undefined;
}
