import { identityKeys } from '../derive/identity.ts';
import type { KindName } from '../kinds/kind.ts';
import type { KeptSpec, LedgerState } from '../model/ledger.ts';
import type { Step } from '../model/plan.ts';
import type { Spec } from '../model/value.ts';

/** Steps that may run at the same time; each group begins when the one before has ended. */
export type Groups = readonly (readonly Step[])[];

/**
 * What is only recorded, then endpoint creates, TLS edge creates, route creates, updates that tighten or do neither,
 * updates that loosen, deletes (APPLY.md, section 5), and last those that wait for another step.
 */
export function groupsOf(steps: readonly Step[], waits: Waits): Groups {
  const groups: Step[][] = Array.from({ length: 7 }, () => []);
  for (const step of steps) if (!waits.has(step)) groups[groupOf(step)]?.push(step);
  return [...groups.filter((group) => group.length > 0), ...waitingGroups(steps, waits)];
}

const createOrder: Readonly<Record<KindName, number>> = { endpoint: 1, 'tls-edge': 2, 'https-route': 3 };

function groupOf(step: Step): number {
  if (step.requests.length === 0) return 0;
  switch (step.action) {
    case 'create':
      return createOrder[step.kind];
    case 'update':
    case 'retire':
      return step.exposure === undefined ? 4 : 5;
    case 'delete':
      return 6;
    case 'adopt':
    case 'forget':
    case 'keep':
    case 'drift':
    case 'blocked':
      return 0;
  }
}

/** The steps that a step must not overtake. */
export type Waits = ReadonlyMap<Step, readonly Step[]>;

/**
 * A step that takes a URL, a match or a hostport which another one of this plan gives up must come after it: the service
 * lets nobody hold it twice.
 */
export function waitsOf(steps: readonly Step[], ledger: LedgerState): Waits {
  const givenUp = new Map<string, Step[]>();
  for (const step of steps) {
    if (step.requests.length === 0 || (step.action !== 'delete' && step.action !== 'update')) continue;
    const entry = ledger.resources[step.address] ?? ledger.resources[step.formerly ?? step.address];
    const claims = new Set(step.action === 'update' ? keysOf(step.kind, step.desired) : []);
    for (const key of keysOf(step.kind, entry?.observed)) {
      if (!claims.has(key)) givenUp.set(key, [...(givenUp.get(key) ?? []), step]);
    }
  }
  const waits = new Map<Step, readonly Step[]>();
  for (const step of steps) {
    if (step.requests.length === 0 || (step.action !== 'create' && step.action !== 'update')) continue;
    const before = keysOf(step.kind, step.desired).flatMap((key) => givenUp.get(key) ?? []);
    const others = before.filter((other) => other !== step);
    if (others.length > 0) waits.set(step, others);
  }
  return waits;
}

function keysOf(kind: KindName, spec: Spec | KeptSpec | undefined): readonly string[] {
  return identityKeys(kind, spec ?? {}).map((key) => `${kind} ${key}`);
}

/** Layer by layer. Steps that wait for each other in a circle come last, together: the service will refuse them. */
function waitingGroups(steps: readonly Step[], waits: Waits): Groups {
  const groups: (readonly Step[])[] = [];
  let rest = steps.filter((step) => waits.has(step));
  while (rest.length > 0) {
    const open = new Set(rest);
    const free = rest.filter((step) => !(waits.get(step) ?? []).some((other) => open.has(other)));
    groups.push(free.length > 0 ? free : rest);
    rest = free.length > 0 ? rest.filter((step) => !free.includes(step)) : [];
  }
  return groups;
}
