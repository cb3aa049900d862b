/** One run, followed by its id through all that tells of it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../../src/main.ts';
import { startServer } from '../../../src/server/start-server.ts';
import { makeFolder } from '../../pipeline/workspace-folder.ts';
import { hookServer } from '../../run/session/hook-server.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';

test('the screen, the stream, the lock, the journal, the log, the rollback file and a notification have one id', async () => {
  const [server, hook] = await Promise.all([startServer({ store: 'memory' }), hookServer()]);
  const env = { EDGEWRIGHT_API_URL: server.url, EDGEWRIGHT_SECRET_CHAT: hook.url };
  const folder = makeFolder(env);
  try {
    folder.write(
      'edgewright.yaml',
      'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\nsecrets: [CHAT]\nnotify: [{ url: $(secret:CHAT) }]\n',
    );
    folder.write('environments/production.yaml', '{}\n');
    folder.write('resources/a.yaml', 'kind: endpoint\nname: a\nspec: { url: https://a.example.com }\n');
    expect(await folder.run(['ledger', 'init'])).toMatchObject({ exit: 0 });

    let lock = '';
    let journal = '';
    let stream = '';
    let screen = '';
    const state = path.join(folder.root, '.edgewright/production');
    const exit = await main(['apply', '--yes', '--format', 'json'], {
      ...ioThatIsSilent,
      cwd: folder.root,
      env: { HOME: folder.root, ...env },
      clock: { now: () => new Date(), sleep: () => Promise.resolve() },
      stderr: (text) => void (screen += text),
      stdout: (text) => {
        stream += text;
        if (!text.includes('"status":"done"')) return;
        lock = readFileSync(path.join(state, 'ledger.lock'), 'utf8');
        const [name = ''] = readdirSync(path.join(state, 'journal'));
        journal = readFileSync(path.join(state, 'journal', name), 'utf8');
      },
    });
    expect(exit).toBe(0);
    const id = /\(run ([0-9a-f]{12})\)/.exec(screen)?.[1] ?? 'none';
    const found = {
      stream: stream
        .trimEnd()
        .split('\n')
        .every((line) => line.includes(`"run":"${id}"`)),
      lock: lock.includes(id),
      journal: journal.includes(id),
      log: (await folder.run(['ledger', 'log'])).stdout.includes(`(run ${id})`),
      'the rollback file': folder.read('.edgewright/production/rollback/2.json').includes(`"id":"${id}"`),
      'the list of rollbacks': (await folder.run(['apply', '--rollback'])).stdout.includes(`(run ${id})`),
      notification: hook.bodies.some((body) => (JSON.parse(body) as { run: string }).run === id),
    };
    expect(Object.entries(found).filter(([, is]) => !is)).toEqual([]);
  } finally {
    folder.remove();
    await Promise.all([server.close(), hook.close()]);
  }
});
