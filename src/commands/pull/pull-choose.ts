import { refOf } from '../../derive/forms/object-ids.ts';
import { asSent } from '../../derive/compare/service-form.ts';
import { identityKeys } from '../../derive/forms/identity.ts';
import { kinds } from '../../kinds/index.ts';
import type { CompiledResource, Desired } from '../../model/desired.ts';
import { UserError, usageError } from '../../model/errors.ts';
import type { LedgerEntry, LedgerSpec } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { claimOn, claimRemedies, isHandedOver, type OwnerClaim } from '../../plan/obstacles/claims.ts';
import { compareFields } from '../../plan/compare/three-way.ts';
import { sameIdentityLive } from '../../plan/steps/same-identity.ts';
import type { KnownObject, UndeclaredObject } from '../../pull/pull-run.ts';
import { claimText } from '../../report/plan/words/owner-words.ts';
import { remedyText } from '../../report/plan/words/remedy-words.ts';
import { placeFlags } from '../../run/cli/command-line.ts';
import type { FingerprintOf } from '../../run/session/secrets/fingerprint.ts';
import { addressOf, type ChoiceInput, pullIndex, type PullIndex } from './pull-index.ts';
import type { Target } from './target.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Address } from '../../model/workspace/address.ts';

export interface TakeContext {
  readonly secrets: SecretLookup;
  readonly fingerprint: FingerprintOf | undefined;
  /** Whether declared values may be replaced too. */
  readonly overwrite: boolean;
}

interface FieldsToTake {
  readonly take: readonly string[];
  /** Changed both in the files and outside Edgewright. */
  readonly conflicts: readonly string[];
  /** Changed only in the files. */
  readonly pending: readonly string[];
  readonly observed: LedgerSpec;
}

/** The fields changed outside Edgewright, distinguished from changes in the files as in a plan. */
function fieldsToTake(
  { secrets, fingerprint, overwrite }: TakeContext,
  desired: Desired,
  live: Live,
  entry: LedgerEntry,
): FieldsToTake {
  const comparer = {
    secrets,
    fingerprint:
      fingerprint &&
      ((path: Parameters<FingerprintOf>[1], value: Parameters<FingerprintOf>[2]) =>
        fingerprint(entry.uid, path, value)),
  };
  const { fields } = kinds[desired.kind];
  const sides = overwrite ? { entry, live: live.spec } : asSent(desired.kind, entry, live.spec, desired.spec);
  const facts = { kind: desired.kind, digest: () => '' };
  const results = compareFields({ desired, ...sides, comparer, facts, writesSecrets: false }, fields);
  const names = (isIt: (result: (typeof results)[number]) => boolean): readonly string[] =>
    results.filter(isIt).map(({ name }) => name);
  const outside = names(
    ({ verdict, undeclared }) => verdict === 'outside' || (verdict === 'same' && undeclared.length > 0),
  );
  const conflicts = names(({ verdict }) => verdict === 'conflict');
  const pending = names(({ verdict }) => ['send', 'take-out', 'cannot-take-out', 'unkept'].includes(verdict));
  if (!overwrite) return { take: outside, conflicts, pending, observed: entry.observed };
  // Fields removed from the files count as unobserved, so that pull writes them again.
  const observed = Object.fromEntries(
    Object.entries(entry.observed).filter(([name]) => !pending.includes(name)),
  );
  return { take: [...outside, ...conflicts, ...pending], conflicts: [], pending: [], observed };
}

/** The objects to pull, and those left out by reason. */
export interface PullChoice {
  readonly undeclared: UndeclaredObject[];
  readonly known: KnownObject[];
  /** Declared, but the API returned 404. */
  readonly gone: Address[];
  /** In a Terraform state, but not live or not manageable: Terraform addresses. */
  readonly absent: string[];
  /** Changed both in the files and outside Edgewright: fields by address. */
  readonly conflicts: { readonly address: Address; readonly fields: readonly string[] }[];
  /** Changed only in the files. */
  readonly pending: { readonly address: Address; readonly fields: readonly string[] }[];
  /** In the ledger but in no file. */
  readonly unwritten: Address[];
  /** Owned by another environment or workspace. */
  readonly claimed: { readonly live: Live; readonly claim: OwnerClaim }[];
}

