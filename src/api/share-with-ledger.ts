import { shareParts } from '../derive/compare/share-parts.ts';
import { addressOfId } from '../derive/forms/object-ids.ts';
import { ownerOf } from '../derive/forms/marker.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';

/**
 * Takes from the ledger what a live object has in common with its entry. Most objects of most plans are as they were
 * left, and memory then holds each of them once.
 */
export function sharingWith(ledger: LedgerState | undefined): (live: Live) => Live {
  if (ledger === undefined) return (live) => live;
  const ours = ownerOf(ledger.lineage, ledger.environment);
  return (live) => {
    const { kind, edge_id: edgeId, spec, isManageable, marker, served } = live;
    const at = addressOfId(ledger, live.id);
    const entry = at && (ledger.resources[at] ?? ledger.orphans[at]);
    if (entry === undefined) return live;
    const shared: Building = {
      kind,
      id: entry.id,
      spec: shareParts(spec, entry.observed),
      isManageable,
    };
    if (edgeId !== undefined) shared.edge_id = edgeId === entry.edge_id ? entry.edge_id : edgeId;
    if (marker !== undefined) {
      const { owner, address, op } = marker;
      // These were cut out of the metadata, and would keep it in memory.
      shared.marker = {
        owner: owner === ours ? ours : owner,
        address,
        op: op === entry.uid ? entry.uid : op,
      };
    }
    if (served !== undefined) shared.served = served;
    return shared;
  };
}

type Building = { -readonly [Name in keyof Live]: Live[Name] };
