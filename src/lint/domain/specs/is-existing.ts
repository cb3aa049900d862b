import type { Address } from '../../../model/workspace.ts';
import type { RuleContext, Subject } from '../../rule.ts';

/**
 * Whether there is an object of a resource already, as far as is known here: it is live, the ledger has it, or it is to
 * be adopted. What a create needs, an update may leave out.
 */
export function isExisting({ address, document }: Subject, context: RuleContext): boolean {
  if (document === undefined) return true;
  const { ledger, workspace, environment } = context;
  const names = [address, ...document.formerly.map(({ name }): Address => `${document.kind}/${name}`)];
  if (names.some((name) => ledger?.resources[name] !== undefined)) return true;
  const adopted = workspace?.environments.get(environment)?.adopt ?? [];
  return adopted.some((one) => one.address === address);
}
