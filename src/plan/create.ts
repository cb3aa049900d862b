import { differences } from '../derive/differences.ts';
import { kinds } from '../kinds/index.ts';
import type { Desired } from '../model/desired.ts';
import type { FieldChange, Step } from '../model/plan.ts';
import type { SecretLookup } from '../model/secret.ts';
import { fieldChange } from './change.ts';
import { collisionOf, pasteLine } from './collision.ts';
import type { Holder, Planning } from './input.ts';
import { createRequest } from './requests.ts';
import { makeStep, originOf } from './step.ts';

/** A resource that nothing is known of is created, unless something else already is what it would be. */
export function createStep(planning: Planning, desired: Desired, reason = 'not live yet'): Step {
  const { address, kind, spec } = desired;
  const base = {
    address,
    kind,
    origin: originOf(desired),
    changes: createdFields(desired, planning.secrets),
  };
  const holder = collisionOf(planning, desired);
  if (holder !== undefined) {
    return makeStep(planning, {
      ...base,
      action: 'blocked',
      changes: [],
      reason: collisionReason(holder),
      waysOut: waysOutOf(desired, holder),
    });
  }
  return makeStep(planning, {
    ...base,
    action: 'create',
    reason,
    requests: [createRequest(kind, spec)],
    predicted: spec,
    desired: spec,
  });
}

function createdFields(desired: Desired, secrets: SecretLookup): readonly FieldChange[] {
  return differences(kinds[desired.kind].fields, undefined, desired.spec, secrets).map((difference) =>
    fieldChange(difference, { cause: 'configuration', desired }),
  );
}

function collisionReason({ what, address, live }: Holder): string {
  const id = live === undefined ? '' : ` (${live.id})`;
  switch (what) {
    case 'ledger':
      return `\`${String(address)}\`${id} already is what this would create`;
    case 'orphan':
      return `the orphan \`${String(address)}\`${id} still is what this would create`;
    case 'live':
      return live?.isManageable === false
        ? `an endpoint that is not ours to manage${id} already has this url`
        : `a live object that nobody manages${id} already is what this would create`;
  }
}

function waysOutOf(desired: Desired, holder: Holder): readonly string[] {
  const paste = pasteLine(desired, holder);
  if (holder.live?.isManageable === false)
    return ['stop the tunnel or remove the edge that serves it, or choose another url'];
  if (holder.what === 'live')
    return [
      `if it is the same, take it over: in the environment's file, \`${paste}\``,
      'if it is not, change what makes them equal, or remove the other in the dashboard',
    ];
  return [
    `if it is the same under a new name, write in the resource: \`${paste}\``,
    'if it is not, change what makes them equal',
  ];
}
