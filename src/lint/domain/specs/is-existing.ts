import type { RuleContext, Subject } from '../../rule.ts';
import type { Address } from '../../../model/workspace/address.ts';

/**
 * Whether the object of a resource is known to exist: it is live, in the ledger, or to be adopted. Fields that a create
 * requires may be absent in an update.
 */
export function isExisting({ address, document }: Subject, context: RuleContext): boolean {
  if (document === undefined) return true;
  const { ledger, workspace, environment } = context;
  const names = [address, ...document.formerly.map(({ name }): Address => `${document.kind}/${name}`)];
  if (names.some((name) => ledger?.resources[name] !== undefined)) return true;
  const adopted = workspace?.environments.get(environment)?.adopt ?? [];
  return adopted.some((adoption) => adoption.address === address);
}
