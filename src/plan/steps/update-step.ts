import { kinds } from '../../kinds/index.ts';
import type { Step } from '../../model/plan.ts';
import { capabilitySection } from './capability-section.ts';
import { exposing, exposureOf } from '../exposure/exposure.ts';
import type { Planning } from '../input.ts';
import { baseOf, hiddenLive, type Found } from './managed-steps.ts';
import { updateRequest } from './requests.ts';
import { keyOf, makeStep } from './step.ts';
import type { FieldResult } from '../compare/three-way.ts';
import { withServiceDefaults } from '../compare/service-defaults.ts';
import { otherSenders } from '../exposure/signing-secret.ts';
import { guardsLostSinceApplied, unjudgedPolicy, withUnjudged } from '../exposure/unjudged.ts';
import { updateBody } from './update-body.ts';
import { dashboardFirst, takeOutWays } from '../finish/remedies.ts';

interface Fields {
  readonly sent: readonly FieldResult[];
  /** Changed outside and left alone. */
  readonly held: readonly FieldResult[];
}

/** The one PATCH of a resource; or why there is none. */
export function updateStep(planning: Planning, pair: Found, { sent, held }: Fields): Step {
  const { desired, live } = pair;
  const { address, kind } = desired;
  const changes = sent.flatMap((result) => result.changes);
  const blocked = (reason: string, waysOut: readonly string[]): Step =>
    makeStep(planning, { ...baseOf(pair), changes, action: 'blocked', reason, waysOut });
  const { operations, title } = kinds[kind];
  if (operations.update === undefined) {
    return blocked(
      `the API cannot change ${title}s (API ${capabilitySection(kind)}): ${sent.map(({ name }) => `\`${name}\``).join(', ')}`,
      dashboardFirst(desired),
    );
  }
  if (!live.isManageable) {
    return blocked(
      `${live.id} is no cloud endpoint any more, and only those can be updated (API ${operations.update.section})`,
      [`take \`${address}\` out of the files and let it go: \`kind: removed\`, \`then: forget\``],
    );
  }
  const now = hiddenLive(pair);
  const made = updateBody(planning, { ...pair, live: { ...live, spec: now } }, { sent, held });
  if ('problem' in made) return blocked(made.problem, made.waysOut ?? takeOutWays(address));
  const step = makeStep(planning, {
    ...baseOf(pair),
    action: 'update',
    reason: reasonOf(sent),
    changes: [...changes, ...made.lost],
    requests: [updateRequest(kind, keyOf(live), made.body)],
    predicted: { ...now, ...made.body },
    desired: desired.spec,
    ...(isUndoing(sent) ? { since: pair.entry.observed_at } : {}),
    ...(held.length === 0 ? {} : { held: held.map(({ name }) => name) }),
  });
  const after = { ...now, ...withServiceDefaults(made.body, now, pair.entry) };
  const more = [...otherSenders(pair.entry, now, after), ...guardsLostSinceApplied(pair.entry, now, after)];
  const judged = exposing(planning, step, exposureOf(kind, now, after, more));
  return withUnjudged(judged, unjudgedPolicy(now, after, pair.entry));
}

function isUndoing(sent: readonly FieldResult[]): boolean {
  return sent.some(({ verdict }) => verdict === 'outside' || verdict === 'conflict');
}

function reasonOf(sent: readonly FieldResult[]): string {
  const names = sent.map(({ name }) => name);
  const list =
    names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
  return isUndoing(sent) ? `changes ${list}: undoes an outside change` : `changes ${list}`;
}
