import type { Before } from './known-before.ts';
import type { RuleContext } from '../../rule.ts';

/** Whether a `removed` document decides the fate of a resource that is no longer declared. */
export function isDecided({ address }: Before, { workspace }: RuleContext): boolean {
  return workspace?.removed.some((one) => one.address === address) === true;
}
