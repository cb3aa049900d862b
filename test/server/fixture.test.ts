import { nodeHost } from '../../src/run/session/node-host.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { startServer } from '../../src/server/start-server.ts';

const cases = parse(readFileSync(new URL('fixtures.yaml', import.meta.url), 'utf8')) as readonly {
  readonly name: string;
  readonly fixture: unknown;
  readonly problem?: string;
}[];

it.each(cases)('a fixture: $name', async ({ fixture, problem }) => {
  const starting = startServer({ store: 'memory', fixture });
  if (problem !== undefined) await expect(starting).rejects.toMatchObject({ message: problem, exitCode: 64 });
  else await (await starting).close();
});

it('does not restore objects that were changed or deleted in a directory', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'edgewright-fixture-'));
  try {
    const fixture = {
      endpoints: [
        { id: 'ep_1', url: 'https://a.example.com' },
        { id: 'ep_2', url: 'https://b.example.com' },
      ],
    };
    const start = async () => startServer({ store: { host: await nodeHost(), directory }, fixture });
    const first = await start();
    await fetch(`${first.url}/endpoints/ep_1`, { method: 'DELETE' });
    await fetch(`${first.url}/endpoints/ep_2`, { method: 'PATCH', body: '{"description":"changed"}' });
    await first.close();
    const second = await start();
    const left = second.outside.objects('endpoint').map(({ id, spec }) => [id, spec['description']]);
    await second.close();
    expect(left).toEqual([['ep_2', 'changed']]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
