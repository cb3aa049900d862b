import type { Desired } from '../model/desired.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Live, LiveState } from '../model/live.ts';
import type { PlanNote } from '../model/plan.ts';
import type { Secret, SecretLookup } from '../model/secret.ts';
import type { Path } from '../model/value.ts';
import type { Address, ConsentDocument, Environment, RemovedDocument, Settings } from '../model/workspace.ts';

/** All that a plan is made of. */
export interface PlanInput {
  readonly desired: readonly Desired[];
  readonly live: LiveState;
  readonly ledger: LedgerState;
  readonly environment: Pick<Environment, 'name' | 'adopt' | 'drift'>;
  readonly settings: Pick<Settings, 'safety' | 'marker'>;
  readonly removed: readonly RemovedDocument[];
  readonly consents: readonly ConsentDocument[];
  readonly secrets: SecretLookup;
  /** With a key: what the ledger keeps of a secret instead of its value (APPLY.md, section 9). */
  readonly fingerprint?: (uid: string, path: Path, value: Secret) => string | undefined;
  /** `--only`: which steps are done. */
  readonly only?: readonly string[];
  readonly allow: Allowed;
}

/** The overrides of gates given on the command line. */
export interface Allowed {
  readonly exposure: readonly Address[];
  readonly deletes?: number;
  readonly changedPercent?: number;
}

/** Who holds an identity (a url, a match, a hostport) that a create must not take. */
export interface Holder {
  readonly what: 'ledger' | 'orphan' | 'live';
  readonly address?: Address;
  readonly live?: Live;
}

/** The input, and what the passes find beside steps. */
export interface Planning extends PlanInput {
  /** Who holds what, by kind and identity key; worked out when something is first to be created. */
  readonly holders: () => ReadonlyMap<string, Holder>;
  readonly found: PlanNote[];
}

export function openPlanning(input: PlanInput, findHolders: () => ReadonlyMap<string, Holder>): Planning {
  let holders: ReadonlyMap<string, Holder> | undefined;
  return { ...input, holders: () => (holders ??= findHolders()), found: [] };
}

/** Whether a document in the repository says yes to this change of this address. */
export function consentFor(
  { consents, environment }: Pick<PlanInput, 'consents' | 'environment'>,
  allow: ConsentDocument['allow'],
  { address, hash }: { readonly address: Address; readonly hash: string },
): boolean {
  return consents.some(
    (consent) =>
      consent.allow === allow &&
      consent.address === address &&
      consent.change === hash &&
      (consent.environment === undefined || consent.environment === environment.name),
  );
}
