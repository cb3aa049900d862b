import type { Step } from '../../src/model/plan/step.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openWriteApi } from '../../src/remote/api/open-api.ts';
import { apply, type ApplyResult } from '../../src/apply/apply.ts';
import type { ApplyRequest } from '../../src/apply/apply-run.ts';
import { liveHash } from '../../src/derive/forms/live-hash.ts';
import { idHash } from '../../src/text/hash.ts';
import { maskedValue } from '../../src/derive/forms/masked.ts';
import { toLive } from '../../src/derive/forms/read-form.ts';
import { kinds } from '../../src/kinds/index.ts';
import { fileBackend } from '../../src/ledger/file/file-backend.ts';
import { ledgerStore } from '../../src/ledger/backend-store.ts';
import type { LedgerFiles } from '../../src/ledger/file/ledger-files.ts';
import { closedFiles } from '../ledger/closed-files.ts';
import { nodeHost } from '../../src/run/session/node-host.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { Clock } from '../../src/model/io.ts';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import type { LedgerLock, LedgerStore } from '../../src/model/ledger/ledger-store.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { Secret, type SecretLookup } from '../../src/model/secret.ts';
import type { Spec } from '../../src/model/value.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { aRun } from '../ledger/a-run.ts';
import { proxy, type Fault, type Passing } from './proxy.ts';

