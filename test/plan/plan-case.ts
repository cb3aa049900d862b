import { readdirSync, readFileSync } from 'node:fs';
import { createHmac } from 'node:crypto';
import { parse } from 'yaml';
import { hideLike, toLedgerForm, type Fingerprint } from '../../src/derive/forms/ledger-form.ts';
import { addressHash, ownerOf } from '../../src/derive/forms/owner-id.ts';
import { sentHash } from '../../src/derive/forms/given-up.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { LedgerSpec, LedgerEntry, LedgerState, Orphan } from '../../src/model/ledger/ledger.ts';
import type { Live, LiveState } from '../../src/model/live.ts';
import { Secret, type SecretLookup } from '../../src/model/secret.ts';
import type { JsonObject, Spec } from '../../src/model/value.ts';
import type { Approval, RemovedDocument } from '../../src/model/workspace/workspace-document.ts';
import type { Neighbor } from '../../src/plan/obstacles/neighbor.ts';
import { settleUnknownOutcomes } from '../../src/run/plan/settle-unknown-outcomes.ts';
import type { Allowance, PlanInput } from '../../src/plan/input.ts';
import { desiredOf } from './desired-of.ts';
import { liveSpec, written } from './written.ts';
import type { Address } from '../../src/model/workspace/address.ts';

type ByAddress<T> = Readonly<Record<string, T>>;

/**
 * A plan case. `was` gives the applied, observed, live and declared state at once; the other keys override one of them
 * by top-level field, where null removes a field. `desired: {address: null}` removes a whole resource from the files,
 * `live: {address: missing}` is a 404.
 */
export interface PlanCase {
  readonly name: string;
  readonly was?: ByAddress<JsonObject>;
  readonly desired?: ByAddress<JsonObject | null>;
  readonly live?: ByAddress<JsonObject | 'missing'>;
  /** `null`: the object was adopted and nothing was applied to it yet. */
  readonly applied?: ByAddress<JsonObject | null>;
  readonly observed?: ByAddress<JsonObject>;
  /** By field: how often the declared value was sent without the service keeping it. */
  readonly unkept?: ByAddress<Readonly<Record<string, number>>>;
  /** By address of the ledger: the live object that `adopt:` names to replace one that is gone. */
  readonly successors?: ByAddress<JsonObject>;
  readonly orphans?: ByAddress<JsonObject | 'missing'>;
  /** The bodies of creates with an unknown outcome, sent on 2026-03-01. */
  readonly unknown?: ByAddress<JsonObject>;
  /** The ids that the responses to some of them name. */
  readonly answered?: ByAddress<string>;
  /** By address of the ledger: the fields of an update that got no response, sent on 2026-03-01T12:00:00Z. */
  readonly lost?: ByAddress<JsonObject | 'delete'>;
  readonly listed?: readonly Listed[];
  readonly adopt?: ByAddress<string>;
  /** By address: the value of `from` in its line under `adopt:`. */
  readonly from?: ByAddress<string>;
  /** By address: the owner in the live object's marker, an environment or 16 hexadecimal digits. */
  readonly owners?: ByAddress<string>;
  /** The other environments of the workspace, by name. */
  readonly neighbors?: ByAddress<{
    /** Ids by address; left out if that environment's ledger is not available. */
    readonly ledger?: ByAddress<string>;
    /** Routes in that ledger, by address, with `id` and `edge_id`. */
    readonly routes?: ByAddress<JsonObject & { readonly id: string; readonly edge_id: string }>;
    /** Routes and endpoints that its files declare. */
    readonly declared?: ByAddress<JsonObject>;
    readonly retired?: ByAddress<string>;
    readonly forgotten?: ByAddress<string>;
    readonly adopt?: ByAddress<string>;
    /** By address, the nonces of creates without a response. */
    readonly lost?: ByAddress<string>;
  }>;
  readonly formerly?: ByAddress<readonly string[]>;
  readonly labels?: ByAddress<ByAddress<string>>;
  readonly protected?: readonly string[];
  readonly removed?: ByAddress<RemovedDocument['then']>;
  readonly approvals?: readonly ByAddress<string>[];
  readonly secrets?: ByAddress<string>;
  /** Whether there is a fingerprint key. */
  readonly key?: boolean;
  readonly drift?: 'report' | 'revert';
  /** RFC 3339; every object was written at 2026-03-01T12:00:00Z. Default: long after that. */
  readonly now?: string;
  readonly marker?: boolean;
  readonly safety?: Partial<PlanInput['settings']['safety']>;
  readonly allow?: Partial<Allowance>;
  readonly only?: readonly string[];
  /** Steps, changes, requests, refusals and notes, as `showPlan` writes them. */
  readonly expect: string;
  readonly exit?: number;
  readonly detailedExit?: number;
  /** Strings that the printed plan must contain. */
  readonly says?: readonly string[];
  readonly saysNot?: readonly string[];
}

