import { identityKeys } from '../../derive/forms/identity.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import type { ReadApi } from '../../model/api.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { LiveState } from '../../model/live.ts';
import type { Address, Environment } from '../../model/workspace.ts';

/** More objects than this are read with the lists. */
const mostAlone = 50;

/**
 * The addresses of `--only`, if all of them are in the ledger by that name, and no request of an earlier run is
 * unsettled: only lists show its result.
 */
export function chosenInLedger(
  only: readonly string[] = [],
  { resources, unknown, unsettled, late, absent }: LedgerState,
): ReadonlySet<Address> | undefined {
  const isOpen = [unknown, unsettled, late, absent].some(
    (table) => table !== undefined && Object.keys(table).length > 0,
  );
  const isKnown = only.length > 0 && only.every((filter) => Object.hasOwn(resources, filter));
  return isKnown && !isOpen ? new Set(only as readonly Address[]) : undefined;
}

/**
 * The live state for a plan of a few addresses: these are read, and of the others those that the files change. The rest
 * is as last observed; `assumed` counts it. Undefined if a plan needs more: everything must be read then.
 */
export async function readChosen({
  api,
  ledger,
  environment,
  desired,
  chosen,
}: {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
  readonly chosen: ReadonlySet<Address>;
}): Promise<{ readonly live: LiveState; readonly assumed: number } | undefined> {
  const [{ liveAsObserved }, { readLive }] = await Promise.all([
    import('../../plan/compare/live-as-observed.ts'),
    import('../../api/read-live.ts'),
  ]);
  if (desired.some((resource) => chosen.has(resource.address) && takesIdentity(resource, ledger)))
    return undefined;
  const assumed = liveAsObserved(desired, ledger, chosen);
  const others = Object.entries(ledger.resources).filter(([address]) => !assumed.has(address as Address));
  const orphans = Object.keys(ledger.orphans).length;
  const alone = others.length + orphans + environment.adopt.length;
  if (assumed.size === 0 || alone > mostAlone) return undefined;
  const resources = Object.fromEntries(others);
  const adoptions = environment.adopt.filter(({ address }) => !assumed.has(address));
  const read = await readLive({ api, ledger: { ...ledger, resources }, adoptions, lists: 'none' });
  const known = new Map([...assumed, ...read.known]);
  // It may be gone, or the account may be another one: what the others return tells.
  if ([...chosen].some((address) => known.get(address) === 'missing')) return undefined;
  const listed = [...known.values()].filter((live) => live !== 'missing');
  return { live: { listed, known, orphans: read.orphans }, assumed: assumed.size };
}

/** Whether a resource takes a url or a hostport that it does not have: the list shows who has it. */
function takesIdentity({ address, kind, spec }: Desired, { resources }: LedgerState): boolean {
  if (kinds[kind].operations.list === undefined) return false;
  const before = identityKeys(kind, resources[address]?.observed ?? {});
  return identityKeys(kind, spec).some((key) => !before.includes(key));
}
