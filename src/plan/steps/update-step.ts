import type { Step } from '../../model/plan/step.ts';
import { kinds } from '../../kinds/index.ts';
import { exposing, exposureOf } from '../exposure/exposure.ts';
import type { Planning } from '../input.ts';
import { baseOf, hiddenLive, type FoundPair } from './managed-steps.ts';
import { updateRequest } from './requests.ts';
import { objectKey, makeStep } from './step.ts';
import type { FieldResult } from '../compare/three-way.ts';
import { withServiceDefaults } from '../compare/service-defaults.ts';
import { otherSenders } from '../exposure/access/signing-secret.ts';
import {
  guardsLostSinceApplied,
  possibleExposureOf,
  withPossibleExposure,
} from '../exposure/possible-exposure.ts';
import { updateBody } from './update-body.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import { dashboardFirst, secretRemedies } from '../finish/remedies.ts';

interface Fields {
  readonly sent: readonly FieldResult[];
  /** Drifted and kept. */
  readonly held: readonly FieldResult[];
}

/** The single PATCH of a resource, or a blocked step with the reason why there is none. */
export function updateStep(planning: Planning, pair: FoundPair, { sent, held }: Fields): Step {
  const { desired, live } = pair;
  const { address, kind } = desired;
  const changes = sent.flatMap((result) => result.changes);
  const blocked = (reason: StepReason, remedies: readonly Remedy[]): Step =>
    makeStep(planning, { ...baseOf(pair), changes, action: 'blocked', reason, remedies });
  const names = sent.map(({ name }) => name);
  if (kinds[kind].operations.update === undefined) {
    return blocked({ code: 'cannot-change', kind, fields: names }, dashboardFirst(desired));
  }
  if (!live.isManageable) {
    return blocked({ code: 'cannot-change-type', id: live.id }, [{ code: 'remove-and-forget', address }]);
  }
  const now = hiddenLive(pair);
  const made = updateBody(planning, { ...pair, live: { ...live, spec: now } }, { sent, held });
  if ('problem' in made) return blocked(made.problem, made.remedies ?? secretRemedies(address));
  const step = makeStep(planning, {
    ...baseOf(pair),
    action: 'update',
    reason: { code: isReverting(sent) ? 'reverts' : 'differs', fields: names },
    changes: [...changes, ...made.lost],
    requests: [updateRequest(kind, objectKey(live), made.body)],
    predicted: { ...now, ...made.body },
    desired: desired.spec,
    ...(isReverting(sent) ? { since: pair.entry.observed_at } : {}),
    ...(held.length === 0 ? {} : { drifted: held.map(({ name }) => name) }),
  });
  const after = { ...now, ...withServiceDefaults(made.body, now, pair.entry) };
  const more = [...otherSenders(pair.entry, now, after), ...guardsLostSinceApplied(pair.entry, now, after)];
  const checked = exposing(planning, step, exposureOf(kind, now, after, more));
  return withPossibleExposure(checked, possibleExposureOf(now, after, pair.entry));
}

function isReverting(sent: readonly FieldResult[]): boolean {
  return sent.some(({ verdict }) => verdict === 'outside' || verdict === 'conflict');
}
