import type { ConsentDocument } from '../../model/workspace.ts';
import type { RuleContext } from '../rule.ts';

/** The consents that speak of this environment and no other. */
export function consentsFor({ workspace, environment }: RuleContext): readonly ConsentDocument[] {
  if (workspace === undefined) return [];
  const isOnly = workspace.environments.size === 1;
  return workspace.consents.filter((consent) =>
    consent.environment === undefined ? isOnly : consent.environment === environment,
  );
}