interface Listed {
  readonly kind: KindName;
  readonly id: string;
  readonly spec: JsonObject;
  readonly type?: string;
  /** The address that its marker names. */
  readonly marker?: string;
  /** The owner in the marker, if it is not this environment. */
  readonly owner?: string;
  /** Whether its marker has the nonce of the create under `unknown`. */
  readonly isLost?: true;
  /** The edge that serves it, and the URL. */
  readonly served?: Live['served'];
}

const folder = new URL('cases/', import.meta.url);

export const lineage = '7c0e0000-0000-4000-8000-000000000001';
const observedAt = '2026-03-01T12:00:00Z';

/** All cases, by file; read once for all tests of a process. */
export function planCases(): readonly (readonly [file: string, PlanCase])[] {
  return (all ??= readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const cases = parse(readFileSync(new URL(file, folder), 'utf8')) as readonly PlanCase[];
      return cases.map((one) => [file.replace(/\.yaml$/, ''), one] as const);
    }));
}

let all: ReturnType<typeof planCases> | undefined;

export function baseInput(one: PlanCase): PlanInput {
  const secrets: SecretLookup = (name) => {
    const value = one.secrets?.[name];
    return value === undefined ? undefined : new Secret(value);
  };
  const desired = desiredIn(one);
  const fingerprint: PlanInput['fingerprint'] =
    one.key === true ? (uid, path, value) => fingerprintOf(uid)(path, value) : undefined;
  const { ledger, live } = settleUnknownOutcomes(
    { ledger: ledgerIn(one), live: liveIn(one) },
    {
      readAt: new Date(one.now ?? observedAt),
      declared: new Set(desired.map(({ address }) => address)),
      secrets,
      fingerprint,
    },
  );
  return {
    desired,
    live,
    ledger,
    neighbors: neighborsIn(one),
    ...(one.now === undefined ? {} : { now: new Date(one.now) }),
    environment: { name: 'production', adopt: adoptionsIn(one), drift: one.drift ?? 'report' },
    settings: {
      safety: { max_deletes: 0, max_changed_percent: 100, protect: [], ...one.safety },
      marker: one.marker ?? true,
    },
    removed: Object.entries(one.removed ?? {}).map(
      ([address, then]) => ({ kind: 'removed', address, then }) as unknown as RemovedDocument,
    ),
    approvals: (one.approvals ?? []).map(
      (approval) =>
        ({
          kind: 'approval',
          document: { source: { path: 'resources/approvals.yaml', text: '' } },
          kindNode: { start: 0 },
          environment: undefined,
          reason: 'a test',
          ...approval,
        }) as unknown as Approval,
    ),
    secrets,
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(one.only === undefined ? {} : { only: one.only }),
    allow: { exposure: [], empty: true, ...one.allow },
  };
}

/** A short fingerprint for tests, which never contains the value. */
export function fingerprintOf(uid: string): Fingerprint {
  return (path, value) =>
    createHmac('sha256', 'a key')
      .update(JSON.stringify([uid, path, value.reveal()]))
      .digest('hex')
      .slice(0, 32);
}

function kindOf(address: string): KindName {
  return address.slice(0, address.indexOf('/')) as KindName;
}

export function idOf(address: string): string {
  const kind = kindOf(address);
  return `${kinds[kind].idPrefix}${address.slice(kind.length + 1).replaceAll('-', '')}`;
}

function merged(...layers: readonly (JsonObject | null | undefined)[]): JsonObject {
  const entries = new Map(layers.flatMap((layer) => Object.entries(layer ?? {})));
  return Object.fromEntries([...entries].filter(([, value]) => value !== null));
}

function desiredIn({ was = {}, desired = {}, formerly = {}, labels = {} }: PlanCase): PlanInput['desired'] {
  return [...new Set([...Object.keys(was), ...Object.keys(desired)])]
    .filter((address) => desired[address] !== null)
    .map((address) =>
      desiredOf(address as Address, merged(was[address], desired[address]), {
        formerly: formerly[address] ?? [],
        labels: labels[address] ?? {},
      }),
    );
}

