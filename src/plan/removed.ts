import { hideLike } from '../derive/kept.ts';
import { liveHash } from '../derive/live-hash.ts';
import { kinds } from '../kinds/index.ts';
import type { Live } from '../model/live.ts';
import type { FieldChange, Step } from '../model/plan.ts';
import type { Spec, Value } from '../model/value.ts';
import { fieldChange } from './change.ts';
import { withExposure } from './exposure.ts';
import type { Planning } from './input.ts';
import type { Pair } from './pair.ts';
import { deleteRequest, updateRequest } from './requests.ts';
import { retiredModule } from './retire-module.ts';
import { keyOf, makeStep } from './step.ts';
import { removedWays } from './ways-out.ts';

type Removed = Extract<Pair, { type: 'removed' }>;

/** What becomes of a resource that the ledger knows and that is no longer written down. */
export function removedStep(planning: Planning, pair: Removed): Step {
  const { address, entry, live } = pair;
  const { kind } = entry;
  const base = { address, kind, ...keyOf(entry) };
  if (live === 'missing') {
    return makeStep(planning, {
      ...base,
      action: 'forget',
      reason: 'it is gone, here and there; only the ledger changes',
    });
  }
  const seen = { ...base, liveHash: liveHash(live, undefined, entry.applied) };
  const decision = planning.removed.find((document) => document.address === address);
  if (decision?.then === 'forget') {
    return makeStep(planning, {
      ...seen,
      action: 'forget',
      reason: 'no longer managed; it stays live as it is',
    });
  }
  if (decision !== undefined) return retireStep(planning, pair, live, seen);
  if (kinds[kind].operations.delete !== undefined) {
    return makeStep(planning, {
      ...seen,
      action: 'delete',
      reason: 'no longer written down',
      requests: [deleteRequest(kind, keyOf(entry))],
    });
  }
  return makeStep(planning, {
    ...seen,
    action: 'blocked',
    reason: `no longer written down, and the API cannot delete a ${kinds[kind].title}`,
    waysOut: removedWays(address, kind),
  });
}

/** Disables what serves and what transforms, and leaves on what protects: the match stays occupied, by nothing. */
function retireStep(
  planning: Planning,
  { address, entry }: Removed,
  live: Live,
  seen: Pick<Step, 'address' | 'kind' | 'liveHash'>,
): Step {
  const { kind } = entry;
  if (
    kinds[kind].operations.update === undefined ||
    Object.values(kinds[kind].fields).every(({ type }) => type !== 'module')
  ) {
    const reason = `a ${kinds[kind].title} has nothing that an update could disable`;
    return makeStep(planning, {
      ...seen,
      action: 'blocked',
      reason,
      waysOut: [`use \`then: forget\` for \`${address}\``],
    });
  }
  const body: Record<string, Value> = {};
  const changes: FieldChange[] = [];
  for (const [name, field] of Object.entries(kinds[kind].fields)) {
    const value = live.spec[name];
    if (field.type !== 'module') {
      if (value !== undefined && field.inPath !== true) body[name] = value;
      continue;
    }
    if (value === undefined || field.module.role === 'protecting' || (value as Spec)['enabled'] === false)
      continue;
    const retired = retiredModule(planning, { address, name, field, live, entry });
    if ('problem' in retired) {
      return makeStep(planning, {
        ...seen,
        action: 'blocked',
        reason: retired.problem,
        waysOut: [`write \`then: disable-bare\` to disable it without its configuration, which is then lost`],
      });
    }
    body[name] = retired.body;
    changes.push(
      fieldChange(
        { path: [name, 'enabled'], field: undefined, before: true, after: false },
        { cause: 'removed' },
      ),
    );
  }
  const predicted = { ...live.spec, ...body };
  const step = makeStep(planning, {
    ...seen,
    ...keyOf(entry),
    action: 'retire',
    reason: 'no longer written down: disabled, since it cannot be deleted; its match stays occupied',
    changes,
    requests: changes.length === 0 ? [] : [updateRequest(kind, keyOf(entry), body)],
    predicted,
  });
  return withExposure(planning, step, hideLike(live.spec, entry.applied), predicted);
}

/** An orphan is forgotten when it is gone; until then it is a note of every plan. */
export function orphanSteps(
  planning: Planning,
  { address, orphan, live }: Extract<Pair, { type: 'orphan' }>,
): readonly Step[] {
  const { kind, id, how, since } = orphan;
  if (live === 'missing') {
    return [
      makeStep(planning, {
        address,
        kind,
        id,
        action: 'forget',
        reason: 'the orphan is gone; only the ledger changes',
      }),
    ];
  }
  planning.found.push({
    topic: 'orphan',
    address,
    text: `${how} ${since}, still live as ${id}: delete it in the dashboard, or \`formerly:\` takes it back`,
  });
  return [];
}
