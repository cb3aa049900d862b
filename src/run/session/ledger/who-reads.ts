import type { LedgerSettings } from '../../../model/workspace.ts';
import { withoutCredentials } from '../../../text/on-one-line.ts';

/**
 * A clause on who can read the ledgers: secrets are never in them, but the rest of what is live is. Undefined for a
 * store that a repository does not show.
 */
export function whoReads(settings: LedgerSettings): string | undefined {
  if (settings.store !== 'git') return undefined;
  const { remote, branch } = settings;
  return `everyone who can read \`${withoutCredentials(remote)}\` can read ids and live values on the branch \`${branch}\``;
}
