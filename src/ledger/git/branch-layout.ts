import { unsafeError } from '../ledger-error.ts';
import { updateHelp } from '../read-ledger.ts';
import type { ShownBranch } from './git-failures.ts';

/** Tells the branch from others, and the layout of its files from later ones. Environments do not begin with a dot. */
export const layoutFile = '.edgewright-ledger';

const layoutText = 'layout 1\n';

export const firstFiles: ReadonlyMap<string, string> = new Map([
  [layoutFile, layoutText],
  [
    'README.md',
    `# The ledger of Edgewright

Edgewright writes this branch; do not edit it, merge it or delete it. Each folder is one environment: \`ledger.json\`
records which live objects are managed, \`journal/\` what the last run sent, \`rollback/\` how to undo runs, and
\`lock.json\`, while it exists, which run is writing.

The files contain ids and live values. Secrets are stored as fingerprints at most; everything else can be read by
everyone who can read this repository. \`git log\` of this branch shows who applied what, when, and for which commit.

If a run was stopped and its lock is still there: \`edgewright ledger unlock <run id> --env <environment>\`.
`,
  ],
]);

/** For each command that uses the branch. */
export const whereNamed =
  '`--branch` for `init` and `ledger migrate`, else `ledger.branch` in edgewright.yaml';

/** Throws if the branch is one of something else, or of a later Edgewright. */
export function refuseOtherBranch(layout: string | undefined, { branch, remote }: ShownBranch): void {
  if (layout === undefined) {
    throw unsafeError(
      `the branch \`${branch}\` of \`${remote}\` is not a ledger: it does not contain \`${layoutFile}\``,
      `name a branch that Edgewright alone writes: ${whereNamed}`,
    );
  }
  if (layout !== layoutText)
    throw unsafeError(
      `the branch \`${branch}\` of \`${remote}\` cannot be used: a newer edgewright wrote it`,
      updateHelp,
    );
}