/** Chooses the objects to pull: all readable ones if there are no targets. */
export async function choose(
  seen: ChoiceInput,
  targets: readonly Target[],
  context: TakeContext,
): Promise<PullChoice> {
  const chosen: PullChoice = {
    undeclared: [],
    known: [],
    gone: [],
    absent: [],
    conflicts: [],
    pending: [],
    unwritten: [],
    claimed: [],
  };
  const index = pullIndex(seen);
  const choosing = { seen, index, context, chosen };
  if (targets.length === 0) chooseAll(choosing);
  // Read at the same time; the first that fails, in the order of the targets, is reported.
  const read = await Promise.allSettled(
    targets.map(async (target) =>
      'address' in target ? target.address : await addressOf(seen, index, target),
    ),
  );
  for (const [at, target] of targets.entries()) {
    const answer = read[at];
    if (answer?.status === 'rejected') throw answer.reason;
    const found = answer?.value;
    const isNamed = !('terraform' in target);
    if (found === undefined) chosen.absent.push(target.shown);
    else if (typeof found === 'string') chooseAddress(choosing, found, { isNamed });
    else {
      const name = isNamed || !isTakenIn(seen, found.name) ? found.name : undefined;
      chooseNew(choosing, found.live, { isNamed, name });
    }
  }
  return chosen;
}

/** The inputs of a choice, and what was chosen so far. */
interface ChoiceState {
  readonly seen: ChoiceInput;
  readonly index: PullIndex;
  readonly context: TakeContext;
  readonly chosen: PullChoice;
}

/** Whether a name that Terraform gave has another meaning here. */
function isTakenIn({ workspace, ledger, environment }: ChoiceInput, name: Address | undefined): boolean {
  return (
    name !== undefined &&
    (workspace.resources.some(({ address }) => address === name) ||
      environment.adopt.some(({ address }) => address === name) ||
      Object.hasOwn({ ...ledger.resources, ...ledger.orphans }, name))
  );
}

function chooseAll(choosing: ChoiceState): void {
  const { seen, index, chosen } = choosing;
  const { desired, environment, ledger, live } = seen;
  const written = new Set(desired.map(({ address }) => address));
  for (const liveObject of live.listed)
    if (liveObject.isManageable && !index.byId.has(liveObject.id))
      chooseNew(choosing, liveObject, { isNamed: false });
  const addresses = [...index.entries.keys(), ...environment.adopt.map(({ address }) => address)];
  for (const address of new Set(addresses)) chooseAddress(choosing, address, { isNamed: false });
  const known = new Set(index.byId.values());
  for (const address of Object.keys(ledger.resources) as Address[])
    if (!written.has(address) && known.has(address)) chosen.unwritten.push(address);
}

interface TargetName {
  /** True if the user named the object. */
  readonly isNamed: boolean;
  readonly name?: Address | undefined;
}

