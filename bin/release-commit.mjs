/*
 * `node bin/release-commit.mjs v0.1.0 [remote]`: the commit that a release tag points to. It is the checked-out commit
 * with dist/ added, because an action runs from its repository without an installation, and with a package.json that
 * installs from git as it is: nothing to build, and no tools for that. Prints its id. With a remote,
 * pushes it as the tag. The same sources give the same id, so that a run that failed can be repeated; a tag that
 * exists is never moved.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [tag = '', remote] = process.argv.slice(2);
try {
  if (!/^v\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(tag))
    throw new Error(`\`${tag}\` is not a release tag, such as v1.2.3`);
  if (!existsSync('dist/main.cjs')) throw new Error('dist/ is missing: run `npm run build`');
  const commit = commitWithDist();
  if (remote !== undefined) pushTag(remote, commit);
  process.stdout.write(`${commit}\n`);
} catch (error) {
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 1;
}

function commitWithDist() {
  const scratch = mkdtempSync(path.join(tmpdir(), 'edgewright-release-'));
  try {
    // An index of its own: the working tree stays as it is.
    const env = { GIT_INDEX_FILE: path.join(scratch, 'index') };
    git(['read-tree', 'HEAD'], env);
    git(['add', '--force', 'dist'], env);
    addPackage(env);
    const tree = git(['write-tree'], env);
    const [name, email, date] = [
      'edgewright release',
      'release@edgewright.invalid',
      git(['log', '-1', '--format=%cI']),
    ];
    return git(['commit-tree', tree, '-p', 'HEAD', '-m', `Release ${tag}`], {
      ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date },
      ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date },
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** pre-commit and npm install the development tree of a repository, and build it, if its package.json names them. */
function addPackage(env) {
  const { devDependencies, ...all } = JSON.parse(git(['show', 'HEAD:package.json']));
  if (devDependencies === undefined && all.scripts?.prepare === undefined) return;
  const { prepare: _, ...scripts } = all.scripts ?? {};
  const text = `${JSON.stringify({ ...all, scripts }, null, 2)}\n`;
  const blob = git(['hash-object', '-w', '--stdin'], env, text);
  git(['update-index', '--cacheinfo', `100644,${blob},package.json`], env);
  git(['rm', '--quiet', '--cached', '--ignore-unmatch', 'package-lock.json'], env);
}

function pushTag(to, commit) {
  const [there] = git(['ls-remote', to, `refs/tags/${tag}`]).split('\t');
  if (there === commit) return;
  if (there !== '') throw new Error(`${tag} is ${there} already: a published release is never changed`);
  git(['push', '--quiet', to, `${commit}:refs/tags/${tag}`]);
}

function git(args, env = {}, input = '') {
  try {
    return execFileSync('git', args, {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
    }).trim();
  } catch (error) {
    throw new Error(`git ${args[0]}: ${error.stderr?.trim() || error.message}`);
  }
}
