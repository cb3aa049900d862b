import type { GivenApproval } from '../model/approval.ts';
import type { Desired } from '../model/desired.ts';
import type { Limit } from '../derive/weaker-safety.ts';
import { asSent } from '../derive/compare/service-form.ts';
import { isIdentical } from '../derive/compare/is-identical.ts';
import type { LedgerState } from '../model/ledger/ledger.ts';
import { sortedById } from '../text/lists/items-by.ts';
import type { LiveState } from '../model/live.ts';
import type { Secret, SecretLookup } from '../model/secret.ts';
import type { HiddenTexts } from '../model/snapshot.ts';
import type { Path } from '../model/value.ts';
import type { Approval, RemovedDocument, ResourceHead } from '../model/workspace/workspace-document.ts';
import { textDigest, type TextDigest } from './compare/change-fact.ts';
import type { Neighbor } from './obstacles/neighbor.ts';
import type { Address } from '../model/workspace/address.ts';
import type { Settings } from '../model/workspace/settings.ts';
import type { Adoption, Environment } from '../model/workspace/environment.ts';

export interface PlanInput {
  readonly desired: readonly Desired[];
  readonly live: LiveState;
  readonly ledger: LedgerState;
  /** `ids`: names of edges, if known. */
  readonly environment: Pick<Environment, 'name' | 'adopt' | 'drift'> & Partial<Pick<Environment, 'ids'>>;
  /** The lines of `adopt:` that prove a handover; default: those of the environment. A rollback adopts nothing. */
  readonly handedOver?: readonly Adoption[] | undefined;
  /** The other environments, whose objects must not be taken over. */
  readonly neighbors?: readonly Neighbor[] | undefined;
  /** `trafficPolicy`: absent, no actions of policies are declared. */
  readonly settings: Pick<Settings, 'safety' | 'marker'> & Partial<Pick<Settings, 'trafficPolicy'>>;
  readonly removed: readonly Pick<RemovedDocument, 'address' | 'then'>[];
  /** The resources that the files declare for other environments only. */
  readonly restricted?: readonly Pick<ResourceHead, 'address' | 'environments' | 'source'>[];
  readonly approvals: readonly Approval[];
  readonly secrets: SecretLookup;
  /** Computes the fingerprint that the ledger keeps of a secret; only with a key. */
  readonly fingerprint?: (uid: string, path: Path, value: Secret) => string | undefined;
  /** `--only`: selects the steps that are done. */
  readonly only?: readonly string[];
  readonly allow: Allowance;
  /** The current time, to recognize objects written too recently to be visible; without it, none count as such. */
  readonly now?: Date;
  /** Flags appended to each printed command that name this workspace, API and ledger, such as ` --local`. */
  readonly placeFlags?: string;
  /** The strings that a snapshot hides. */
  readonly hiddenTexts?: HiddenTexts;
  /** Approvals given outside the files, by address: a rollback has its own. */
  readonly approved?: ReadonlyMap<Address, readonly GivenApproval[]> | undefined;
  /** By address, the fields whose drift may be reverted without a further approval: one was given outside the files. */
  readonly restores?: ReadonlyMap<Address, ReadonlySet<string>> | undefined;
  /** Limits that the files raise while the stricter base still applies. */
  readonly loosened?: LooserLimits | undefined;
}

export interface LooserLimits {
  /** The base as the user gave it. */
  readonly ref: string;
  /** The values in the files. */
  readonly limits: Readonly<Partial<Record<Limit, number>>>;
}

/** The overrides of gates given on the command line. */
export interface Allowance {
  /** Addresses, and ids of changes or of groups of them. */
  readonly exposure: readonly string[];
  /** Globs over the addresses whose drift is reverted. */
  readonly revert?: readonly string[];
  readonly deletes?: number;
  readonly changedPercent?: number;
  /** Allow an environment with objects in the ledger to declare no resources. */
  readonly empty?: boolean;
}

/** The input as all passes read it. */
export interface Planning extends PlanInput {
  readonly digest: TextDigest;
}

/**
 * The planning of an input. Its listed objects are in the order of their ids: the service may list them in any order.
 */
export function openPlanning(input: PlanInput): Planning {
  const digest = textDigest(input.ledger.lineage, input.hiddenTexts);
  const { ledger, known } = sentForms(input);
  const live = { ...input.live, known, listed: sortedById(input.live.listed) };
  return { ...input, ledger, live, digest };
}

/** The ledger and what is live of it, with the values as they were sent where the service keeps a form of its own. */
function sentForms({
  desired,
  ledger,
  live,
}: PlanInput): Pick<PlanInput, 'ledger'> & Pick<LiveState, 'known'> {
  const kept = [...live.known].flatMap(([address, now]) => {
    const entry = ledger.resources[address];
    if (entry?.applied === undefined || now === 'missing') return [];
    return isIdentical(entry.applied, entry.observed) ? [] : [{ address, entry, now }];
  });
  if (kept.length === 0) return { ledger, known: live.known };
  const wanted = new Map(
    desired.flatMap(({ address, formerly, spec }) =>
      [...formerly, address].map((name) => [name, spec] as const),
    ),
  );
  const resources = { ...ledger.resources };
  const known = new Map(live.known);
  for (const { address, entry, now } of kept) {
    const sent = asSent(now.kind, entry, now.spec, wanted.get(address));
    resources[address] = sent.entry;
    known.set(address, { ...now, spec: sent.live });
  }
  return { ledger: { ...ledger, resources }, known };
}
