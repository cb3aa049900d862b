import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const repository = path.join(import.meta.dirname, '../..');

/** Commits in a git repository with the hook and `edgewright` on the PATH; gives git's exit code and what was said. */
export function commitWithHook(
  hook: string,
  resource: string,
): { readonly exit: number | null; readonly said: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-hook-'));
  try {
    cpSync(path.join(repository, 'examples/minimal'), folder, { recursive: true });
    writeFileSync(path.join(folder, 'resources/hello.yaml'), resource);
    writeExecutable(path.join(folder, '.githooks/pre-commit'), hook);
    writeExecutable(
      path.join(folder, 'tools/edgewright'),
      `#!/bin/sh\nexec '${process.execPath}' '${path.join(repository, 'bin/edgewright.js')}' "$@"\n`,
    );
    const env = {
      PATH: `${path.join(folder, 'tools')}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
    };
    const git = (...words: readonly string[]): unknown => execFileSync('git', words, { cwd: folder, env });
    git('init', '-q');
    git('config', 'core.hooksPath', '.githooks');
    git('add', '.');
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    const { status, stdout, stderr } = spawnSync('git', [...author, 'commit', '-q', '-m', 'x'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { exit: status, said: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeExecutable(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

/** What is wrong with a line that sets a clone up; undefined where each word of it exists. */
export function setUpProblem(line: string): string | undefined {
  const command = line.replace(/ +#.*$/, '').trim();
  const manifest = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly scripts: Readonly<Record<string, string>>;
    readonly bin: Readonly<Record<string, string>>;
  };
  if (/^(git clone <[\w-]+> edgewright|cd edgewright)$/.test(command)) return undefined;
  if (command === 'npm ci') return 'prepare' in manifest.scripts ? undefined : '`npm ci` builds nothing';
  if (command === 'npm link') return 'edgewright' in manifest.bin ? undefined : '`npm link` links nothing';
  if (installsOf(manifest).includes(command)) return undefined;
  // test/workspace/git/pre-commit.prove.ts does it.
  if (command === 'npm install -g --ignore-scripts "$(npm pack)"') return undefined;
  const [, script] = /^npm (?:run )?(\S+)$/.exec(command) ?? [];
  if (script !== undefined && Object.hasOwn(manifest.scripts, script)) return undefined;
  return `\`${command}\` is not known to work`;
}

/** Commands of docs/install.md; test/package does the same with the packed tarball and the steps of the Dockerfile. */
function installsOf(manifest: { readonly version: string }): readonly string[] {
  const tarball = `edgewright-${manifest.version}.tgz`;
  return [
    `npm install --save-dev --ignore-scripts --offline ./${tarball}`,
    'npx --no -- edgewright --version',
    'npm pack',
    `docker build --build-arg TARBALL=${tarball} --tag edgewright .`,
    'docker run --rm --volume "$PWD:/workspace:ro" edgewright lint',
  ];
}
