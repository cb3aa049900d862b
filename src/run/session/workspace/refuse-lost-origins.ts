import { existsSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../../model/errors.ts';
import type { LedgerState } from '../../../model/ledger.ts';
import type { Address, Workspace } from '../../../model/workspace.ts';

/**
 * Refuses to remove a resource whose file (by the ledger) still exists but is no longer read, because it is ignored or
 * no pattern matches it.
 */
export function refuseLostOrigins(
  { root, resources, sources }: Workspace,
  { resources: known }: LedgerState,
): void {
  const declared = new Set<string>(resources.map(({ address }) => address));
  const lost = (Object.keys(known) as Address[]).flatMap((address) => {
    if (declared.has(address)) return [];
    const origin = known[address]?.origin;
    return origin === undefined || sources.has(origin) || !existsSync(path.join(root, origin))
      ? []
      : [{ address, origin }];
  });
  const [first] = lost;
  if (first === undefined) return;
  const more = lost.length === 1 ? '' : `, and ${lost.length - 1} more like it`;
  throw new UserError(
    exitCodes.configuration,
    `\`${first.origin}\` is there but is not read any more, and held \`${first.address}\`${more}`,
    { help: 'see `resources:` in edgewright.yaml and .gitignore; to remove the resource, delete its file' },
  );
}
