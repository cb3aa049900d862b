import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Desired } from '../../src/model/desired.ts';
import type { LedgerEntry, LedgerState } from '../../src/model/ledger/ledger.ts';
import type { Live } from '../../src/model/live.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import type { Spec } from '../../src/model/value.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { plan } from '../../src/plan/plan.ts';

/*
 * Run by diff-in-memory.mjs: makes so many resources that nobody changed, and prints as JSON how long a plan takes
 * against a deep comparison, so many times, and what the plan and all that it is made of hold in memory.
 */
const count = Number(process.argv[2]);
const runs = Number(process.argv[3]);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
collect();
const before = process.memoryUsage().heapUsed;

function specOf(index: number): Spec {
  return {
    edge_id: 'edghts_2aPzProductionShopEdge0001',
    match_type: 'path_prefix',
    match: `/services/${index}/`,
    description: `Serves what service ${index} has to offer`,
    backend: { enabled: true, backend_id: 'bkdhr_2aPzProductionStorefront01' },
    circuit_breaker: {
      enabled: true,
      tripped_duration: 10 + (index % 50),
      rolling_window: 60,
      num_buckets: 10,
      volume_threshold: 20,
      error_threshold_percentage: 0.25,
    },
    response_headers: {
      enabled: true,
      add: { 'x-service': String(index), 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' },
      remove: ['server', 'x-powered-by'],
    },
  };
}

const source = { path: 'resources/routes.yaml', text: 'name: route\n' };
const place = { source, start: 6, end: 11 };
const desired: Desired[] = [];
const known = new Map<Address, Live>();
const resources: Record<Address, LedgerEntry> = {};
for (let index = 0; index < count; index++) {
  const address: Address = `https-route/route-${index}`;
  const id = `edghtsrt_${index}`;
  desired.push({
    address,
    kind: 'https-route',
    name: `route-${index}`,
    environment: 'production',
    labels: {},
    formerly: [],
    spec: specOf(index),
    originOf: () => ({ place, layer: 'spec', through: [] }),
  });
  known.set(address, {
    kind: 'https-route',
    id,
    edge_id: 'edghts_2aPzProductionShopEdge0001',
    spec: specOf(index),
    isManageable: true,
  });
  resources[address] = {
    uid: String(index),
    kind: 'https-route',
    id,
    edge_id: 'edghts_2aPzProductionShopEdge0001',
    applied: specOf(index) as LedgerEntry['observed'],
    observed: specOf(index) as LedgerEntry['observed'],
    observed_at: '2026-06-01T00:00:00Z',
    is_protected: false,
  };
}
const ledger: LedgerState = {
  format: 1,
  environment: 'production',
  lineage: 'bench',
  serial: 1,
  fence: 1,
  api: 'https://api.example.com',
  resources,
  orphans: {},
};

function ours(): number {
  const started = performance.now();
  const result = planned();
  if (result.summary.keep !== count) throw new Error(`${result.summary.keep} kept`);
  return performance.now() - started;
}

function planned(): Plan {
  return plan({
    desired,
    live: { listed: [], known, orphans: new Map() },
    ledger,
    environment: { name: 'production', adopt: [], drift: 'report' },
    settings: { safety: { max_deletes: 0, max_changed_percent: 30, protect: [] }, marker: true },
    removed: [],
    approvals: [],
    secrets: () => undefined,
    allow: { exposure: [] },
  });
}

function bare(): number {
  const started = performance.now();
  let equal = 0;
  for (const resource of desired) {
    if (isDeepStrictEqual(resource.spec, known.get(resource.address)?.spec)) equal++;
  }
  if (equal !== count) throw new Error(`${equal} equal`);
  return performance.now() - started;
}

ours();
bare();
const ratios = Array.from({ length: runs }, () => ours() / bare());
const last = planned();
collect();
const heldKiB = (process.memoryUsage().heapUsed - before) / 1024;
if (last.steps.length !== count) throw new Error(`${last.steps.length} steps`);
process.stdout.write(JSON.stringify({ ratios, heldKiB, peakKiB: process.resourceUsage().maxRSS }));
