import type { Step } from '../../model/plan/step.ts';
import { byText } from '../../text/lists/compare-texts.ts';
import { identityKeys } from '../../derive/forms/identity.ts';
import { maskedValue } from '../../derive/forms/masked.ts';
import type { ObjectChange } from '../../routing/url-spaces/routing-state.ts';
import { renamedServers, type TrafficServer } from '../../routing/traffic-server.ts';
import { protectionFields } from '../../routing/protection.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Planning } from '../input.ts';
import { formerWays } from './former-ways.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';
import { groupBy } from '../../text/lists/group-by.ts';

/** An object of the plan, with the fields that decide which URLs it serves. */
export interface Move {
  readonly address: Address;
  /** The step that sends a request; undefined if there is none. */
  readonly step: Step | undefined;
  readonly before: TrafficServer | undefined;
  /** As declared, whether or not the plan can do that. */
  readonly wanted: TrafficServer | undefined;
  /** As it is after the step. */
  readonly after: TrafficServer | undefined;
}

export interface Moves {
  readonly moves: readonly Move[];
  /** Objects that no step changes. */
  readonly still: readonly TrafficServer[];
  /** By upstream, the objects that led there when something did last. */
  readonly former: ReadonlyMap<string, TrafficServer>;
  /** The ledger's entry, by the address that the files declare. */
  readonly entryOf: (address: Address) => LedgerEntry | undefined;
}

/**
 * Splits objects into moves, which change who serves a URL or how it is protected, and all others, which are still.
 * Both are in the order of their addresses: of rules that close a circle the last is left out, whatever order the input
 * has.
 */
export function movesOf(planning: Planning, steps: readonly Step[]): Moves {
  const { live, desired, ledger } = planning;
  const { servers, renamed } = renamedServers(live, steps);
  const former = new Map([...renamed].map(([formerAddress, newAddress]) => [newAddress, formerAddress]));
  const entryOf: Moves['entryOf'] = (address) => ledger.resources[former.get(address) ?? address];
  // The steps that change or block an object.
  const open = groupBy(
    steps.filter(({ action }) => action !== 'keep' && action !== 'adopt' && action !== 'forget'),
    ({ address }) => address,
  );
  if (open.size === 0) return { moves: [], still: servers, former: new Map(), entryOf };
  const byAddress = new Map(servers.map((server) => [server.address, server]));
  const files = new Map(
    desired.filter(({ address }) => open.has(address)).map((resource) => [resource.address, resource]),
  );
  const moves = [...open].map(([address, some]) =>
    moveOf(some, { address, before: byAddress.get(address), desired: files.get(address) }),
  );
  const moving = moves.filter(isMoving).sort(inOrder);
  const moved = new Set(moving.map(({ address }) => address));
  return {
    moves: moving,
    still: servers.filter(({ address }) => !moved.has(address)).sort(inOrder),
    former: formerWays(planning),
    entryOf,
  };
}

const inOrder = byText<{ readonly address: Address }>(({ address }) => address);

interface MoveSubject {
  readonly address: Address;
  readonly before: TrafficServer | undefined;
  readonly desired: Desired | undefined;
}

function moveOf(steps: readonly Step[], { address, before, desired }: MoveSubject): Move {
  const step = steps.find(({ requests }) => requests.length > 0);
  const kind = steps[0]?.kind ?? 'endpoint';
  const after = step === undefined ? before : afterStep(step, before);
  const isOpen = steps.some(({ action }) => action === 'drift' || action === 'blocked');
  const whole = desired && { address, kind, spec: { ...before?.spec, ...desired.spec } };
  return { address, step, before, after, wanted: isOpen ? (whole ?? after) : after };
}

function afterStep(
  { action, address, kind, edge_id: edge, predicted }: Step,
  before: TrafficServer | undefined,
): TrafficServer | undefined {
  if (action === 'delete') return undefined;
  if (predicted === undefined) return before;
  return { address, kind, spec: edge === undefined ? predicted : { edge_id: edge, ...predicted } };
}

function isMoving({ before, wanted, after }: Move): boolean {
  return !areAlike(before, after) || !areAlike(before, wanted);
}

/** Whether two versions of an object serve the same URLs with the same protection. */
export function areAlike(server: TrafficServer | undefined, other: TrafficServer | undefined): boolean {
  return (
    server === other || (server !== undefined && other !== undefined && essence(server) === essence(other))
  );
}

function essence({ kind, spec }: TrafficServer): string {
  const names = [...protectionFields(kind), 'backend', 'bindings', 'pooling_enabled'];
  const values = names.map((name) => maskedValue(spec[name] ?? null));
  return canonicalJson([identityKeys(kind, spec), ...values]);
}

export function objectChangeOf({ before }: Move, after: TrafficServer | undefined): ObjectChange {
  return { ...withoutUndefined({ before, after }) };
}
