import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../src/ledger/file/node-files.ts';
import { ledgerText, parseLedger } from '../../src/ledger/ledger-text.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { LedgerEntry, LedgerState } from '../../src/model/ledger/ledger.ts';
import { aRun } from './a-run.ts';
import { runs } from '../runs.ts';

const entry = (id: string, text: string): LedgerEntry => ({
  uid: `u-${id}`,
  kind: 'endpoint',
  id: `ep_${id}`,
  applied: { url: 'https://a.example', metadata: text },
  observed: { url: 'https://a.example', metadata: text, bindings: ['public'] },
  observed_at: aRun.at,
  is_protected: false,
});
const create = { kind: 'endpoint', op: 'o1', identity: { url: 'https://c' }, since: aRun.at } as const;
const empty = emptyLedger({ environment: 'prod', lineage: 'l1', api: 'https://api' });
const full: LedgerState = {
  ...empty,
  serial: 7,
  resources: { 'endpoint/a': entry('a', 'é\n"},'), 'endpoint/b': entry('b', '😀\u2028') },
  orphans: { 'endpoint/old': { ...entry('o', ''), since: aRun.at, how: 'retired' } },
  unknown: { 'endpoint/c': create },
  plans: [{ id: 'p1', at: aRun.at }],
};

it.each([empty, full])('a ledger is read as it was written', (ledger) => {
  expect(parseLedger(ledgerText(ledger))).toEqual({ state: ledger });
});

it('a text that was changed is the same ledger, or is refused', () => {
  const text = ledgerText(full);
  const lines = text.split('\n');
  const change = fc.oneof(
    fc
      .tuple(fc.nat(text.length), fc.nat(3), fc.constantFrom('', ',', '}', '\n', ' ', '"', '0'))
      .map(([at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone)),
    fc
      .tuple(fc.nat(lines.length), fc.nat(2), fc.nat(lines.length))
      .map(([at, gone, from]) => lines.toSpliced(at, gone, lines[from] ?? '').join('\n')),
  );
  let refused = 0;
  fc.assert(
    fc.property(change, (changed) => {
      const read = parseLedger(changed);
      if ('problem' in read) refused++;
      else expect(read).toEqual({ state: full });
    }),
    { numRuns: runs(1000) },
  );
  expect(refused).toBeGreaterThan(runs(500));
});

it('a ledger that others laid out is read by its values', () => {
  const text = ledgerText(full);
  const { checksum } = JSON.parse(text) as { checksum: string };
  const rest = text.split('\n').filter((line) => !line.startsWith('"checksum"'));
  const last = [...rest.slice(0, -3), `${rest.at(-3)!},`, `"checksum":"${checksum}"`, '}', ''].join('\n');
  for (const other of [JSON.stringify(JSON.parse(text)), text.replaceAll('\n', '\r\n'), last])
    expect(parseLedger(other)).toEqual({ state: full });
});

it('a file is read as it was written, however long', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-whole-'));
  try {
    const file = path.join(folder, 'ledger.json');
    const text = '€😀'.repeat(400_000);
    const made = await nodeFiles.create(file);
    await made.write(text);
    await made.close();
    expect((await nodeFiles.read(file)) === text).toBe(true);
    await expect(nodeFiles.read(path.join(folder, 'none'))).rejects.toThrow('ENOENT');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
