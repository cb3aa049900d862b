/** The progress of a run, printed to a terminal or the log of a CI job, or not at all. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../src/main.ts';
import type { Io } from '../../../src/model/io.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';
import { makeFolder, type Folder } from '../../pipeline/workspace-folder.ts';

let folder: Folder;

beforeEach(() => {
  folder = makeFolder({});
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n',
  );
  folder.write('environments/production.yaml', '{}\n');
  for (const name of ['a', 'b'])
    folder.write(
      `resources/${name}.yaml`,
      `kind: endpoint\nname: ${name}\nspec: { url: https://${name}.example.com }\n`,
    );
});
afterEach(() => folder.remove());

/** Applies, and looks at the progress whenever a step has ended, as if time had passed. */
async function apply(
  isTerminal: boolean,
  words: readonly string[] = [],
): Promise<{ readonly seen: readonly string[]; readonly stderr: string; readonly isOver: boolean }> {
  const seen: string[] = [];
  let stderr = '';
  let status: (() => string) | undefined;
  const acts = new Set<() => void>();
  const io: Io = {
    ...ioThatIsSilent,
    cwd: folder.root,
    env: { HOME: folder.root },
    stdout: (text) => {
      if (!text.includes('created')) return;
      if (status !== undefined) seen.push(status());
      for (const act of acts) act();
    },
    stderr: (text) => void (stderr += text),
    clock: { now: () => new Date('2026-01-02T03:04:05Z'), sleep: () => Promise.resolve() },
    ...(isTerminal ? { status: (next) => void (status = next) } : {}),
    every: (_milliseconds, act) => {
      acts.add(act);
      return () => void acts.delete(act);
    },
  };
  expect(await main(['apply', '--yes', '--local', '--concurrency', '1', ...words], io)).toBe(0);
  return { seen, stderr, isOver: status === undefined && acts.size === 0 };
}

test('at a terminal the line counts the steps of an apply', async () => {
  const { seen, stderr, isOver } = await apply(true);
  expect(seen.map((line) => line.split(/[,;]/)[0])).toEqual(['applying 0/2', 'applying 1/2']);
  expect([stderr, isOver]).toEqual(['', true]);
});

test('elsewhere there are lines while steps are done, too', async () => {
  const { stderr, isOver } = await apply(false);
  expect(stderr).toMatch(/^applying 0\/2;.*\napplying 1\/2/);
  expect(isOver).toBe(true);
});

test.each([true, false])(
  '--quiet says nothing, --log-level debug each request (at a terminal: %s)',
  async (isTerminal) => {
    const { seen, stderr } = await apply(isTerminal, ['--quiet', '--log-level', 'debug']);
    expect(seen).toEqual([]);
    expect(stderr).not.toContain('applying');
    expect(stderr.match(/^debug: POST \/endpoints -> 201 in \d+ ms$/gm)).toHaveLength(2);
  },
);
