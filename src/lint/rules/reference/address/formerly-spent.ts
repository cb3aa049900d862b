import { placeOf } from '../../../../edit/tree.ts';
import type { LedgerState } from '../../../../model/ledger.ts';
import { resourcesWithTrees, type Address, type ResourceDocument } from '../../../../model/workspace.ts';
import { matchesGlob } from '../../../../domain/glob.ts';
import { fitting } from '../../../domain/documents/fitting.ts';
import { ledgersOfAll } from '../../../domain/documents/ledgers-of-all.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import { removalOf } from '../../../domain/documents/list-item.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'formerly-spent',
  group: 'reference',
  severity: recommended('info'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A former name is no longer needed.',
  why: 'Every ledger already has the resource under its new name, so `formerly` has no effect.',
  fix: 'safe',
  bad: `kind: endpoint
name: www
formerly: [web]
spec:
  url: https://www.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
  *check(workspace, context) {
    const renamed = resourcesWithTrees(workspace).filter(({ formerly }) => formerly.length > 0);
    const ledgers = renamed.length === 0 ? undefined : ledgersOfAll(workspace, context);
    if (ledgers === undefined) return;
    for (const resource of renamed) {
      const { document, formerly, kind, address } = resource;
      if (!hasMoved(resource, ledgers)) continue;
      for (const { name, node } of formerly) {
        const former: Address = `${kind}/${name}`;
        if (ledgers.some((ledger) => knows(ledger, former, address))) continue;
        if (protectsOnly(workspace.settings.safety.protect, former, address)) continue;
        const fix = removalOf(document, 'formerly', node);
        yield {
          at: { place: placeOf(document.source, node) },
          message: fitting(
            `every ledger has \`${address}\` under its new name: delete \`${name}\``,
            `every ledger has the new name: delete \`${name}\``,
          ),
          ...(fix === undefined ? {} : { fix }),
        };
      }
    }
  },
} satisfies WorkspaceRule;

/** Whether only the old name matches `safety.protect`: without it the resource would no longer be protected. */
function protectsOnly(globs: readonly string[], former: Address, address: Address): boolean {
  const isProtected = (one: Address): boolean => globs.some((glob) => matchesGlob(glob, one));
  return isProtected(former) && !isProtected(address);
}

/** Whether the ledger of every environment of the resource has its new address. */
function hasMoved({ address, environments }: ResourceDocument, ledgers: readonly LedgerState[]): boolean {
  return ledgers.every(
    ({ environment, resources }) =>
      resources[address] !== undefined || environments?.some(({ name }) => name === environment) === false,
  );
}

/**
 * Whether a ledger still needs the former name. A former name equal to the resource's own refers to a retired object.
 */
function knows({ resources, orphans }: LedgerState, former: Address, address: Address): boolean {
  return (former !== address && resources[former] !== undefined) || orphans[former] !== undefined;
}
