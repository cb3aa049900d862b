import { LedgerError } from '../../model/errors.ts';
import { unsafeError } from '../ledger-error.ts';
import { updateHelp } from '../unusable-ledger.ts';
import { localGitFailed, pushOutcome, type PushOutcome, remoteFailure } from './git-failures.ts';
import { taskQueue } from '../../text/waits/task-queue.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { LedgerGit, ShownBranch } from './ledger-git.ts';

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

const emptySnapshot: BranchSnapshot = { commit: undefined, ids: new Map() };

/** The reference under which git keeps what was made. */
const madeReference = 'refs/edgewright/made';

/** The branch of all environments' ledgers, as this process knows it. Callers take turns: `alone`. */
export interface LedgerBranch {
  readonly shown: ShownBranch;
  readonly email: string | undefined;
  /** The newest commit that was fetched or pushed. */
  readonly latest: () => BranchSnapshot;
  /**
   * Asks the remote. A remote of several machines may answer with an older commit for a while: it is ignored, unless
   * the remote is to be believed.
   */
  readonly fetch: (answer?: 'newest' | 'as-given') => Promise<BranchSnapshot>;
  /** Makes a commit on a snapshot, without pushing it. */
  readonly commit: (base: BranchSnapshot, commit: Omit<NewCommit, 'parent'>) => Promise<BranchSnapshot>;
  /** Puts a commit on the branch, if the one it was made on is still the newest. */
  readonly push: (made: BranchSnapshot, base: BranchSnapshot) => Promise<PushOutcome>;
  /** The content of a file. */
  readonly read: (id: string) => Promise<string>;
  /** Runs a task when those before it have ended. */
  readonly alone: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

const fetchedReference = 'refs/edgewright/fetched';

export function ledgerBranch(git: LedgerGit, branch: string): LedgerBranch {
  const shown = { branch, remote: git.remote };
  const texts = textMemory();
  const superseded = new Set<string>();
  let latest = emptySnapshot;

  const advance = (to: BranchSnapshot, answer: 'newest' | 'as-given' = 'newest'): BranchSnapshot => {
    if (answer === 'newest' && superseded.has(snapshotKey(to))) return latest;
    if (snapshotKey(to) !== snapshotKey(latest)) superseded.add(snapshotKey(latest));
    latest = to;
    return latest;
  };
  const output = async (arguments_: readonly string[], input?: string | Uint8Array): Promise<string> => {
    const answer = await git.run(arguments_, input);
    if (answer.exitCode !== 0 || answer.isTimedOut) throw localGitFailed(arguments_[0] ?? 'git', answer);
    return answer.stdout.toString('utf8');
  };
  const look = async (commit: string): Promise<BranchSnapshot> =>
    snapshotOf(commit, await output(['ls-tree', '-r', '-t', '-z', '--full-tree', commit]));
  const read = async (id: string): Promise<string> => {
    const known = texts.get(id);
    if (known !== undefined) return known;
    const text = await output(['cat-file', 'blob', id]);
    texts.keep(id, text);
    return text;
  };

  const fetch: LedgerBranch['fetch'] = async (given) => {
    const answer = await git.run([
      'fetch',
      '--quiet',
      '--depth=1',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--no-auto-maintenance',
      git.remote,
      `+refs/heads/${branch}:${fetchedReference}`,
    ]);
    if (answer.exitCode !== 0 || answer.isTimedOut) {
      if (/couldn't find remote ref/i.test(answer.stderr)) return advance(emptySnapshot, given);
      throw remoteFailure('fetch', answer, shown).error;
    }
    const [commit, layout] = await fetched(output);
    if (commit === latest.commit) return latest;
    refuseOtherBranch(layout, shown);
    return advance(await look(commit), given);
  };

  const commit: LedgerBranch['commit'] = async (base, { files, ...about }) => {
    const first = base.commit === undefined ? firstFiles : [];
    const all = new Map([...[...first].map(([path, text]) => [path, { text }] as const), ...files]);
    const stream = importStream({ ...about, files: all, parent: base.commit });
    const id = (await output(['fast-import', '--quiet', '--force'], stream)).trim();
    const made = await look(id);
    for (const [path, change] of files)
      if (change !== 'removed' && 'text' in change) texts.keep(made.ids.get(path) ?? '', change.text);
    return made;
  };

  const push: LedgerBranch['push'] = async (made, base) => {
    const reference = `refs/heads/${branch}`;
    const answer = await git.run([
      'push',
      '--porcelain',
      '--no-verify',
      '--no-signed',
      '--no-recurse-submodules',
      '--no-follow-tags',
      `--force-with-lease=${reference}:${base.commit ?? ''}`,
      git.remote,
      `${made.commit ?? ''}:${reference}`,
    ]);
    const outcome = pushOutcome(answer, shown);
    if (outcome.outcome === 'done') advance(made);
    return outcome;
  };

  return { shown, email: git.email, latest: () => latest, fetch, commit, push, read, alone: taskQueue() };
}

/** The commit that was fetched, and the text of its layout file. */
async function fetched(
  output: (arguments_: readonly string[], input: string) => Promise<string>,
): Promise<readonly [string, string | undefined]> {
  const wanted = `${fetchedReference}^{commit}\n${fetchedReference}:${layoutFile}\n`;
  // `<id> <type> <size>\n<content>\n` for each, or `<name> missing\n`.
  const answer = await output(['cat-file', '--batch'], wanted);
  const [, commit = ''] = /^([0-9a-f]{40,64}) commit /.exec(answer) ?? [];
  const [, layout] = /\n[0-9a-f]{40,64} blob \d+\n([^\0]*)\n$/.exec(answer) ?? [];
  return [commit, layout];
}

/** Throws for a name that git does not accept for a branch, or that it would read as an option. */
export function refuseBranchName(branch: string): void {
  const isName =
    /^[A-Za-z0-9_][\w./-]*$/.test(branch) &&
    !/\.\.|\/\/|\/\.|\/$|\.$|\.lock(?:\/|$)/.test(branch) &&
    branch !== 'HEAD';
  if (isName) return;
  throw new LedgerError(exitCodes.settings, `\`${branch}\` is not a valid name of a branch`, {
    help: `give it a name such as \`edgewright-ledger\`: ${whereNamed}`,
  });
}

function snapshotKey({ commit }: BranchSnapshot): string {
  return commit ?? '';
}

/** In characters. */
const mostKept = 64 * 1024 * 1024;

/** The contents used last: a ledger is read several times, and the end of a journal before each addition. */
function textMemory(): {
  readonly get: (id: string) => string | undefined;
  readonly keep: (id: string, text: string) => void;
} {
  const texts = new Map<string, string>();
  let size = 0;
  const drop = (id: string): void => {
    size -= texts.get(id)?.length ?? 0;
    texts.delete(id);
  };
  return {
    get: (id) => texts.get(id),
    keep: (id, text) => {
      drop(id);
      texts.set(id, text);
      size += text.length;
      for (const oldest of texts.keys()) {
        if (size <= mostKept && texts.size <= 32) break;
        drop(oldest);
      }
    },
  };
}

/** Input of `git fast-import` that makes one commit and prints its id. */
interface NewCommit {
  /** Undefined for the first commit of a branch. */
  readonly parent: string | undefined;
  readonly author: string;
  readonly message: string;
  /** By path: a text, the id of a stored one, or a removal. */
  readonly files: ReadonlyMap<string, { readonly text: string } | { readonly id: string } | 'removed'>;
}

function importStream({ parent, author, message, files }: NewCommit): Buffer {
  const parts: (string | Buffer)[] = [
    'feature done\n',
    // Without a `from`, git would take an earlier commit of the same reference as the parent.
    `reset ${madeReference}\n\n`,
    `commit ${madeReference}\nmark :1\nauthor ${author}\ncommitter ${author}\n`,
    ...data(message),
    parent === undefined ? '' : `from ${parent}\n`,
  ];
  for (const [path, change] of files) {
    const quoted = JSON.stringify(path);
    if (change === 'removed') parts.push(`D ${quoted}\n`);
    else if ('id' in change) parts.push(`M 100644 ${change.id} ${quoted}\n`);
    else parts.push(`M 100644 inline ${quoted}\n`, ...data(change.text));
  }
  parts.push('\nget-mark :1\ndone\n');
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

function data(text: string): readonly (string | Buffer)[] {
  const bytes = Buffer.from(text);
  return [`data ${bytes.length}\n`, bytes, '\n'];
}

/** The files of the ledger branch at one commit, without their content. */
export interface BranchSnapshot {
  /** Undefined: the remote has no such branch. */
  readonly commit: string | undefined;
  /** The object ids of files and folders by path, such as `production/ledger.json`. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Reads the output of `git ls-tree -r -t -z`: `<mode> <type> <id>\t<path>`, each terminated by a NUL. */
function snapshotOf(commit: string, list: string): BranchSnapshot {
  const ids = new Map<string, string>();
  for (const entry of list.split('\0')) {
    // Links and submodules are never ours.
    const [, id = '', path = ''] = /^(?:100\d{3} blob|040000 tree) ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
    if (path !== '') ids.set(path, id);
  }
  return { commit, ids };
}

/** The id of all that is in an environment's folder; undefined if there is none. */
export function folderId({ ids }: BranchSnapshot, environment: string): string | undefined {
  return ids.get(environment);
}