function liveIn(one: PlanCase): LiveState {
  const { was = {}, live = {}, orphans = {}, adopt = {} } = one;
  const known = new Map<Address, Live | 'missing'>();
  for (const address of new Set([...Object.keys(was), ...Object.keys(live), ...Object.keys(adopt)])) {
    const now = live[address];
    const isMissing = now === 'missing' || (now === undefined && was[address] === undefined);
    const spec = merged(was[address], now === 'missing' ? undefined : now);
    const id = was[address] === undefined ? adopt[address]?.split('/').at(-1) : undefined;
    known.set(
      address as Address,
      isMissing
        ? 'missing'
        : liveObject(one, kindOf(address), id ?? idOf(address), spec, ownerIn(one, address)),
    );
  }
  for (const [address, spec] of Object.entries(one.successors ?? {})) {
    const id = adopt[address]?.split('/').at(-1) ?? '';
    known.set(address as Address, liveObject(one, kindOf(address), id, spec, ownerIn(one, address)));
  }
  const lost = Object.entries(orphans).map(([address, spec]): [Address, Live | 'missing'] => [
    address as Address,
    spec === 'missing' ? spec : liveObject(one, kindOf(address), idOf(address), spec, ownerIn(one, address)),
  ]);
  const listed = (one.listed ?? []).map((item) => liveObject(one, item.kind, item.id, item.spec, item));
  return { listed, known, orphans: new Map(lost) };
}

function liveObject(
  one: PlanCase,
  kind: KindName,
  id: string,
  answered: JsonObject,
  more: Partial<Listed> = {},
): Live {
  const { type = 'cloud', ...spec } = answered;
  const isManageable = kind !== 'endpoint' || (more.type ?? type) === 'cloud';
  const edge = answered['edge_id'];
  const marker =
    more.marker === undefined
      ? {}
      : {
          marker: {
            owner: markerOwner(more.owner ?? 'production'),
            address: addressHash(more.marker),
            op: (more.isLost === true ? 'a' : '0').repeat(32),
          },
        };
  return {
    kind,
    id,
    ...(typeof edge === 'string' ? { edge_id: edge } : {}),
    spec: liveSpec(kind, spec, one.secrets ?? {}),
    ...marker,
    isManageable: isManageable && more.served === undefined,
    ...(more.served === undefined ? {} : { served: more.served }),
  };
}

function ownerIn({ owners = {} }: PlanCase, address: string): Partial<Listed> {
  const owner = owners[address];
  return owner === undefined ? {} : { marker: address, owner };
}

function markerOwner(name: string): string {
  return /^[0-9a-f]{16}$/.test(name) ? name : ownerOf(lineage, name);
}

function declaredOf(kind: KindName, declared: ByAddress<JsonObject>): NonNullable<Neighbor['routes']> {
  return Object.entries(declared)
    .filter(([address]) => address.startsWith(`${kind}/`))
    .map(([address, spec]) => ({ address: address as Address, kind, spec }));
}

function neighborsIn({ neighbors = {} }: PlanCase): readonly Neighbor[] {
  return Object.entries(neighbors).map(
    ([name, { ledger, routes = {}, declared = {}, retired = {}, forgotten = {}, adopt = {}, lost = {} }]) => {
      const ids = (all: ByAddress<string>): Record<Address, { readonly id: string }> =>
        Object.fromEntries(Object.entries(all).map(([address, id]) => [address, { id }]));
      const orphans = (
        all: ByAddress<string>,
        how: Orphan['how'],
      ): [string, { id: string; how: Orphan['how'] }][] =>
        Object.entries(all).map(([address, id]) => [address, { id, how }]);
      return {
        name,
        routes: declaredOf('https-route', declared),
        endpoints: declaredOf('endpoint', declared),
        adopt: Object.entries(adopt).map(([address, id]) => ({ address: address as Address, id })),
        ledger:
          ledger === undefined
            ? undefined
            : {
                api: 'http://127.0.0.1:4040',
                resources: {
                  ...ids(ledger),
                  ...Object.fromEntries(
                    Object.entries(routes).map(([address, { id, edge_id, ...observed }]) => [
                      address,
                      { id, edge_id, kind: 'https-route' as const, observed },
                    ]),
                  ),
                },
                orphans: Object.fromEntries([
                  ...orphans(retired, 'retired'),
                  ...orphans(forgotten, 'forgotten'),
                ]),
                unknown: Object.fromEntries(Object.entries(lost).map(([address, op]) => [address, { op }])),
              },
      };
    },
  );
}

