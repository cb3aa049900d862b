import { laterBy } from '../../api/service-time.ts';
import type { ReadApi } from '../../model/api.ts';
import type { LedgerLock } from '../../model/ledger-store.ts';

/** The beginning of a run by the clock of the service, once it was read: no reading of the run began before. */
export function readingTime({
  lock,
  connection: { api },
}: {
  readonly lock: Pick<LedgerLock, 'run'>;
  readonly connection: { readonly api: Pick<ReadApi, 'skew'> };
}): { readonly readAt: Date; readonly skew: number | undefined } {
  const skew = api.skew();
  return { readAt: laterBy(new Date(lock.run.at), skew), skew };
}
