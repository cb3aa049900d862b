import type { Step } from '../../src/model/plan/step.ts';
import { bodyText } from '../../src/derive/secrets/body-text.ts';
import { hideLike, toLedgerForm } from '../../src/derive/forms/ledger-form.ts';
import { toLive } from '../../src/derive/forms/read-form.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { LedgerEntry } from '../../src/model/ledger/ledger.ts';
import type { Live } from '../../src/model/live.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { Secret, type SecretLookup } from '../../src/model/secret.ts';
import type { JsonObject, Spec } from '../../src/model/value.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { plan } from '../../src/plan/plan.ts';
import { readObject } from '../../src/server/objects/stored-read-form.ts';
import type { StoredObject } from '../../src/server/state/server-state.ts';
import { desiredOf } from './desired-of.ts';
import { fingerprintOf, lineage } from './plan-case.ts';
import { written } from './written.ts';

/** How the service returns secrets, and how Edgewright can compare them. */
export interface Eyes {
  readonly answers: 'clear' | 'masked' | 'empty';
  readonly hasSecrets: boolean;
  readonly hasKey: boolean;
}

/** One resource as the service stores it and as the ledger records it. */
export interface World {
  readonly kind: KindName;
  readonly stored: JsonObject;
  readonly entry: LedgerEntry;
}

export const address = (kind: KindName): Address => `${kind}/one`;

const valueOf = (name: string): string => `the-value-of-${name}`;
const resolves: SecretLookup = (name) => new Secret(valueOf(name));
const nothing: SecretLookup = () => undefined;

/** The world right after `spec` was applied. */
export function applied(kind: KindName, spec: JsonObject, eyes: Eyes): World {
  return recorded(kind, spec, inClear(written(kind, spec)), eyes);
}

function recorded(kind: KindName, spec: JsonObject, stored: JsonObject, eyes: Eyes): World {
  const print = eyes.hasKey ? fingerprintOf('uid') : undefined;
  const sent = written(kind, spec);
  const entry: LedgerEntry = {
    uid: 'uid',
    kind,
    id: 'id_1',
    ...(typeof spec['edge_id'] === 'string' ? { edge_id: spec['edge_id'] } : {}),
    applied: toLedgerForm(sent, resolves, print),
    observed: toLedgerForm(hideLike(liveOf(kind, stored, eyes).spec, sent), resolves, print),
    observed_at: '2026-03-01T12:00:00Z',
    is_protected: false,
  };
  return { kind, stored, entry };
}

/** The plan for the spec that the files declare now. */
export function planFor(
  { kind, stored, entry }: World,
  spec: JsonObject,
  eyes: Eyes,
  drift: 'report' | 'revert' = 'report',
): Plan {
  return plan({
    desired: [desiredOf(address(kind), spec)],
    live: { listed: [], known: new Map([[address(kind), liveOf(kind, stored, eyes)]]), orphans: new Map() },
    ledger: {
      format: 1,
      environment: 'production',
      lineage,
      serial: 1,
      fence: 1,
      api: 'http://127.0.0.1:4040',
      resources: { [address(kind)]: entry },
      orphans: {},
    },
    environment: { name: 'production', adopt: [], drift },
    settings: { safety: { max_deletes: 0, max_changed_percent: 30, protect: [] }, marker: true },
    removed: [],
    approvals: [],
    secrets: eyes.hasSecrets ? resolves : nothing,
    ...(eyes.hasKey ? { fingerprint: (uid, path, value) => fingerprintOf(uid)(path, value) } : {}),
    allow: { exposure: [], empty: true },
  });
}

/** The world after the step's request: the service replaces each sent module whole, apply updates the ledger. */
export function after({ kind, stored }: World, step: Step, spec: JsonObject, eyes: Eyes): World {
  const body = step.requests[0]?.body ?? {};
  return recorded(kind, spec, { ...stored, ...inClear(body) }, eyes);
}

function liveOf(kind: KindName, spec: JsonObject, { answers }: Eyes): Live {
  const edge = spec['edge_id'];
  const object: StoredObject = {
    kind,
    id: 'id_1',
    serial: 1,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...(typeof edge === 'string' ? { edge_id: edge } : {}),
    spec,
  };
  const answer = readObject(object, { origin: 'http://127.0.0.1:4040', secrets: answers });
  return toLive(kind, kind === 'endpoint' ? { ...answer, type: 'cloud' } : answer);
}

function inClear(spec: Spec): JsonObject {
  const body = bodyText(spec, resolves);
  if ('missing' in body) throw new Error(body.missing.join());
  return JSON.parse(body.text) as JsonObject;
}

/** Whether the API can update objects of a kind. */
export function canUpdate(kind: KindName): boolean {
  return kinds[kind].operations.update !== undefined;
}
