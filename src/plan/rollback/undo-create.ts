import { matchesGlob } from '../../text/patterns/glob.ts';
import { changeId } from '../../derive/compare/change-id.ts';
import { specOf } from '../../derive/forms/kept-spec.ts';
import { differences } from '../../derive/compare/differences.ts';
import { hasSecret, maskedValue } from '../../derive/forms/masked.ts';
import { kinds } from '../../kinds/index.ts';
import type { GivenApproval } from '../../model/approval.ts';
import type { Desired } from '../../model/desired.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { RollbackKept } from '../../model/facts/rollback.ts';
import type { LedgerEntry, LedgerState } from '../../model/ledger/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Spec } from '../../model/value.ts';
import type { Approval } from '../../model/workspace/workspace-document.ts';
import { approvalsOf, approves } from '../given-approvals.ts';
import type { RollbackObject } from './rollback.ts';
import { liveInLedgerForm, sameLedgerForm, shownNow } from './touched-fields.ts';
import { dotted } from '../../text/dotted-path.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { isUsed } from '../../derive/compare/used-approval.ts';
import type { Address } from '../../model/workspace/address.ts';

/** Deletes the object that the run created, unless a later run or an outside change modified it. */
export function undoCreate(undoing: UndoState, object: RollbackObject): void {
  const { ledger, find, kept, gone, leftToApprove, run, live } = undoing;
  const { address, entry, fields } = object;
  if (entry !== undefined) {
    kept.push({ code: 'replaced', address, run });
    return;
  }
  const found = find(object);
  if (found === undefined) {
    if (ledger.resources[address] !== undefined) kept.push({ code: 'other-object', address, run });
    return;
  }
  if (found.place === 'orphans') {
    kept.push({ code: 'no-longer-managed', address: found.address, run });
    return;
  }
  const seen = live.known.get(found.address);
  const names = changedSince(undoing, object, found.entry, seen);
  const pick = (spec: Spec): Spec =>
    Object.fromEntries(Object.entries(spec).filter(([name]) => names.includes(name)));
  const left = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.left === undefined ? [] : [[name, field.left] as const],
    ),
  );
  const step = leftAlone(
    {
      address: found.address,
      entry: found.entry,
      run,
      ledger,
      reason: { code: 'run-created-changed', run },
    },
    { now: pick(shownNow(seen, found.entry)), was: pick(specOf(left)) },
  );
  if (names.length === 0 || isApproved(undoing, step)) gone.add(found.address);
  else leftToApprove.push(step);
}

/** Fields changed by a later run, or outside Edgewright if such drift is not reverted automatically. */
function changedSince(
  { drift }: UndoState,
  { fields }: RollbackObject,
  entry: LedgerEntry,
  seen: Live | 'missing' | undefined,
): readonly string[] {
  const { kind, applied = {} } = entry;
  const later = [...Object.keys(fields), ...Object.keys(applied)].filter(
    (name) => !sameLedgerForm(kinds[kind].fields[name], applied[name], fields[name]?.left, 'named'),
  );
  return [...new Set([...later, ...(drift === 'revert' ? [] : changedOutside(entry, seen))])];
}

/** Fields whose live value is neither the applied nor the observed one. */
function changedOutside(entry: LedgerEntry, live: Live | 'missing' | undefined): readonly string[] {
  if (live === undefined || live === 'missing') return [];
  const { kind, applied = {}, observed } = entry;
  const now = liveInLedgerForm(live, entry);
  return Object.entries(kinds[kind].fields).flatMap(([name, field]) => {
    const known = [observed[name], applied[name]];
    const isKnown =
      field.readOnly === true || known.some((value) => sameLedgerForm(field, now[name], value, 'unnamed'));
    return isKnown ? [] : [name];
  });
}

