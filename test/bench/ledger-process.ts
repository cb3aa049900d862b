import type { LedgerEntry, LedgerState } from '../../src/model/ledger/ledger.ts';
import type { Address } from '../../src/model/workspace/address.ts';
import { fileTexts } from '../../src/ledger/file/file-texts.ts';
import { ledgerFolder } from '../../src/ledger/file/ledger-folder.ts';
import { nodeFiles } from '../../src/ledger/file/node-files.ts';
import { ledgerText } from '../../src/ledger/ledger-text.ts';
import { readLedgerText } from '../../src/ledger/text/read-ledger-text.ts';

/*
 * Run by apply-at-scale.mjs. `make <folder> <count>` writes a ledger of so many objects. `run <folder> <runs>` reads it
 * and writes it again so often, as an apply does, and prints as JSON the CPU time of each.
 */
const [what, root = '', number] = process.argv.slice(2);
const folder = ledgerFolder(root, '.edgewright', 'production');

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

async function write(state: LedgerState): Promise<void> {
  const at = folder.at('ledger.json.tmp');
  const file = await nodeFiles.create(at);
  await file.write(ledgerText(state));
  await file.sync();
  await file.close();
  await nodeFiles.rename(at, folder.at('ledger.json'));
}

if (what === 'make') {
  await nodeFiles.makeFolder(folder.at(''));
  await write(ledgerOf(Number(number)));
} else {
  const texts = fileTexts({ root, folder, files: nodeFiles });
  const milliseconds: number[] = [];
  for (let run = 0; run < Number(number); run++) {
    const before = process.cpuUsage();
    const read = await readLedgerText(texts);
    if (read === undefined || 'problem' in read.parsed) throw new Error('the ledger was not read');
    await write(read.parsed.state);
    const { user, system } = process.cpuUsage(before);
    milliseconds.push((user + system) / 1000);
  }
  const peakKiB = process.resourceUsage().maxRSS;
  process.stdout.write(JSON.stringify({ milliseconds, peakKiB }));
}
