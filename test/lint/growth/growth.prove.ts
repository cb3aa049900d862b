import { workOf } from '../../work.ts';
import { describe, expect, test } from 'vitest';
import { openSandbox, ordinary } from '../../workspace/hostile/sandbox.ts';
import { inSettings } from './generators/in-settings.ts';
import { inValues } from './generators/in-values.ts';
import { inWorkspaces } from './generators/in-workspaces.ts';
import { inYaml } from './generators/in-yaml.ts';
import type { Hostile } from './generators/hostile-files.ts';

/*
 * Four times the bytes may take 2.3 times 2.3 the work: what is quadratic takes sixteen times. Where a limit lies
 * between the two sizes (a file that the quick reader leaves to the thorough one), larger sizes decide.
 */
const sizes = [16, 48, 160].map((kibibytes) => kibibytes * 1024);
const step = 4;
const allowed = 2.3 * 2.3;

const groups = { inYaml, inValues, inWorkspaces, inSettings };

describe.each(Object.entries(groups))('%s', (_, hostiles) => {
  test.each(Object.entries(hostiles))('%s', async (_name, hostile) => {
    const counted: string[] = [];
    await workOfLint(hostile, sizes[0]!);
    for (const size of sizes) {
      const [short, long] = [await workOfLint(hostile, size), await workOfLint(hostile, step * size)];
      if (long <= allowed * short) return;
      counted.push(`${size} bytes: ${short} steps, then ${long}`);
    }
    expect.fail(counted.join('; '));
  });
});

/** The steps of `lint`. */
async function workOfLint(hostile: Hostile, bytes: number): Promise<number> {
  const sandbox = openSandbox({ ...ordinary, ...hostile(bytes) });
  try {
    return await workOf(async () => {
      const { exit, stderr } = await sandbox.run('lint');
      expect([0, 1, 78], stderr).toContain(exit);
    });
  } finally {
    sandbox.remove();
  }
}
