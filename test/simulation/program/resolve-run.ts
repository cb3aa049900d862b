import { identityKeys } from '../../../src/derive/forms/identity.ts';
import { toLedgerForm } from '../../../src/derive/forms/ledger-form.ts';
import { toLive } from '../../../src/derive/forms/read-form.ts';
import { exitCodes } from '../../../src/model/exit-codes.ts';
import type { LedgerChange } from '../../../src/model/ledger/ledger-change.ts';
import type { LedgerState, UnknownCreate } from '../../../src/model/ledger/ledger.ts';
import type { Live } from '../../../src/model/live.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import type { JsonObject } from '../../../src/model/value.ts';
import { readForm } from '../../model/service/read-form.ts';
import { plainSwitches } from '../../model/service/switches.ts';
import { origin, type Service } from '../world/service.ts';
import type { Surroundings } from './surroundings.ts';

/** `edgewright resolve` by a person who looked at the dashboard and knows the truth. */
export async function resolveRun(surroundings: Surroundings): Promise<number> {
  const { store, files, service, about, env, print, seams } = surroundings;
  const own = await store.lock(files.environment, about);
  const lock = seams.lock?.(own) ?? own;
  try {
    const ledger = lock.state();
    for (const [address, create] of Object.entries(ledger?.unknown ?? {}) as [Address, UnknownCreate][]) {
      const made = madeBy(service, ledger!, create);
      print(`resolve ${address} ${made?.id ?? 'absent'}`);
      const change: LedgerChange =
        made === undefined ? { change: 'absent', address } : adopted(address, create, made, env.clock.now());
      await lock.append([{ type: 'answer', changes: [change] }]);
    }
  } finally {
    await lock.release();
  }
  return exitCodes.ok;
}

/** The live object of the create: the one with its identity that nobody knows. */
function madeBy(service: Service, ledger: LedgerState, create: UnknownCreate): Live | undefined {
  const known = new Set(
    [...Object.values(ledger.resources), ...Object.values(ledger.orphans)].map(({ id }) => id),
  );
  const wanted = new Set(identityKeys(create.kind, create.identity));
  return [...service.objects.now().values()]
    .filter(({ id, kind }) => kind === create.kind && !known.has(id) && !service.foreign.has(id))
    .map((stored) => toLive(create.kind, readForm(stored, origin, plainSwitches) as JsonObject))
    .find((live) => {
      const spec = live.edge_id === undefined ? live.spec : { edge_id: live.edge_id, ...live.spec };
      return identityKeys(create.kind, spec).some((key) => wanted.has(key));
    });
}

function adopted(address: Address, create: UnknownCreate, live: Live, now: Date): LedgerChange {
  const entry = {
    uid: live.marker?.op ?? create.op,
    kind: live.kind,
    id: live.id,
    ...(live.edge_id === undefined ? {} : { edge_id: live.edge_id }),
    observed: toLedgerForm(live.spec, () => undefined),
    observed_at: now.toISOString(),
    is_protected: false,
  };
  return { change: 'put', address, entry };
}
