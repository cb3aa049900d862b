import { describe, expect, test } from 'vitest';
import { openSandbox, ordinary } from '../../workspace/hostile/sandbox.ts';
import { inSettings } from './generators/in-settings.ts';
import { inValues } from './generators/in-values.ts';
import { inWorkspaces } from './generators/in-workspaces.ts';
import { inYaml } from './generators/in-yaml.ts';
import type { Hostile } from './generators/hostile-files.ts';

/*
 * Four times the bytes may take 2.3 times 2.3 the time: what is quadratic takes sixteen times. One step of four and not
 * two of two, so that the noise of a busy machine looks like no growth. Where it does, the least of several times is taken;
 * where a limit lies between the two sizes (a file that the quick reader leaves to the thorough one), larger sizes decide.
 * The processor's time is counted, not the clock's.
 */
const sizes = [16, 48, 160].map((kibibytes) => kibibytes * 1024);
const step = 4;
const attempts = 2;
const allowed = 2.3 * 2.3;
/** Growth of times below this many milliseconds is noise. */
const noise = 10;

const groups = { inYaml, inValues, inWorkspaces, inSettings };

describe.each(Object.entries(groups))('%s', (_, hostiles) => {
  test.each(Object.entries(hostiles))('%s', async (_name, hostile) => {
    const measured: string[] = [];
    for (const size of sizes) {
      let [short, long] = [Infinity, Infinity];
      // Noise only adds to a time, so the least of several is the nearest.
      for (let attempt = 1; attempt <= attempts; attempt++) {
        long = Math.min(long, await timeOf(hostile, step * size));
        // So quick that no time of the shorter one could make it too long.
        if (long <= allowed * noise) return;
        short = Math.min(short, await timeOf(hostile, size));
        if (long <= allowed * Math.max(short, noise)) return;
      }
      measured.push(`${size} bytes: ${short.toFixed(0)} ms, then ${long.toFixed(0)} ms`);
    }
    expect.fail(measured.join('; '));
  });
});

/** Milliseconds of the processor that `lint` takes. */
async function timeOf(hostile: Hostile, bytes: number): Promise<number> {
  const sandbox = openSandbox({ ...ordinary, ...hostile(bytes) });
  try {
    const before = process.cpuUsage();
    const { exit, stderr } = await sandbox.run('lint');
    const { user, system } = process.cpuUsage(before);
    expect([0, 1, 78], stderr).toContain(exit);
    return (user + system) / 1000;
  } finally {
    sandbox.remove();
  }
}
