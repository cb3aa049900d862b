import { expect, test } from 'vitest';
import { main } from '../../src/main.ts';
import type { Io } from '../../src/model/io.ts';

test('a bug is reported with its chain of causes', async () => {
  const disk = new Error('the disk is \u001B[31mfull');
  const writing = new Error('cannot write', { cause: disk });
  const { exit, stderr } = await runThatThrows(new TypeError('no result', { cause: writing }));
  expect(exit).toBe(70);
  expect(stderr).toMatch(/^error: this is a bug of edgewright, /);
  expect(stderr).toMatch(/^\| TypeError: no result$(?:\n\| {5}at .*)+\n\| caused by: Error: cannot write$/m);
  expect(stderr).toMatch(/^\| caused by: Error: the disk is .*full$/m);
  expect(stderr).not.toContain('\u001B');
});

test('a bug whose cause is itself is reported once', async () => {
  const loop = new Error('again');
  loop.cause = loop;
  const { exit, stderr } = await runThatThrows(loop);
  expect(exit).toBe(70);
  expect(stderr.split('caused by: Error: again')).toHaveLength(11);
});

async function runThatThrows(error: Error): Promise<{ readonly exit: number; readonly stderr: string }> {
  let stderr = '';
  const io: Io = {
    stdout: () => {
      throw error;
    },
    stderr: (text) => void (stderr += text),
    stdin: () => Promise.resolve(''),
    env: {},
    cwd: import.meta.dirname,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    clock: { now: () => new Date(0), sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  };
  return { exit: await main(['rules'], io), stderr };
}