function chooseAddress(choosing: ChoiceState, address: Address, { isNamed }: TargetName): void {
  const { seen, index, context, chosen } = choosing;
  const { ledger, live, workspace } = seen;
  const resource = index.declared.get(address);
  const known = index.entries.get(address);
  const now = known === undefined ? (live.known.get(address) ?? live.orphans.get(address)) : known.live;
  if (now === undefined) {
    if (isNamed) throw notLive(address, resource);
    return;
  }
  if (now === 'missing') {
    if (chosen.known.some(({ desired }) => desired.address === address)) return;
    const [only] = resource === undefined || !isNamed ? [] : sameIdentityLive(seen, resource);
    if (only === undefined) chosen.gone.push(address);
    else chooseNew(choosing, only, { isNamed });
    return;
  }
  const claim = known === undefined ? claimAgainst(seen, address, now) : undefined;
  if (claim !== undefined) {
    if (isNamed) throw claimedBy(seen, now, claim, address);
    chosen.claimed.push({ live: now, claim });
    return;
  }
  if (resource === undefined) {
    const entry = ledger.resources[address] ?? ledger.orphans[address];
    if (entry !== undefined && !isNamed) return;
    chosen.undeclared.push({ live: now, address, adopts: 'known', applied: entry?.applied });
    return;
  }
  const environments = environmentsOf(workspace, resource);
  const base = { desired: resource, live: now, environments, adopts: 'known' } as const;
  if (known === undefined) {
    chosen.known.push({ ...base, fields: allFields(resource), mayReplace: context.overwrite ? 'yes' : 'no' });
    return;
  }
  const { take, conflicts, pending, observed } = fieldsToTake(context, resource, now, known.entry);
  if (conflicts.length > 0) chosen.conflicts.push({ address, fields: conflicts });
  if (pending.length > 0) chosen.pending.push({ address, fields: pending });
  if (take.length > 0 || isNamed) chosen.known.push({ ...base, fields: take, observed, mayReplace: 'yes' });
}

function chooseNew(choosing: ChoiceState, live: Live, { isNamed, name }: TargetName): void {
  const { seen, index, context, chosen } = choosing;
  const claim = claimOn(seen, live);
  if (claim !== undefined) {
    if (isNamed) throw claimedBy(seen, live, claim, name ?? `${live.kind}/<name>`);
    chosen.claimed.push({ live, claim });
    return;
  }
  const sameIdentity = new Set(
    identityKeys(live.kind, live.spec).flatMap((key) => index.open.get(`${live.kind} ${key}`) ?? []),
  );
  const [only, ...others] = sameIdentity;
  const isFree = only !== undefined && !chosen.known.some(({ desired }) => desired === only);
  if (only === undefined || others.length > 0 || !isFree) {
    chosen.undeclared.push({ live, address: name, adopts: 'yes' });
    return;
  }
  chosen.known.push({
    desired: only,
    live,
    fields: allFields(only),
    environments: environmentsOf(seen.workspace, only),
    adopts: 'yes',
    mayReplace: context.overwrite ? 'yes' : 'no',
  });
}

/** The claim of another owner, unless the line under `adopt:` says that the owner gave the object up. */
function claimAgainst(seen: ChoiceInput, address: Address, live: Live): OwnerClaim | undefined {
  const claim = claimOn(seen, live);
  const line = seen.environment.adopt.find(
    (adoption) => adoption.address === address && adoption.id === live.id,
  );
  return claim === undefined || (line !== undefined && isHandedOver(line, claim)) ? undefined : claim;
}

function allFields({ kind }: CompiledResource): readonly string[] {
  return Object.entries(kinds[kind].fields).flatMap(([name, { readOnly }]) =>
    readOnly === true ? [] : [name],
  );
}

function environmentsOf({ environments }: Workspace, { document }: CompiledResource): readonly string[] {
  return document.environments?.map(({ name }) => name) ?? [...environments.keys()];
}

function claimedBy(seen: ChoiceInput, live: Live, claim: OwnerClaim, address: Address): UserError {
  const flags = { placeFlags: placeFlags(seen.place) };
  const ways = claimRemedies(flags, claim, { address, ref: refOf(live) }).map(remedyText);
  return new UserError(exitCodes.gate, `${claimText(claim, live)}: it is not pulled`, {
    help: [...ways, 'nothing was written'].join('; '),
  });
}

function notLive(address: Address, resource: CompiledResource | undefined): UserError {
  return resource === undefined
    ? usageError(
        `no file, ledger or \`adopt:\` knows \`${address}\``,
        'pull an object that is not declared yet by its id, a route by edge_id/route_id',
      )
    : usageError(
        `\`${address}\` is not known to be live`,
        'pull it by its id, a route by edge_id/route_id, or run `edgewright apply` to create it',
      );
}
