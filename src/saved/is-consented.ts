import type { Step } from '../model/plan.ts';
import type { Undoing } from './undoing.ts';

/** Whether a document in the repository says yes to taking this back all the same. */
export function isConsented(
  { consents, ledger: { environment } }: Pick<Undoing, 'consents' | 'ledger'>,
  { address, hash }: Pick<Step, 'address' | 'hash'>,
): boolean {
  return consents.some(
    (consent) =>
      consent.allow === 'restore' &&
      consent.address === address &&
      consent.change === hash &&
      (consent.environment === undefined || consent.environment === environment),
  );
}
