import { createHmac } from 'node:crypto';
import { openWriteApi } from '../../src/remote/api/open-api.ts';
import { readLive } from '../../src/remote/api/read-live.ts';
import { apply, type ApplyResult } from '../../src/apply/apply.ts';
import { kindNames } from '../../src/kinds/index.ts';
import type { ReadApi, WriteApi } from '../../src/model/api.ts';
import type { Clock, Env } from '../../src/model/io.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { Secret, type SecretLookup } from '../../src/model/secret.ts';
import type { Path } from '../../src/model/value.ts';
import { plan } from '../../src/plan/plan.ts';
import { startServer, type ServerOptions } from '../../src/server/start-server.ts';
import { openInProcess, type Service } from './in-process.ts';
import { memoryLedger, type MemoryLedger } from './memory-ledger.ts';
import type { Written } from './written.ts';

/** The surroundings of one run: an empty account and an empty ledger. */
export interface Run {
  readonly server: Service;
  readonly api: WriteApi;
  readonly ledger: MemoryLedger;
  readonly plan: (written: Written, more?: PlanMore) => Promise<Plan>;
  readonly apply: (plan: Plan) => Promise<ApplyResult>;
  /** Requests since the last call, without GETs. */
  readonly writes: () => readonly string[];
  readonly secret: SecretLookup;
  /** Changes the value of a secret. */
  readonly rotate: (name: string, value: string) => void;
}

interface PlanMore {
  readonly drift?: 'report' | 'revert';
  /** Wraps the service in a different one. */
  readonly through?: (api: ReadApi) => ReadApi;
}

export interface RunOptions {
  readonly secrets: Readonly<Record<string, string>>;
  /** Whether the ledger keeps fingerprints of secrets. */
  readonly hasKey: boolean;
}

export interface World {
  readonly begin: (options: RunOptions) => Promise<Run>;
  readonly close: () => Promise<void>;
}

const lineage = 'generated-workspace';
export const environmentName = 'production';

/** One server and one client for all runs of a test file; objects of a run are deleted before the next one. */
export async function openWorld(
  options: Pick<ServerOptions, 'secrets' | 'absentInUpdate'> = {},
): Promise<World> {
  const server = await startServer({ store: 'memory', ...options });
  const env = { clock: stillClock(), random: countingBytes() };
  return worldOf(server, openWriteApi({ baseUrl: server.url, token: undefined, ...env }), env);
}

/** The same without the network, for thousands of runs. */
export function openWorldInProcess(options: Pick<ServerOptions, 'secrets' | 'absentInUpdate'> = {}): World {
  const { service, api } = openInProcess(options);
  return worldOf(service, api, { clock: stillClock(), random: countingBytes() });
}

function worldOf(server: Service, api: WriteApi & { readonly close: () => Promise<void> }, env: Env): World {
  return {
    begin: async ({ secrets, hasKey }) => {
      for (const kind of kindNames)
        for (const { id } of server.outside.objects(kind)) await server.outside.remove(kind, id);
      const values = new Map(Object.entries(secrets));
      const lookup: SecretLookup = (name) => {
        const value = values.get(name);
        return value === undefined ? undefined : new Secret(value);
      };
      const ledger = memoryLedger({ environment: environmentName, lineage });
      const about = { api, ledger, lookup, fingerprint: hasKey ? fingerprint : undefined };
      let seen = server.requests().length;
      return {
        server,
        api,
        ledger,
        plan: (written, more = {}) => planWith(about, written, more),
        apply: async (made) => {
          // Runs are an hour apart, longer than the settling time of writes.
          await env.clock.sleep(3_600_000);
          const lock = await ledger.lock();
          try {
            const { serial } = lock.state() ?? made;
            return await apply(
              { ...made, serial },
              {
                api,
                lock,
                secrets: lookup,
                env,
                marker: true,
                ...(hasKey ? { fingerprint: (uid) => (path, value) => fingerprint(uid, path, value) } : {}),
              },
            );
          } finally {
            await lock.release();
          }
        },
        writes: () => {
          const all = server.requests();
          const fresh = all.slice(seen);
          seen = all.length;
          return fresh
            .filter(({ method }) => method !== 'GET')
            .map(({ method, path }) => `${method} ${path}`);
        },
        secret: lookup,
        rotate: (name, value) => void values.set(name, value),
      };
    },
    close: async () => {
      await api.close();
      await server.close();
    },
  };
}

interface About {
  readonly api: WriteApi;
  readonly ledger: MemoryLedger;
  readonly lookup: SecretLookup;
  readonly fingerprint: typeof fingerprint | undefined;
}

/** Plans with every gate open: these tests check the steps, not the refusals. */
async function planWith(about: About, { workspace, environment, desired }: Written, more: PlanMore) {
  const { through = (api: ReadApi) => api, ...settings } = more;
  const ledger = about.ledger.state();
  const addresses = [...desired.map(({ address }) => address), ...Object.keys(ledger.resources)];
  return plan({
    desired,
    live: await readLive({ api: through(about.api), ledger, adoptions: environment.adopt }),
    ledger,
    environment: { ...environment, ...settings },
    settings: workspace.settings,
    removed: workspace.removed,
    approvals: workspace.approvals,
    secrets: about.lookup,
    ...(about.fingerprint === undefined ? {} : { fingerprint: about.fingerprint }),
    allow: {
      exposure: addresses,
      deletes: 100,
      changedPercent: 100,
      empty: true,
    },
  });
}

function fingerprint(uid: string, path: Path, value: Secret): string | undefined {
  const text = value.reveal();
  if (Buffer.byteLength(text) < 8) return undefined;
  return createHmac('sha256', 'a key')
    .update(JSON.stringify([uid, path, text]))
    .digest('hex')
    .slice(0, 32);
}

function stillClock(): Clock {
  let now = Date.parse('2026-01-02T03:04:05Z');
  return {
    now: () => new Date(now),
    sleep: (milliseconds) => {
      now += milliseconds;
      return Promise.resolve();
    },
  };
}

function countingBytes(): (bytes: number) => Uint8Array {
  let count = 0;
  return (bytes) => {
    count++;
    return Uint8Array.from({ length: bytes }, (_, index) => (count >> (8 * (index % 4))) & 0xff);
  };
}