export interface World {
  readonly server: RunningServer;
  readonly passed: readonly Passing[];
  readonly store: LedgerStore;
  /** The ledger on disk. */
  readonly stored: () => Promise<LedgerState | undefined>;
  /** `serial`: of the plan, if it is not that of the ledger. `concurrency`: a fixed number of writes at once. */
  readonly apply: (
    steps: readonly Step[],
    more?: Partial<ApplyRequest> & { readonly serial?: number; readonly concurrency?: number },
  ) => Promise<ApplyResult>;
  readonly create: (address: Address, desired: Spec, more?: Partial<Step>) => Step;
  readonly update: (address: Address, patch: Spec, more?: Partial<Step>) => Promise<Step>;
  readonly remove: (address: Address, more?: Partial<Step>) => Promise<Step>;
  /** The step that adopts a live endpoint. */
  readonly adopt: (address: Address, id: string, desired: Spec) => Promise<Step>;
  /** Lets so many milliseconds pass. */
  readonly later: (milliseconds: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const secrets: SecretLookup = (name) =>
  ({ OIDC: new Secret('hunter2-hunter2'), ROTATED: new Secret('swordfish-swordfish') })[name];

/** A real client, the real local API, a real ledger on disk, and a proxy that fails on demand. */
export async function openWorld(
  faultOf: (passing: Passing) => Fault | Promise<Fault> = () => 'none',
  files: LedgerFiles = closedFiles,
): Promise<World> {
  const root = mkdtempSync(path.join(tmpdir(), 'apply-'));
  const server = await startServer({ store: 'memory' });
  const wire = await proxy(server.url, faultOf);
  let sequence = 0;
  const env = {
    clock: clock(),
    random: (bytes: number) => new Uint8Array(bytes).fill(++sequence % 256),
  };
  const toApi = { baseUrl: wire.url, token: undefined, timeoutMs: 60_000, ...env };
  const api = openWriteApi(toApi);
  const host = await nodeHost();
  const store = ledgerStore({
    backend: (environment) => fileBackend({ root, folder: '.edgewright', environment, files, host, env }),
  });
  const about = { environment: 'prod', lineage: 'l1', api: api.origin };
  const stored = (): Promise<LedgerState | undefined> => store.read('prod');
  const entryOf = async (address: Address): Promise<NonNullable<LedgerState['resources'][Address]>> =>
    (await stored())!.resources[address]!;

  return {
    server,
    passed: wire.passed,
    store,
    stored,
    apply: async (steps, { serial, concurrency, ...more } = {}) => {
      const lock: LedgerLock = await store.lock('prod', aRun);
      const narrow =
        concurrency === undefined
          ? undefined
          : openWriteApi({ ...toApi, concurrency: { writes: concurrency } });
      try {
        if (lock.state() === undefined) await lock.replace({ ...emptyLedger(about), serial: 1 });
        const ledger = lock.state() ?? emptyLedger(about);
        return await apply(planOf(steps, { ...ledger, ...(serial === undefined ? {} : { serial }) }), {
          api: narrow ?? api,
          lock,
          secrets,
          env,
          marker: true,
          ...more,
        });
      } finally {
        await narrow?.close();
        await lock.release();
      }
    },
    create: (address, desired, more = {}) => {
      const { edge_id: _parent, ...body } = desired;
      return step(address, 'create', {
        desired,
        predicted: desired,
        requests: [requestOf(address, 'create', body)],
        ...more,
      });
    },
    update: async (address, patch, more = {}) => {
      const { kind, id, edge_id, applied } = await entryOf(address);
      const live = toLive(
        kind,
        (await api.get({ kind, id, ...(edge_id === undefined ? {} : { edge_id }) }))!,
      );
      const desired = { ...live.spec, ...patch };
      const { edge_id: _parent, type: _type, ...body } = patch;
      return step(address, 'update', {
        id,
        ...(edge_id === undefined ? {} : { edge_id }),
        desired,
        predicted: desired,
        liveHash: liveHash(live, desired, applied),
        requests: [requestOf(address, 'update', body)],
        changes: Object.keys(patch).map((name) => ({
          path: name,
          cause: 'configuration' as const,
          isSecret: false,
          ...(live.spec[name] === undefined ? {} : { before: maskedValue(live.spec[name]) }),
        })),
        ...more,
      });
    },
    remove: async (address, more = {}) => {
      const { kind, id, applied } = await entryOf(address);
      const live = toLive(kind, (await api.get({ kind, id }))!);
      return step(address, 'delete', {
        id,
        liveHash: liveHash(live, undefined, applied),
        requests: [requestOf(address, 'delete', undefined)],
        ...more,
      });
    },
    adopt: async (address, id, desired) => {
      const live = toLive('endpoint', (await api.get({ kind: 'endpoint', id }))!);
      return step(address, 'adopt', { id, desired, liveHash: liveHash(live, desired, undefined) });
    },
    later: env.clock.sleep,
    close: async () => {
      await api.close();
      await wire.close();
      await server.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** A clock that only sleeping advances, without waiting. */
function clock(): Clock {
  let now = Date.parse('2026-01-02T03:04:05Z');
  return {
    now: () => new Date(now),
    sleep: (milliseconds) => {
      now += milliseconds;
      return Promise.resolve();
    },
  };
}

export function step(address: Address, action: Step['action'], more: Partial<Step> = {}): Step {
  return {
    action,
    address,
    kind: address.slice(0, address.indexOf('/')) as Step['kind'],
    reason: { code: 'differs', fields: [] },
    changes: [],
    requests: [],
    remedies: [],
    missingSecrets: [],
    hash: idHash(address),
    isProtected: false,
    ...more,
  };
}

function requestOf(
  address: Address,
  name: 'create' | 'update' | 'delete',
  body: Spec | undefined,
): Step['requests'][number] {
  const operation = kinds[address.slice(0, address.indexOf('/')) as Step['kind']].operations[name]!;
  return { operation, method: operation.method, path: operation.path, body };
}

export function planOf(steps: readonly Step[], { environment, lineage, serial }: LedgerState): Plan {
  const none = {
    create: 0,
    update: 0,
    delete: 0,
    adopt: 0,
    retire: 0,
    forget: 0,
    drift: 0,
    keep: 0,
    blocked: 0,
  };
  return { format: 1, environment, lineage, serial, steps, notes: [], refusals: [], summary: none };
}