function ledgerIn(one: PlanCase): LedgerState {
  const { was = {}, orphans = {} } = one;
  const resources = Object.entries(was).map(
    ([address, spec]) => [address, entryOf(one, address, spec)] as const,
  );
  const lost = Object.entries(orphans).map(([address, spec]): readonly [string, Orphan] => [
    address,
    { ...entryOf(one, address, spec === 'missing' ? {} : spec), since: observedAt, how: 'forgotten' },
  ]);
  return {
    format: 1,
    environment: 'production',
    lineage,
    serial: 7,
    fence: 3,
    api: 'http://127.0.0.1:4040',
    resources: Object.fromEntries(resources),
    orphans: Object.fromEntries(lost),
    ...(one.unknown === undefined ? {} : { unknown: unknownIn(one.unknown, one.answered) }),
    ...(one.lost === undefined ? {} : { unsettled: lostIn(one, one.lost) }),
  };
}

function lostIn(
  { secrets = {}, key }: PlanCase,
  lost: NonNullable<PlanCase['lost']>,
): NonNullable<LedgerState['unsettled']> {
  const lookup: SecretLookup = (name) =>
    secrets[name] === undefined ? undefined : new Secret(secrets[name]);
  return Object.fromEntries(
    Object.entries(lost).map(([name, sent], index) => {
      const address = name as Address;
      const about = { address, id: idOf(address), since: observedAt };
      const print = key === true ? fingerprintOf(`uid-of-${address}`) : undefined;
      return [
        String(index).repeat(32),
        sent === 'delete'
          ? { ...about, action: 'delete' as const }
          : {
              ...about,
              action: 'update' as const,
              sent: toLedgerForm(written(kindOf(address), sent), lookup, print),
            },
      ];
    }),
  );
}

function unknownIn(
  creates: ByAddress<JsonObject>,
  answered: ByAddress<string> = {},
): NonNullable<LedgerState['unknown']> {
  return Object.fromEntries(
    Object.entries(creates).map(([address, identity]) => [
      address,
      {
        kind: kindOf(address),
        op: 'a'.repeat(32),
        identity,
        since: observedAt,
        ...(answered[address] === undefined ? {} : { answered: answered[address] }),
        ...(typeof identity['edge_id'] === 'string' ? { edge_id: identity['edge_id'] } : {}),
      },
    ]),
  );
}

/** The ledger entry after `was` was applied, with the former secrets, which the case declares as `was:<NAME>`. */
function entryOf(one: PlanCase, address: string, spec: JsonObject): LedgerEntry {
  const kind = kindOf(address);
  const secrets = one.secrets ?? {};
  const then: SecretLookup = (name) => {
    const value = secrets[`was:${name}`] ?? secrets[name];
    return value === undefined ? undefined : new Secret(value);
  };
  const print = one.key === true ? fingerprintOf(`uid-of-${address}`) : undefined;
  const sent: Spec = written(kind, merged(spec, one.applied?.[address]));
  const answered = liveSpec(kind, merged(spec, one.observed?.[address]), secrets);
  const applied: { applied?: LedgerSpec } =
    one.applied?.[address] === null ? {} : { applied: toLedgerForm(sent, then, print) };
  const edge = spec['edge_id'];
  return {
    uid: `uid-of-${address}`,
    kind,
    id: idOf(address),
    ...(typeof edge === 'string' ? { edge_id: edge } : {}),
    ...applied,
    observed: toLedgerForm(hideLike(answered, sent), then, print),
    ...unkeptIn(one, address),
    observed_at: observedAt,
    is_protected: one.protected?.includes(address) ?? false,
  };
}

function unkeptIn(
  { was = {}, desired = {}, unkept = {} }: PlanCase,
  address: string,
): Pick<LedgerEntry, 'unkept'> {
  const counted = unkept[address];
  if (counted === undefined) return {};
  const changed = desired[address];
  const declared: Spec = changed === null ? {} : written(kindOf(address), merged(was[address], changed));
  const entries = Object.entries(counted).map(
    ([name, times]) => [name, { sent: sentHash(declared[name]), times }] as const,
  );
  return { unkept: Object.fromEntries(entries) };
}

function adoptionsIn({ adopt = {}, from = {} }: PlanCase): PlanInput['environment']['adopt'] {
  return Object.entries(adopt).map(([address, written]) => {
    const [first = '', second] = written.split('/');
    const ids = second === undefined ? { id: first } : { id: second, edge_id: first };
    return {
      address: address as Address,
      ...ids,
      ...(from[address] === undefined ? {} : { from: from[address] }),
      place: { source: { path: 'environments/production.yaml', text: '' }, start: 0, end: 0 },
    };
  });
}
