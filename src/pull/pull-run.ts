import { ledgerSecret } from '../derive/forms/ledger-form.ts';
import type { LedgerSpec } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Json, Path } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';
import type { Drafts } from './edit/drafts.ts';
import type { FileUses } from './edit/file-editor.ts';
import type { IdNames } from './names/id-names.ts';
import type { PulledResource, RefusedPull } from './pulled.ts';
import type { PullRequest } from './pull-request.ts';
import type { WriteContext } from './edit/writing.ts';

/** The shared state of one pull, including its results. */
export interface PullRun extends Pick<PullRequest, 'workspace' | 'environment' | 'secretOf' | 'tools'> {
  readonly drafts: Drafts;
  readonly uses: FileUses;
  readonly resources: PulledResource[];
  readonly refused: RefusedPull[];
  readonly adopt: Map<Address, string>;
  readonly notes: string[];
  readonly ids: IdNames;
  readonly shared: Pick<WriteContext, 'secrets' | 'files'>;
}

export type LeftOut = PulledResource['leftOut'][number][];

/** The context for writing one resource. */
export function writingOf(
  { ids, shared }: PullRun,
  live: Live,
  name: string,
  leftOut: LeftOut,
  applied?: LedgerSpec,
): WriteContext {
  return {
    ...shared,
    kind: live.kind,
    name,
    idName: (target, id) => ids.nameOf(target, id, name),
    templateAt: (path) => ledgerSecret(recordedAt(applied, path))?.template,
    leaveOut: (path, why) => void leftOut.push({ path, why }),
  };
}

/** Header names may return from the service in another case. */
function recordedAt(kept: Json | undefined, path: Path): Json | undefined {
  let value = kept;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    const entries = Object.entries(value as Readonly<Record<string, Json>>);
    value = entries.find(([key]) => key.toLowerCase() === String(step).toLowerCase())?.[1];
  }
  return value;
}

/** The value for `adopt:`: an id, or edge_id/route_id. */
export function idsOf({ id, edge_id }: Live): string {
  return edge_id === undefined ? id : `${edge_id}/${id}`;
}
