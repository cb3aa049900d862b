import type { LedgerEntry, LedgerState } from '../../src/model/ledger.ts';
import type { Address } from '../../src/model/workspace.ts';
import { ledgerText, parseLedger } from '../../src/ledger/ledger-text.ts';

/* Run by ledger-at-scale.mjs: makes a ledger of so many objects; prints as JSON the CPU time of each reading and writing. */
const count = Number(process.argv[2]);
const runs = Number(process.argv[3]);

function entryOf(index: number): LedgerEntry {
  const spec = {
    edge_id: 'edghts_2aPzProductionShopEdge0001',
    match_type: 'path_prefix',
    match: `/services/${index}/`,
    backend: { backend_id: 'bkdhr_2aPzProductionStorefront01' },
    response_headers: { add: { 'x-service': String(index), 'x-frame-options': 'DENY' } },
  };
  return {
    uid: String(index).padStart(32, '0'),
    kind: 'https-route',
    id: `edghtsrt_${String(index).padStart(27, '0')}`,
    edge_id: 'edghts_2aPzProductionShopEdge0001',
    applied: spec,
    observed: { ...spec, description: '' },
    observed_at: '2026-06-01T00:00:00Z',
    is_protected: false,
    origin: `resources/routes-${index}.yaml`,
  };
}

function ledgerOf(objects: number): LedgerState {
  const resources: Record<Address, LedgerEntry> = {};
  for (let index = 0; index < objects; index++) resources[`https-route/route-${index}`] = entryOf(index);
  const about = { environment: 'production', lineage: 'bench', api: 'https://api.example.com' };
  return { format: 1, ...about, serial: 1, fence: 1, resources, orphans: {} };
}

let text = ledgerText(ledgerOf(count));
const milliseconds: number[] = [];
for (let run = 0; run < runs; run++) {
  const before = process.cpuUsage();
  const parsed = parseLedger(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  // A run does not hold the text that it read, either.
  text = '';
  text = ledgerText(parsed.state);
  const { user, system } = process.cpuUsage(before);
  milliseconds.push((user + system) / 1000);
}
const peakKiB = process.resourceUsage().maxRSS;
process.stdout.write(JSON.stringify({ milliseconds, peakKiB }));
