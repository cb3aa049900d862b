import type { LedgerState } from '../model/ledger.ts';
import type { LiveState } from '../model/live.ts';
import type { Settings } from '../model/workspace.ts';
import type { Address } from '../model/workspace.ts';
import type { PlanInput } from './input.ts';

interface Unsafe {
  readonly text: string;
  readonly help: string;
}

interface Ledgered {
  readonly ledger: LedgerState;
  readonly settings: Pick<Settings, 'safety' | 'ledger'>;
}

/** Why this ledger is not for this workspace or this API (exit 5), or undefined: asked before anything is sent. */
export function guardLedger({
  ledger,
  settings,
  apiOrigin,
}: Ledgered & {
  /** Scheme, host and port. */
  readonly apiOrigin: string;
}): Unsafe | undefined {
  if (settings.ledger !== undefined && settings.ledger.lineage !== ledger.lineage) {
    return {
      text: `the ledger is of lineage ${ledger.lineage}, edgewright.yaml names ${settings.ledger.lineage}`,
      help: 'one of the two belongs to another workspace; put back the one that was there',
    };
  }
  const known = Object.keys(ledger.resources).length + Object.keys(ledger.orphans).length;
  if (known > 0 && ledger.api !== '' && ledger.api !== apiOrigin) {
    return {
      text: `the ledger was written against ${ledger.api}, not against ${apiOrigin}`,
      help: 'set the address of the API back, or make a ledger for this one',
    };
  }
  return undefined;
}

/** Why what is live cannot be what this ledger is about (exit 5), or undefined. */
export function guardLive({
  ledger,
  live,
  settings,
  placeFlags = '',
}: Ledgered & Pick<PlanInput, 'placeFlags'> & { readonly live: LiveState }): Unsafe | undefined {
  const addresses = Object.keys(ledger.resources) as Address[];
  const missing = addresses.filter((address) => live.known.get(address) === 'missing');
  const percent = addresses.length === 0 ? 0 : (missing.length / addresses.length) * 100;
  const isAll = addresses.length > 0 && missing.length === addresses.length;
  if (isAll || (addresses.length >= 2 && percent > settings.safety.max_changed_percent)) {
    return {
      text: `${missing.length} of ${addresses.length} objects of the ledger answer 404: this is probably another account`,
      help: `check the address and the credential of the API; if they really are gone, move the ledger away and run \`edgewright ledger rebuild --env ${ledger.environment}${placeFlags}\``,
    };
  }
  return undefined;
}
