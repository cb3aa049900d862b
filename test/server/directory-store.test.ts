import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StateChange } from '../../src/server/state/server-state.ts';
import { thisProcess } from '../../src/text/system/run-process.ts';
import { nodeHost } from '../../src/run/session/node-host.ts';
import { folderLockName, openDirectoryStore } from '../../src/server/state/store/directory-store.ts';

const host = await nodeHost();

let directory = '';
beforeEach(() => {
  directory = path.join(mkdtempSync(path.join(tmpdir(), 'edgewright-store-')), 'state');
});
afterEach(() => {
  rmSync(path.dirname(directory), { recursive: true, force: true });
});

function put(serial: number, description = ''): StateChange {
  const at = '2026-01-31T09:00:00Z';
  return {
    put: {
      kind: 'endpoint',
      id: `ep_${serial}`,
      serial,
      created_at: at,
      updated_at: at,
      spec: { description },
    },
  };
}

async function write(...changes: readonly StateChange[]): Promise<void> {
  const store = await openDirectoryStore({ host, directory });
  for (const change of changes) {
    store.commit([change]);
    await store.durable();
  }
  await store.close();
}

async function idsAndDescriptions(): Promise<readonly unknown[]> {
  const store = await openDirectoryStore({ host, directory });
  const found = [...store.state.objects.endpoint.values()].map(({ id, spec }) => [id, spec['description']]);
  await store.close();
  return found;
}

const stateFile = (): string =>
  path.join(
    directory,
    readdirSync(directory).find((name) => name.endsWith('.jsonl'))!,
  );

describe('a directory', () => {
  it('returns the stored objects', async () => {
    await write(put(1, 'a'), put(2), put(1, 'b'), { drop: { kind: 'endpoint', id: 'ep_2', serial: 2 } });
    expect(await idsAndDescriptions()).toEqual([['ep_1', 'b']]);
  });

  it('is for its owner alone and stays out of git', async () => {
    await write(put(1));
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(stateFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(directory, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('leaves the .gitignore of a folder that was there alone', async () => {
    mkdirSync(directory);
    await write(put(1));
    expect(existsSync(path.join(directory, '.gitignore'))).toBe(false);
  });

  it('forgets a torn last line, whereever it tore, and goes on', async () => {
    await write(put(1), put(2));
    const whole = readFileSync(stateFile());
    const last = whole.lastIndexOf(10);
    for (const length of [last + 1, last + 2, last + 30, whole.length - 1]) {
      writeFileSync(stateFile(), whole);
      truncateSync(stateFile(), length);
      expect(await idsAndDescriptions()).toEqual([['ep_1', '']]);
      await write(put(3));
      expect(await idsAndDescriptions()).toEqual([
        ['ep_1', ''],
        ['ep_3', ''],
      ]);
    }
  });

  it('refuses damage in the middle and says where', async () => {
    await write(put(1, 'abc'), put(2));
    const text = readFileSync(stateFile(), 'utf8');
    writeFileSync(stateFile(), text.replace('abc"', 'abc'));
    await expect(openDirectoryStore({ host, directory })).rejects.toThrow(
      '`state.jsonl` is damaged at line 3',
    );
    expect(readdirSync(directory).filter((name) => name.startsWith('lock'))).toEqual([]);
  });

  it('ignores a file that was not finished', async () => {
    await write(put(1));
    writeFileSync(path.join(directory, 'state.jsonl.tmp'), 'half of a');
    expect(await idsAndDescriptions()).toEqual([['ep_1', '']]);
  });

  it('drops replaced entries when it is opened again', async () => {
    const store = await openDirectoryStore({ host, directory });
    for (let n = 0; n < 40; n++) {
      store.commit([put(1, `version ${n}`), put(100)]);
      await store.durable();
    }
    store.commit([{ drop: { kind: 'endpoint', id: 'ep_100', serial: 100 } }]);
    await store.close();
    expect(readFileSync(stateFile(), 'utf8')).toContain('version 1"');
    const again = await openDirectoryStore({ host, directory });
    expect([...again.state.objects.endpoint.values()].map(({ spec }) => spec)).toEqual([
      { description: 'version 39' },
    ]);
    expect(again.state.lastSerial).toBe(100);
    expect(again.state.gone.size).toBe(1);
    await again.close();
    expect(readFileSync(stateFile(), 'utf8')).not.toContain('version 1"');
    expect(readdirSync(directory).filter((name) => name.startsWith('state'))).toEqual(['state.jsonl']);
  });

  it('writes simultaneous changes in one batch', async () => {
    const store = await openDirectoryStore({ host, directory });
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        store.commit([put(n)]);
        return store.durable();
      }),
    );
    await store.close();
    expect(readFileSync(stateFile(), 'utf8').trim().split('\n').length).toBeLessThan(5);
    expect(await idsAndDescriptions()).toHaveLength(50);
  });

  it('is used by one server at a time', async () => {
    const store = await openDirectoryStore({ host, directory });
    await expect(openDirectoryStore({ host, directory })).rejects.toThrow(
      `another mock API uses this folder (process ${process.pid})`,
    );
    await store.close();
    await (await openDirectoryStore({ host, directory })).close();
  });

  it.runIf(process.platform === 'linux')(
    'is taken over from a process that is gone, from a previous boot or a different start',
    async () => {
      await write(put(1));
      const own = await thisProcess(host);
      const gone = [
        { ...own, pid: 2_147_483_647 },
        { ...own, boot: 'another boot' },
        { ...own, started: '1' },
      ];
      for (const name of gone.map(folderLockName)) {
        writeFileSync(path.join(directory, name), '');
        expect(await idsAndDescriptions()).toHaveLength(1);
        expect(existsSync(path.join(directory, name))).toBe(false);
      }
    },
  );

  it.runIf(process.platform === 'linux')('is not taken from a process that lives', async () => {
    await write(put(1));
    const parent = await thisProcess({ ...host, pid: process.ppid });
    writeFileSync(path.join(directory, folderLockName(parent)), '');
    await expect(openDirectoryStore({ host, directory })).rejects.toThrow(`(process ${process.ppid})`);
  });

  it('reports why a folder cannot be used', async () => {
    writeFileSync(directory, 'a file');
    await expect(openDirectoryStore({ host, directory })).rejects.toThrow(
      'the built-in mock API cannot use its folder: something else is in its place, or in that of its folder',
    );
  });
});
