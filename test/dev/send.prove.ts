/** `test --send` against the edge that `dev` serves: the same tests, the same engine, and a real connection between. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type ServedBookshop, servingBookshop } from './bookshop.ts';

const program = path.join(import.meta.dirname, '../../bin/edgewright.js');
const domain = 'staging.harbourbooks.example';
const names = [
  'ACCOUNT_OIDC',
  'ADMIN_GITHUB_APP',
  'HOOKS_GITHUB',
  'HOOKS_SLACK',
  'HOOKS_STRIPE',
  'RECOMMENDATIONS_KEY',
];
const secrets = Object.fromEntries(
  names.map((name) => [`EDGEWRIGHT_SECRET_${name}`, `8fk2hs0dkl3m-${name}`]),
);

const tests = `tests:
  - name: the status page says how we are
    environments: [staging]
    request: https://status.${domain}/
    expect: { status: 200, body: <h1>All good.</h1>, response_headers: { content-type: text/html } }
  - name: a crawler finds no cart
    environments: [staging]
    request: { url: https://www.${domain}/cart, headers: { user-agent: Googlebot } }
    expect: { status: 404 }
`;

function edgewright({ folder }: Pick<ServedBookshop, 'folder'>, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...secrets },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

function send(served: ServedBookshop) {
  const resolve = ['status', 'www'].flatMap((host) => [
    '--resolve',
    `${host}.${domain}=127.0.0.1:${served.port}`,
  ]);
  const ca = path.join(served.folder, '.local/share/edgewright/dev-certificate.pem');
  return edgewright(
    served,
    'test',
    'tests/sent.yaml',
    '--local',
    '--env',
    'staging',
    '--send',
    '--ca',
    ca,
    ...resolve,
  );
}

test('the tests of the bookshop are as expected, and each planted difference is found', async () => {
  await servingBookshop([], (served) => {
    const applied = edgewright(served, 'apply', '--local', '--env', 'staging', '--yes');
    expect(applied, applied.said).toMatchObject({ status: 0 });
    const file = path.join(served.folder, 'tests/sent.yaml');
    writeFileSync(file, tests);
    const alike = send(served);
    expect(alike.said).toContain('2 ok, 0 failed');
    expect(alike.status).toBe(0);
    const planted = [
      ['status: 200', 'status: 204'],
      ['All good', 'All bad'],
      ['text/html', 'text/plain'],
      ['status: 404', 'status: 403'],
    ] as const;
    for (const [is, other] of planted) {
      writeFileSync(file, tests.replace(is, other));
      const found = send(served);
      expect(found.said, other).toContain('1 ok, 1 failed');
      expect(found.status, other).toBe(1);
    }
    // Elsewhere, the files of the same environment say something that the edge does not do.
    const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-elsewhere-'));
    try {
      cpSync(served.folder, folder, { recursive: true });
      writeFileSync(path.join(folder, 'tests/sent.yaml'), tests.replace('status: 200', 'status: 503'));
      const policy = path.join(folder, 'policies/status.json');
      writeFileSync(policy, readFileSync(policy, 'utf8').replace('200', '503'));
      const other = send({ ...served, folder });
      expect(other.said).toContain('the service answered 200');
      expect(other.status).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
