import { placeOf } from '../../../../edit/tree.ts';
import { quoted } from '../../../../model/problem.ts';
import { suggestions } from '../../../../text/suggest.ts';
import { deleteApproval } from '../../../domain/documents/delete-document.ts';
import { fitting, wholeWords } from '../../../domain/documents/fitting.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { YamlDocument } from '../../../../model/document.ts';
import type { Approval } from '../../../../model/workspace.ts';
import type { Finding, WorkspaceContext, WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'approval-unmatched',
  group: 'reference',
  severity: recommended('warn'),
  source: 'approvals-and-removals',
  isMust: false,
  summary: 'An approval matches no resource.',
  why: 'An approval allows one change of one resource in one environment; this one matches none, so it allows nothing.',
  fix: 'safe',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
---
kind: approval
allow: revert
address: endpoint/wwww
environment: production
change: 4f1c0903b1d24e0f9a7c55d0c8e1b2f3
reason: the dashboard was used at night, SEC-412
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
---
kind: approval
allow: revert
address: endpoint/www
environment: production
change: 4f1c0903b1d24e0f9a7c55d0c8e1b2f3
reason: the dashboard was used at night, SEC-412
`,
  *check(workspace, context) {
    if (workspace.approvals.length === 0) return;
    const known = new Set<string>(workspace.resources.map(({ address }) => address));
    for (const { address } of workspace.removed) known.add(address);
    for (const { formerly, kind } of workspace.resources)
      for (const { name } of formerly) known.add(`${kind}/${name}`);
    const environments = [...workspace.environments.keys()];
    const names = [...known];
    const inBase = new Set<string>(context.base?.workspace.resources.map(({ address }) => address));
    for (const approval of workspace.approvals) {
      const finding =
        unknownEnvironment(approval, environments) ??
        unknownAddress(approval, { known, names, inBase, environments, yaml: workspace.yaml, context }) ??
        partOfChange(approval);
      if (finding !== undefined) yield finding;
    }
  },
} satisfies WorkspaceRule;

function unknownEnvironment(
  { environment, root, document }: Approval,
  environments: readonly string[],
): Finding | undefined {
  if (environment === undefined || environments.includes(environment)) return undefined;
  const node = root.entries.find(({ key }) => key.value === 'environment')?.value ?? root;
  const [near] = suggestions(environment, environments);
  return {
    at: { place: placeOf(document.source, node) },
    message: `the approval is for ${quoted(environment)}, and there is no such environment`,
    ...(near === undefined ? {} : { help: `write \`${near}\`` }),
  };
}

/** Headlines show the first 6 digits of a change id; a plan accepts only the whole id. */
function partOfChange({ change, changeNode, document }: Approval): Finding | undefined {
  if (change.length === 32) return undefined;
  return {
    at: { place: placeOf(document.source, changeNode) },
    message: `${quoted(change)} is not a whole change id: expected 32 digits, found ${change.length}`,
    help: 'run `edgewright plan`: it prints the approval with the whole change id',
  };
}

interface Knowledge {
  /** Addresses in the resource files, including removed and former ones. */
  readonly known: ReadonlySet<string>;
  /** The same as an array. */
  readonly names: readonly string[];
  readonly inBase: ReadonlySet<string>;
  readonly environments: readonly string[];
  readonly yaml: readonly YamlDocument[];
  readonly context: WorkspaceContext;
}

/** Reports an unknown address only if the ledgers of all environments of the approval are available. */
function unknownAddress(
  approval: Approval,
  { known, names, inBase, environments, yaml, context: { ledgers } }: Knowledge,
): Finding | undefined {
  const { address, addressNode, allow, environment, document } = approval;
  const own = environment === undefined ? environments : [environment];
  const states = own.flatMap((name) => ledgers.get(name) ?? []);
  const isLedgered = states.some(
    ({ resources, orphans }) => resources[address] !== undefined || orphans[address] !== undefined,
  );
  // A completed delete also leaves no trace of the address: `approval-used` reports its approval.
  if (
    known.has(address) ||
    isLedgered ||
    inBase.has(address) ||
    states.length < own.length ||
    allow === 'delete'
  )
    return undefined;
  const [near] = suggestions(address, names);
  return {
    at: { place: placeOf(document.source, addressNode) },
    message: fitting(
      `the approval is for ${wholeWords(address)}, which is neither declared nor in the ledger`,
      `neither declared nor in the ledger: ${wholeWords(address)}`,
      `there is no ${wholeWords(address)}`,
    ),
    ...(near === undefined ? deleteApproval(approval, yaml) : { help: `write \`${near}\`` }),
  };
}
