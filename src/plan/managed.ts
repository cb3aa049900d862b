import { liveHash } from '../derive/live-hash.ts';
import { hideLike } from '../derive/kept.ts';
import { kinds } from '../kinds/index.ts';
import type { Live } from '../model/live.ts';
import type { FieldChange, Step } from '../model/plan.ts';
import type { Spec } from '../model/value.ts';
import { createStep } from './create.ts';
import { withExposure } from './exposure.ts';
import { consentFor, type Planning } from './input.ts';
import { noteFields, noteUnmanagedModules } from './note-fields.ts';
import type { Pair } from './pair.ts';
import { updateRequest } from './requests.ts';
import { isProtected, keyOf, makeStep, originOf } from './step.ts';
import { compareFields, isUntouched, type FieldResult, type Sides } from './three-way.ts';
import { updateBody } from './update-body.ts';
import { dashboardFirst, holdWays, movedWays, takeOutWays } from './ways-out.ts';

type Managed = Extract<Pair, { type: 'managed' }>;
type Found = Managed & { readonly live: Live };

/** The steps of a resource that is written down and that the ledger knows. */
export function managedSteps(planning: Planning, pair: Managed): readonly Step[] {
  if (pair.live === 'missing') return [missingStep(planning, pair)];
  const found: Found = { ...pair, live: pair.live };
  const sides: Sides = {
    desired: pair.desired,
    live: pair.live.spec,
    entry: pair.entry,
    eyes: {
      secrets: planning.secrets,
      fingerprint:
        planning.fingerprint && ((path, value) => planning.fingerprint?.(pair.entry.uid, path, value)),
    },
  };
  const moved = movedStep(planning, found);
  if (moved !== undefined) return [moved];
  if (isUntouched(sides)) {
    noteUnmanagedModules(planning, sides);
    return [keepStep(planning, found)];
  }
  const results = compareFields(sides, kinds[pair.desired.kind].fields);
  noteFields(planning, pair.desired.address, pair.entry.observed_at, results);
  noteUnmanagedModules(planning, sides);
  return stepsFor(planning, found, results);
}

/** Our changes in one step, what is held in another; a conflict blocks the whole object, since it is sent in one request. */
function stepsFor(planning: Planning, pair: Found, results: readonly FieldResult[]): readonly Step[] {
  const ours = results.filter(({ verdict }) => verdict === 'send' || verdict === 'take-out');
  const outside = results.filter(({ verdict }) => verdict === 'outside');
  const conflicts = results.filter(({ verdict }) => verdict === 'conflict');
  const stuck = results.filter(({ verdict }) => verdict === 'cannot-take-out');
  if (stuck.length > 0) return [stuckStep(planning, pair, stuck)];
  const held = outside.length === 0 ? undefined : holdStep(planning, pair, outside);
  const conflict =
    conflicts.length === 0 ? undefined : conflictStep(planning, pair, [...conflicts, ...outside]);
  const isRestored = (step: Step | undefined): boolean =>
    step !== undefined && (planning.environment.drift === 'restore' || consentFor(planning, 'restore', step));
  if (conflict !== undefined && !isRestored(conflict)) return [conflict];
  const isHeld = held !== undefined && conflict === undefined && !isRestored(held);
  const sent = [...ours, ...conflicts, ...(isHeld ? [] : outside)];
  const update =
    sent.length === 0 ? undefined : updateStep(planning, pair, { sent, held: isHeld ? outside : [] });
  const steps = [update, isHeld ? held : undefined].filter((step) => step !== undefined);
  return steps.length > 0 ? steps : [keepStep(planning, pair)];
}

function updateStep(
  planning: Planning,
  pair: Found,
  { sent, held }: { readonly sent: readonly FieldResult[]; readonly held: readonly FieldResult[] },
): Step {
  const { desired, live } = pair;
  const { address, kind } = desired;
  const base = { ...baseOf(pair), changes: sent.flatMap(({ changes }) => changes) };
  if (kinds[kind].operations.update === undefined) {
    const reason = `the API cannot change a ${kinds[kind].title} (API ${kinds[kind].operations.get.section})`;
    return makeStep(planning, { ...base, action: 'blocked', reason, waysOut: dashboardFirst(desired) });
  }
  const made = updateBody(planning, pair, { sent, held });
  if ('problem' in made) {
    return makeStep(planning, {
      ...base,
      action: 'blocked',
      reason: made.problem,
      waysOut: takeOutWays(address),
    });
  }
  const step = makeStep(planning, {
    ...base,
    action: 'update',
    reason: `changes ${reasonOf(sent)}`,
    requests: [updateRequest(kind, keyOf(live), made.body)],
    predicted: { ...live.spec, ...made.body },
    desired: desired.spec,
  });
  return withExposure(planning, step, hidden(pair), made.after);
}

