import { differences } from '../derive/differences.ts';
import { hideLike } from '../derive/kept.ts';
import { liveHash } from '../derive/live-hash.ts';
import { kinds } from '../kinds/index.ts';
import type { FieldChange, Step } from '../model/plan.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { Address } from '../model/workspace.ts';
import { fieldChange } from './change.ts';
import type { Planning } from './input.ts';
import type { Pair } from './pair.ts';
import { keyOf, makeStep, originOf } from './step.ts';

/** Adopting never writes: what is live is recorded as observed, and what differs is the next plan's update. */
export function adoptStep(planning: Planning, pair: Extract<Pair, { type: 'adopted' }>): Step {
  const { desired, live, id, by } = pair;
  const { address, kind, spec } = desired;
  const base = { address, kind, origin: originOf(desired) };
  const blocked = (reason: string, waysOut: readonly string[]): Step =>
    makeStep(planning, { ...base, id, action: 'blocked', reason, waysOut });
  if (live === 'missing') {
    return blocked(`there is no object \`${id}\` to adopt`, [
      'correct the id under `adopt:`, or remove the line to create the resource',
    ]);
  }
  if (!live.isManageable) {
    return blocked(
      `\`${id}\` is not a cloud endpoint, so it can be neither updated nor deleted (API 4.4, 4.5)`,
      ['remove the line under `adopt:`'],
    );
  }
  const owner = ownerOf(planning, id);
  if (owner !== undefined) {
    return blocked(`\`${id}\` already belongs to \`${owner}\``, [
      `write \`formerly: [${owner.slice(owner.indexOf('/') + 1)}]\` in the resource if it was renamed`,
    ]);
  }
  return makeStep(planning, {
    ...base,
    ...keyOf(live),
    action: 'adopt',
    reason:
      by === 'adopt'
        ? `taken over as it is: \`adopt:\` names ${id}`
        : `taken over as it is: ${id} carries our marker`,
    changes: nextChanges(planning, pair, live.spec),
    desired: spec,
    liveHash: liveHash(live, spec, undefined),
  });
}

/** What the plan after this one will change, with what a module that is sent whole would wipe. */
function nextChanges(
  { secrets }: Planning,
  { desired }: Extract<Pair, { type: 'adopted' }>,
  live: Parameters<typeof hideLike>[0],
): readonly FieldChange[] {
  const fields = Object.fromEntries(
    Object.entries(kinds[desired.kind].fields).filter(([name]) => desired.spec[name] !== undefined),
  );
  return differences(fields, hideLike(live, desired.spec), desired.spec, secrets)
    .filter(({ verdict }) => verdict === 'different')
    .map((difference) =>
      fieldChange(difference, {
        cause: difference.after === undefined ? 'replaced-whole' : 'configuration',
        desired,
      }),
    );
}

function ownerOf({ ledger }: Planning, id: string): Address | undefined {
  const entries = Object.entries({ ...ledger.resources, ...ledger.orphans }) as [Address, LedgerEntry][];
  return entries.find(([, entry]) => entry.id === id)?.[0];
}
