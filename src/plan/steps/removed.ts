import { ledgerClaim } from '../collision/claims.ts';
import { differences } from '../../derive/compare/differences.ts';
import { liveHash } from '../../derive/forms/live-hash.ts';
import { settlingSeconds } from '../../derive/forms/settling.ts';
import { kinds } from '../../kinds/index.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';
import { lineColumn } from '../../workspace/yaml/position.ts';
import { fieldChange } from '../compare/change.ts';
import { sameAsLedger } from '../compare/same-as-ledger.ts';
import { removedRemedies } from '../finish/remedies.ts';
import { factsOf, type Planning } from '../input.ts';
import type { Pair } from './pair.ts';
import { retireStep, withSecretsHidden, type RemovedObject, type RetiredObject } from './retire-resource.ts';
import { deleteRequest } from './requests.ts';
import { makeStep, objectKey } from './step.ts';

type RemovedPair = Extract<Pair, { type: 'removed' }>;

/** The step for a resource in the ledger that is no longer declared. */
export function removedStep(planning: Planning, pair: RemovedPair): Step {
  const { address, entry, live } = pair;
  const { kind } = entry;
  const base = { address, kind, ...objectKey(entry) };
  if (live === 'missing') {
    return makeStep(planning, {
      ...base,
      action: 'forget',
      reason: { code: 'gone-too' },
    });
  }
  const seen: RetiredObject = { ...base, liveHash: liveHash(live, undefined, entry.applied) };
  const decision = planning.removed.find((document) => document.address === address);
  if (decision?.then === 'forget') {
    return makeStep(planning, {
      ...seen,
      action: 'forget',
      reason: { code: 'forgotten' },
    });
  }
  if (decision !== undefined) return retireStep(planning, { ...pair, live }, seen);
  if (kinds[kind].operations.delete !== undefined) return deleteStep(planning, { ...pair, live }, seen);
  return makeStep(planning, {
    ...seen,
    action: 'blocked',
    reason: { code: 'cannot-delete', kind },
    remedies: removedRemedies(address, kind),
  });
}

function deleteStep(planning: Planning, { address, entry, live }: RemovedObject, seen: RetiredObject): Step {
  const { kind } = entry;
  if (!live.isManageable) {
    return makeStep(planning, {
      ...seen,
      action: 'blocked',
      reason: { code: 'cannot-delete-type', id: live.id },
      remedies: [{ code: 'forget', address }],
    });
  }
  const now = withSecretsHidden(live, entry);
  const facts = factsOf(planning, kind, entry);
  noteLostDrift(planning, address, entry, now);
  return makeStep(planning, {
    ...seen,
    action: 'delete',
    reason: removalReason(planning, address),
    changes: differences(kinds[kind].fields, now, undefined, planning.secrets).map((difference) =>
      fieldChange(difference, { cause: 'removed', facts }),
    ),
    requests: [deleteRequest(kind, objectKey(entry))],
  });
}

function removalReason({ restricted = [], environment }: Planning, address: Address): StepReason {
  const declared = restricted.find((one) => one.address === address);
  const [first] = declared?.environments ?? [];
  if (declared === undefined || first === undefined) return { code: 'removed' };
  const { line } = lineColumn(declared.source, first.node.start);
  return {
    code: 'restricted',
    environment: environment.name,
    place: `${declared.source.path}:${line}`,
  };
}

/** Notes outside changes that are lost with the deleted object. */
function noteLostDrift({ found, secrets }: Planning, address: Address, entry: LedgerEntry, now: Spec): void {
  const drifted = Object.entries(kinds[entry.kind].fields)
    .filter(
      ([name, field]) =>
        field.readOnly !== true && !sameAsLedger(field, now[name], entry.observed[name], { secrets }, [name]),
    )
    .map(([name]) => name);
  if (drifted.length === 0) return;
  const fact = { code: 'change-lost', fields: drifted, since: entry.observed_at } as const;
  found.push({ topic: 'undeclared-drift', address, fact });
}

/** Forgets an orphan once its object is gone; until then each plan has a note on it. */
export function orphanSteps(
  planning: Planning,
  { address, orphan, live }: Extract<Pair, { type: 'orphan' }>,
): readonly Step[] {
  const { kind, id, how, since } = orphan;
  if (live === 'missing') {
    if (noteSettling(planning, address, orphan)) return [];
    return [
      makeStep(planning, {
        address,
        kind,
        id,
        action: 'forget',
        reason: { code: 'orphan-gone' },
      }),
    ];
  }
  const claim = ledgerClaim(planning, id);
  const owned = claim === undefined ? {} : { owner: claim.owner, other: claim.address ?? address };
  planning.found.push({
    topic: 'orphan',
    address,
    fact: { code: 'orphaned', how, since, id, name: nameOf(address), ...owned },
  });
  return [];
}

function nameOf(address: Address): string {
  return address.slice(address.indexOf('/') + 1);
}

type WriteMark = Pick<LedgerEntry, 'id' | 'kind' | 'observed_at'>;

/** Whether a 404 may be temporary because the object was written a moment ago; adds a note if so. */
function noteSettling({ found, now }: Planning, address: Address, entry: WriteMark): boolean {
  if (settlingSeconds(entry, now) === 0) return false;
  found.push({
    topic: 'settling',
    address,
    fact: { code: 'settling', id: entry.id },
  });
  return true;
}
