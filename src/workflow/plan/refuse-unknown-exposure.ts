import { suggestions } from '../../text/suggest.ts';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger.ts';
import type { Workspace } from '../../model/workspace.ts';

/** Refuses `--allow-exposure` with an unknown address: it would allow nothing, but look like an approval. */
export function refuseUnknownExposure(
  allowed: readonly string[] = [],
  { workspace, ledger }: { readonly workspace: Workspace; readonly ledger: LedgerState },
): void {
  if (allowed.length === 0) return;
  const known = new Set<string>([
    ...workspace.resources.map(({ address }) => address),
    ...Object.keys(ledger.resources),
    ...Object.keys(ledger.orphans),
  ]);
  const unknown = allowed.find((address) => !known.has(address));
  if (unknown === undefined) return;
  const named = [...known].filter((address) => address.endsWith(`/${unknown}`));
  const near = named.length > 0 ? named : suggestions(unknown, [...known]);
  throw new UserError(exitCodes.usage, `--allow-exposure \`${unknown}\` fits no resource`, {
    help:
      near.length > 0
        ? `did you mean ${near.map((address) => `\`${address}\``).join(' or ')}?`
        : 'write an address as the plan shows it, such as `https-route/docs`',
  });
}