function holdStep(planning: Planning, pair: Found, outside: readonly FieldResult[]): Step {
  const { entry } = pair;
  const step = makeStep(planning, {
    ...baseOf(pair),
    action: 'hold',
    reason: 'changed outside, and not undone',
    changes: outside.flatMap(({ changes }) => changes),
    since: entry.observed_at,
  });
  return { ...step, waysOut: holdWays(step, planning.environment.name) };
}

function conflictStep(planning: Planning, pair: Found, results: readonly FieldResult[]): Step {
  const { entry, desired } = pair;
  const names = results.map(({ name }) => `\`${name}\``).join(', ');
  const step = makeStep(planning, {
    ...baseOf(pair),
    action: 'blocked',
    reason: `${names}: changed in the files and outside too`,
    changes: results.flatMap(({ changes }) => changes),
    since: entry.observed_at,
    desired: desired.spec,
  });
  return { ...step, waysOut: holdWays(step, planning.environment.name) };
}

function stuckStep(planning: Planning, pair: Found, stuck: readonly FieldResult[]): Step {
  const names = stuck.map(({ name }) => `\`${name}\``).join(', ');
  return makeStep(planning, {
    ...baseOf(pair),
    action: 'blocked',
    reason: `${names} was taken out of the files, and no value that the API takes means "none" (API 4.4, 4.10)`,
    changes: stuck.flatMap(({ changes }) => changes),
    waysOut: ['write the value that you want instead'],
  });
}

/** `edge_id` stands in the path of a route: there is no request that moves it. */
function movedStep(planning: Planning, pair: Found): Step | undefined {
  const { desired, live, entry } = pair;
  const { parent } = kinds[desired.kind];
  const wanted = parent === undefined ? undefined : desired.spec[parent.field];
  const now = live.edge_id ?? entry.edge_id;
  if (parent === undefined || wanted === undefined || wanted === now) return undefined;
  const origin = originOf(desired, [parent.field]);
  const change: FieldChange = {
    path: parent.field,
    cause: 'configuration',
    after: String(wanted),
    isSecret: false,
    origin,
  };
  return makeStep(planning, {
    ...baseOf(pair),
    action: 'blocked',
    reason: `\`${parent.field}\` cannot change: a route stays on its edge (API 4.10)`,
    changes: [now === undefined ? change : { ...change, before: now }],
    waysOut: movedWays(desired),
  });
}

/** A 404 for what the ledger knows: it is never made again unasked. */
function missingStep(planning: Planning, pair: Managed): Step {
  const { desired, entry, formerly } = pair;
  const { address, kind } = desired;
  const { drift, name } = planning.environment;
  const since = entry.observed_at;
  const step = makeStep(planning, {
    address,
    kind,
    ...keyOf(entry),
    action: drift === 'hold' ? 'hold' : 'blocked',
    reason: `it is gone: the API answers 404 for ${entry.id}`,
    origin: originOf(desired),
    since,
    ...(formerly === undefined ? {} : { formerly }),
  });
  if (consentFor(planning, 'recreate', step))
    return createStep(planning, desired, 'made again: it was gone, and a consent allows it');
  return {
    ...step,
    waysOut: [
      'if that was meant, remove the resource from the files; the ledger then forgets it',
      `to make it again: \`kind: consent\`, \`allow: recreate\`, \`address: ${address}\`, \`environment: ${name}\`, \`change: ${step.hash}\`, and a \`reason\``,
    ],
  };
}

/** Nothing is sent for it, so it carries no hash of what is live: most resources of most plans are kept. */
function keepStep({ settings }: Planning, { desired, live, formerly }: Found): Step {
  return {
    action: 'keep',
    address: desired.address,
    kind: desired.kind,
    ...keyOf(live),
    reason: formerly === undefined ? 'as written' : `renamed from \`${formerly}\`; only the ledger changes`,
    changes: [],
    requests: [],
    desired: desired.spec,
    waysOut: [],
    missingSecrets: [],
    hash: '',
    origin: originOf(desired),
    isProtected: isProtected(settings, desired.address),
    ...(formerly === undefined ? {} : { formerly }),
  };
}

function baseOf({
  desired,
  live,
  entry,
  formerly,
}: Found): Pick<Step, 'address' | 'kind' | 'id' | 'liveHash' | 'origin'> {
  return {
    address: desired.address,
    kind: desired.kind,
    ...keyOf(live),
    origin: originOf(desired),
    liveHash: liveHash(live, desired.spec, entry.applied),
    ...(formerly === undefined ? {} : { formerly }),
  };
}

function hidden({ live, desired, entry }: Found): Spec {
  return hideLike(hideLike(live.spec, desired.spec), entry.applied);
}

function reasonOf(sent: readonly FieldResult[]): string {
  const names = sent.map(({ name }) => name);
  const restored = sent.filter(({ verdict }) => verdict === 'outside' || verdict === 'conflict');
  const list =
    names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
  return restored.length > 0 ? `${list}: undoes an outside change` : list;
}
