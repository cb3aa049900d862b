import { withMarker } from '../../../src/derive/forms/marker.ts';
import { ledgerText, parseLedger } from '../../../src/ledger/ledger-text.ts';
import type { LedgerEntry, LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { Disk } from './disk.ts';
import type { Service } from './service.ts';
import { addressHash, ownerOf } from '../../../src/derive/forms/owner-id.ts';

const address = 'endpoint/forged';
const spec = { url: 'https://theirs.example.com' };

/** Their metadata: the object of another workspace. */
export const theirMetadata = withMarker(undefined, {
  owner: ownerOf('another lineage', 'production'),
  address: addressHash('endpoint/theirs'),
  op: 'f'.repeat(32),
});

export function addTheirs(service: Service): string {
  return service.addForeign({ kind: 'endpoint', type: 'cloud', spec: { ...spec, metadata: theirMetadata } });
}

/** A person who can write the ledger, and not to the API, claims an object of another workspace, checksum and all. */
export function forgeEntry(disk: Disk, file: string, id: string): boolean {
  const entry: LedgerEntry = {
    uid: '0'.repeat(32),
    kind: 'endpoint',
    id,
    applied: spec,
    observed: spec,
    observed_at: '2026-01-01T00:00:00.000Z',
    is_protected: false,
  };
  return rewrite(disk, file, (state) => ({ ...state, resources: { ...state.resources, [address]: entry } }));
}

/** The owner takes the entry out again. */
export function dropForged(disk: Disk, file: string): boolean {
  return rewrite(disk, file, ({ resources: { [address]: _, ...resources }, ...state }) => ({
    ...state,
    resources,
  }));
}

function rewrite(disk: Disk, path: string, change: (state: LedgerState) => LedgerState): boolean {
  const file = disk.node(path);
  const parsed = file?.type === 'file' ? parseLedger(file.text) : undefined;
  if (file?.type !== 'file' || parsed === undefined || !('state' in parsed)) return false;
  file.text = ledgerText(change(parsed.state));
  file.durable = file.text;
  return true;
}
