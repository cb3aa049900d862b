import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileBackend } from '../../src/ledger/file/file-backend.ts';
import { closedFiles } from './closed-files.ts';
import { nodeHost } from '../../src/run/session/node-host.ts';
import { describeBackend } from './conformance.ts';
import { memoryBackend } from './memory-backend.ts';

describeBackend('memory', () => {
  const backends = new Map<string, ReturnType<typeof memoryBackend>>();
  const backend = (environment: string): ReturnType<typeof memoryBackend> => {
    const known = backends.get(environment) ?? memoryBackend();
    backends.set(environment, known);
    return known;
  };
  return {
    backend: (environment) => ({
      ...backend(environment),
      environments: () =>
        Promise.resolve(
          [...backends].flatMap(([name, { texts }]) => (texts.has('ledger.json') ? [name] : [])),
        ),
    }),
    close: () => undefined,
  };
});

describeBackend('file', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'ledger-'));
  const host = await nodeHost();
  let counter = 0;
  const env = {
    clock: { now: () => new Date('2026-01-02T03:04:05Z'), sleep: () => Promise.resolve() },
    random: (bytes: number) => new Uint8Array(bytes).fill(++counter),
  };
  return {
    backend: (environment, where = host) =>
      fileBackend({ root, folder: '.edgewright', environment, files: closedFiles, host: where, env }),
    close: () => rmSync(root, { recursive: true }),
  };
});
