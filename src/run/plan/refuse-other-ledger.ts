import { refuseUnsafe } from './refuse-unsafe.ts';
import type { ReadApi } from '../../model/api.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { WorkspaceHead } from '../../model/workspace/workspace.ts';
import type { Adoption, Environment } from '../../model/workspace/environment.ts';

/** Throws `UserError` 5 if the ledger belongs to another workspace or API, which must not get our credential. */
export async function refuseOtherLedger({
  api,
  ledger,
  workspace,
}: Pick<ToRead, 'api' | 'ledger' | 'workspace'>): Promise<void> {
  const { guardLedger } = await import('../../plan/gates/guards.ts');
  refuseUnsafe(guardLedger({ ledger, settings: workspace.settings, apiOrigin: api.origin }));
}

export interface ToRead {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
  readonly workspace: WorkspaceHead;
  readonly environment: Environment;
  /** The adoptions of the base. */
  readonly adoptionsThere?: readonly Adoption[];
}
