import { ownerInLedger } from '../../derive/forms/owner-id.ts';
import { settlingSeconds } from '../../derive/forms/settling.ts';
import { sharedId, sharedIdHelp, sharedIdText } from '../../derive/forms/object-ids.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { Settings } from '../../model/workspace/settings.ts';
import type { PlanInput } from '../input.ts';
import type { Address } from '../../model/workspace/address.ts';

interface Unsafe {
  readonly text: string;
  readonly help: string;
}

interface GuardInput {
  readonly ledger: LedgerState;
  readonly settings: Pick<Settings, 'safety' | 'ledger'>;
}

/** Checked before any request is sent: why the ledger does not match this workspace or API (exit 5), or undefined. */
export function guardLedger({
  ledger,
  settings,
  apiOrigin,
}: GuardInput & {
  /** Scheme, host and port. */
  readonly apiOrigin: string;
}): Unsafe | undefined {
  if (settings.ledger !== undefined && settings.ledger.lineage !== ledger.lineage) {
    return {
      text: `the ledger is of lineage ${ledger.lineage}, edgewright.yaml names ${settings.ledger.lineage}`,
      help: 'one of the two belongs to another workspace; put back the one that was there',
    };
  }
  if (isWritten(ledger) && ledger.api !== '' && ledger.api !== apiOrigin) {
    return {
      text: `the ledger was written against ${ledger.api}, not against ${apiOrigin}`,
      help: 'set the address of the API back, or make a ledger for this one',
    };
  }
  return undefined;
}

/**
 * Why the ledger cannot be applied to any account (exit 5), or undefined: it has one object under several addresses.
 */
export function guardIds(ledger: LedgerState, placeFlags = ''): Unsafe | undefined {
  const shared = sharedId(ledger);
  if (shared === undefined) return undefined;
  return { text: `the ledger has ${sharedIdText(shared)}`, help: sharedIdHelp(ledger, shared, placeFlags) };
}

/** Whether it has anything that belongs to one API: also requests without a response, which no other API can settle. */
function isWritten({ resources, orphans, unknown, absent, unsettled }: LedgerState): boolean {
  return [resources, orphans, unknown, absent, unsettled].some(
    (table) => table !== undefined && Object.keys(table).length > 0,
  );
}

/**
 * Why the live objects cannot be those of this ledger (exit 5), or undefined. An object that returns 404 counts as
 * missing unless it was just written. If one live object of the ledger carries our marker, the account is the right one
 * and missing objects are not counted.
 */
export function guardLive({
  ledger,
  live,
  settings,
  allowMissing = 0,
  now,
  placeFlags = '',
}: GuardInput &
  Pick<PlanInput, 'placeFlags' | 'now'> & {
    readonly live: LiveState;
    /** `--allow-missing`: the number of objects that may be gone. */
    readonly allowMissing?: number | undefined;
  }): Unsafe | undefined {
  const addresses = Object.keys(ledger.resources) as Address[];
  const deletes = Object.values(ledger.unsettled ?? {}).filter(({ action }) => action === 'delete');
  const missing = addresses.filter((address) => {
    const entry = ledger.resources[address];
    // A delete without a response may have been carried out.
    if (deletes.some(({ id }) => id === entry?.id)) return false;
    return live.known.get(address) === 'missing' && entry !== undefined && settlingSeconds(entry, now) === 0;
  });
  if (missing.length <= allowMissing || isOurAccount(ledger, live)) return undefined;
  const percent = (missing.length / addresses.length) * 100;
  const isAll = missing.length === addresses.length;
  if (!isAll && (addresses.length < 2 || percent <= settings.safety.max_changed_percent)) return undefined;
  const left = missing.length > mostNamed ? ' …' : '';
  const named = `${missing.slice(0, mostNamed).join(' ')}${left}`;
  return {
    text: `${missing.length} of ${addresses.length} objects of the ledger returned 404: this is probably a different account`,
    help: `check the address and the credential of the API; if they really are gone: \`--allow-missing ${missing.length}\`, or \`edgewright ledger forget ${named} --env ${ledger.environment}${placeFlags}\``,
  };
}

const mostNamed = 10;

/** Whether an object of the ledger is found by its id with our marker. */
function isOurAccount(ledger: LedgerState, { known }: LiveState): boolean {
  const { resources } = ledger;
  const owner = ownerInLedger(ledger);
  return [...known].some(
    ([address, live]) =>
      live !== 'missing' && live.marker?.owner === owner && resources[address]?.id === live.id,
  );
}
