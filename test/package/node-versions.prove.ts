/** The installed package on other versions of Node, which npm fetches as packages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../src/version.ts';
import { installPackage, npm, type Installed } from './installed.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-nodes-'));
let installed: Installed;
beforeAll(() => {
  installed = installPackage();
});
afterAll(() => {
  installed.remove();
  rmSync(folder, { recursive: true, force: true });
});

// The oldest that `engines` names, and the current ones.
test.each(['20.18.1', '22', '24'])(
  'Node %s',
  (wanted) => {
    const place = path.join(folder, wanted);
    // A package of the platform's binary, without an install script.
    const binary = `node-${process.platform}-${process.arch}`;
    npm(folder, ['install', '--prefix', place, '--no-audit', '--no-fund', `${binary}@${wanted}`]);
    const node = path.join(place, 'node_modules', binary, 'bin/node');
    expect(installed.run(node, ['--version']).stdout).toMatch(
      new RegExp(`^v${wanted.replaceAll('.', '\\.')}\\.?`),
    );
    const npx = installed.run('npx', ['--offline', '--no-install', 'edgewright', '--version'], {
      PATH: `${path.dirname(node)}:${process.env['PATH'] ?? ''}`,
    });
    expect(npx).toMatchObject({ stdout: `${version}\n`, exit: 0 });
    const bin = path.join(installed.folder, 'node_modules/edgewright/bin/edgewright.js');
    const edgewright = (...args: readonly string[]): ReturnType<Installed['run']> =>
      installed.run(node, [bin, ...args]);
    const workspace = `edges-${wanted}`;
    expect(edgewright('init', workspace).exit).toBe(0);
    expect(edgewright('lint', '-C', workspace).stdout).toBe('no problems in 3 files\n');
    expect(edgewright('plan', '-C', workspace, '--local', '--detailed-exitcode').exit).toBe(2);
    expect(edgewright('apply', '-C', workspace, '--local', '--yes')).toMatchObject({ exit: 0 });
    const program = `const { loadWorkspace, lint, plan } = require('edgewright');
(async () => {
  const workspace = await loadWorkspace({ folder: '${workspace}', env: {} });
  const { plans } = await plan(workspace, { api: 'local' });
  console.log((await lint(workspace)).counts.error, plans[0].is_empty);
})();`;
    expect(installed.run(node, ['-e', program])).toEqual({ stdout: '0 true\n', stderr: '', exit: 0 });
    const module = `import('edgewright').then(({ loadWorkspace }) => console.log(typeof loadWorkspace));`;
    expect(installed.run(node, ['-e', module]).stdout).toBe('function\n');
  },
  600_000,
);