/** Whether an approval document allows this undo anyway; it is recorded as used with the step. */
export function isApproved(
  { approvals, approved, ledger, reverts }: Pick<UndoState, 'approvals' | 'approved' | 'ledger' | 'reverts'>,
  { address, hash }: Pick<Step, 'address' | 'hash'>,
): boolean {
  const given = approvalsOf(approvals, address).some(
    (approval) =>
      approves(approval, 'revert', { change: hash, environment: ledger.environment }) &&
      !isUsed(ledger, approval),
  );
  if (given) approved.set(address, [{ address, allow: 'revert', change: hash }]);
  return given || reverts.some((glob) => matchesGlob(glob, address));
}

/** The current state, as input of a rollback. */
export interface LiveSide {
  readonly ledger: LedgerState;
  readonly live: LiveState;
  readonly drift: 'report' | 'revert';
  readonly approvals: readonly Approval[];
  /**
   * The addresses of `--allow-revert`, or globs over them: what the run changed there is undone, whatever happened to
   * it since.
   */
  readonly reverts: readonly string[];
}

/** The results about the objects of a run, collected one object at a time. */
export interface UndoState extends LiveSide {
  readonly run: string;
  readonly find: Finder;
  readonly restored: Desired[];
  readonly gone: Set<Address>;
  readonly forgotten: Address[];
  readonly kept: RollbackKept[];
  readonly leftToApprove: Step[];
  readonly restores: Map<Address, ReadonlySet<string>>;
  /** The used approvals, by address. */
  readonly approved: Map<Address, readonly GivenApproval[]>;
}

/** An object of a run, and its current entry in the ledger. */
export interface FoundObject {
  readonly place: 'resources' | 'orphans';
  readonly address: Address;
  readonly entry: LedgerEntry;
}

/** Undefined if the ledger does not have the object. */
type Finder = (object: RollbackObject) => FoundObject | undefined;

export function finderOf({ resources, orphans }: LedgerState): Finder {
  const found = new Map<string, FoundObject>();
  for (const [place, entries] of [
    ['orphans', orphans],
    ['resources', resources],
  ] as const)
    for (const [address, entry] of Object.entries(entries) as [Address, LedgerEntry][]) {
      found.set(`id ${entry.kind} ${entry.id}`, { place, address, entry });
      found.set(`uid ${entry.uid}`, { place, address, entry });
    }
  return ({ address, id, uid, entry, orphan }) => {
    const known = id ?? (uid === undefined ? (entry ?? orphan)?.id : undefined);
    if (known !== undefined) return found.get(`id ${address.slice(0, address.indexOf('/'))} ${known}`);
    return uid === undefined ? undefined : found.get(`uid ${uid}`);
  };
}

interface Sides {
  readonly now: Spec;
  /** The state that the rollback would restore. */
  readonly was: Spec;
}

interface LeftStep {
  readonly address: Address;
  readonly entry: LedgerEntry;
  readonly run: string;
  readonly ledger: Pick<LedgerState, 'environment' | 'approvals'>;
  readonly reason: StepReason;
}

/**
 * A step that reports a part of the run that is not undone, because it changed since, and the undo that an approval
 * would allow.
 */
export function leftAlone(
  { address, entry, run, ledger, reason }: LeftStep,
  { now, was: specBefore }: Sides,
): Step {
  const { kind, id, edge_id } = entry;
  const { environment } = ledger;
  const changes = differences(kinds[kind].fields, now, specBefore, () => undefined).map(
    ({ path, field, before, after }): FieldChange => {
      const isSecret =
        field?.secret === true || [before, after].some((side) => side !== undefined && hasSecret(side));
      return {
        path: dotted(path),
        cause: 'configuration',
        ...withoutUndefined({
          before: before === undefined ? undefined : maskedValue(before),
          after: after === undefined ? undefined : maskedValue(after),
        }),
        isSecret,
      };
    },
  );
  const values = [
    ['run', run],
    ...changes.map(({ path, before = null, after = null }) => [path, before, after]),
  ];
  const hash = changeId(ledger, { address, id, edge_id, allow: 'revert', values });
  return {
    action: 'drift',
    address,
    kind,
    id,
    ...withoutUndefined({ edge_id }),
    reason,
    changes,
    requests: [],
    remedies: [{ code: 'undo-all-the-same', address, environment, change: hash }],
    missingSecrets: [],
    hash,
    isProtected: entry.is_protected,
  };
}
