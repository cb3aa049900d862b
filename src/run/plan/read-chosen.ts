import { withOwnActions } from '../../derive/policy/own-actions.ts';
import type { Desired } from '../../model/desired.ts';
import type { ReadApi } from '../../model/api.ts';
import type { LedgerEntry, LedgerState } from '../../model/ledger/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { isFor } from '../../plan/given-approvals.ts';
import { isUsed } from '../../derive/compare/used-approval.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import type { Approval } from '../../model/workspace/workspace-document.ts';

/** More objects than this are read with the lists. */
const mostAlone = 50;

/**
 * The addresses of `--only`, if all of them are in the ledger by that name, and no request of an earlier run is
 * unsettled: only lists show its result.
 */
export function chosenInLedger(
  only: readonly string[],
  { resources, unknown, unsettled, late, absent }: LedgerState,
): ReadonlySet<Address> | undefined {
  const isOpen = [unknown, unsettled, late, absent].some(
    (table) => table !== undefined && Object.keys(table).length > 0,
  );
  const isKnown = only.length > 0 && only.every((filter) => Object.hasOwn(resources, filter));
  return isKnown && !isOpen ? new Set(only as readonly Address[]) : undefined;
}

interface ToPlan {
  readonly ledger: LedgerState;
  readonly workspace: Pick<Workspace, 'approvals' | 'settings'>;
  readonly environment: Environment;
  readonly desired: readonly Desired[];
  readonly chosen: ReadonlySet<Address>;
}

/**
 * The live state for a plan of a few addresses: these are read, and of the others those that the files change. The rest
 * is as last observed; `assumed` counts it. Undefined if a plan needs more, so everything must be read: whenever URLs
 * may go from one object to another, or an object loses protection, the gates depend on all others.
 */
export async function readChosen({
  api,
  ...about
}: ToPlan & { readonly api: ReadApi }): Promise<
  { readonly live: LiveState; readonly assumed: number } | undefined
> {
  const { ledger, environment } = about;
  const assumed = await objectsAsObserved(about);
  if (assumed === undefined) return undefined;
  const [{ isLiveInPlace }, { readLive }] = await Promise.all([
    import('../../plan/compare/stays-in-place.ts'),
    import('../../remote/api/read-live.ts'),
  ]);
  const others = entriesOf(ledger).filter(([address]) => !assumed.has(address));
  const resources = Object.fromEntries(others);
  const adoptions = environment.adopt.filter(({ address }) => !assumed.has(address));
  const read = await readLive({ api, ledger: { ...ledger, resources }, adoptions, lists: 'none' });
  const isInPlace = ([address, entry]: [Address, LedgerEntry]): boolean => {
    const live = read.known.get(address);
    // A missing one may be gone, or the account may be another one: what the others return tells.
    return live !== undefined && live !== 'missing' && isLiveInPlace(entry, live.spec);
  };
  if (!others.every(isInPlace)) return undefined;
  const known = new Map([...assumed, ...read.known]);
  const listed = [...known.values()].filter((live) => live !== 'missing');
  return { live: { listed, known, orphans: read.orphans }, assumed: assumed.size };
}

/** The objects that need not be read, or undefined if the files, approvals and settings already ask for everything. */
async function objectsAsObserved({
  ledger,
  workspace,
  environment,
  desired,
  chosen,
}: ToPlan): Promise<ReadonlyMap<Address, Live> | undefined> {
  const { resources, orphans } = ledger;
  // Every object may be reverted, which the gates of the whole plan check.
  if (environment.drift === 'revert') return undefined;
  // Each create and each removal may take URLs from another object.
  if (entriesOf(ledger).length !== desired.length) return undefined;
  if (desired.some(({ address }) => resources[address] === undefined)) return undefined;
  const [{ liveAsObserved }, { isDeclaredInPlace }] = await Promise.all([
    import('../../plan/compare/live-as-observed.ts'),
    import('../../plan/compare/stays-in-place.ts'),
  ]);
  const reverted = workspace.approvals.filter((approval) => isRevert(approval, environment, ledger));
  const toRead = new Set([...chosen, ...reverted.map(({ address }) => address)]);
  const assumed = liveAsObserved(desired, ledger, toRead);
  const alone = desired.length - assumed.size + Object.keys(orphans).length + environment.adopt.length;
  if (assumed.size === 0 || alone > mostAlone) return undefined;
  const others = desired.filter(({ address }) => !assumed.has(address));
  const areInPlace = withOwnActions(workspace.settings.trafficPolicy.actions, () =>
    others.every((resource) => isDeclaredInPlace(resource, resources[resource.address])),
  );
  return areInPlace ? assumed : undefined;
}

function entriesOf({ resources }: LedgerState): readonly [Address, LedgerEntry][] {
  return Object.entries(resources) as [Address, LedgerEntry][];
}

/** Whether an approval lets a plan write to an object whatever the files say. */
function isRevert(approval: Approval, { name }: Environment, ledger: LedgerState): boolean {
  const { allow } = approval;
  return (allow === 'revert' || allow === 'recreate') && isFor(approval, name) && !isUsed(ledger, approval);
}
