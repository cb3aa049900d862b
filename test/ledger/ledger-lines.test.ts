import fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../src/ledger/file/node-files.ts';
import { ledgerText, parseLedger } from '../../src/ledger/ledger-text.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import { lineReader, summing, textSum } from '../../src/ledger/text/read-ledger-text.ts';
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

const pieces = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 });

function read(text: string, sizes: readonly number[]): LedgerState | undefined {
  const { add, end } = lineReader();
  let start = 0;
  for (let turn = 0; start < text.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    add(text.slice(start, start + size));
    start += size;
  }
  return end()?.state;
}

it.each([empty, full])('a ledger is read as from its whole text, however it is cut', (ledger) => {
  const text = ledgerText(ledger);
  fc.assert(
    fc.property(pieces, (sizes) => {
      expect(read(text, sizes)).toEqual(ledger);
    }),
    { numRuns: 50 },
  );
});

it('a text that was changed is read as from the whole, or left to that', () => {
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
  let left = 0;
  fc.assert(
    fc.property(change, pieces, (changed, sizes) => {
      const state = read(changed, sizes);
      if (state === undefined) left++;
      else expect({ state }).toEqual(parseLedger(changed));
    }),
    { numRuns: runs(1000) },
  );
  expect(left).toBeGreaterThan(runs(500));
});

it('a ledger that others wrote is left to the whole text', () => {
  const text = ledgerText(full);
  const { checksum } = JSON.parse(text) as { checksum: string };
  const rest = text.split('\n').filter((line) => !line.startsWith('"checksum"'));
  const last = [...rest.slice(0, -3), `${rest.at(-3)!},`, `"checksum":"${checksum}"`, '}', ''].join('\n');
  for (const other of [JSON.stringify(JSON.parse(text)), text.replaceAll('\n', '\r\n'), last]) {
    expect(parseLedger(other)).toEqual({ state: full });
    expect(read(other, [100])).toBeUndefined();
  }
  const proto = text.replace('  "endpoint/b"', '  "__proto__"');
  expect(read(proto, [100])).toBeUndefined();
});

it('a file is written and read in pieces as it is whole', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-pieces-'));
  try {
    const file = path.join(folder, 'ledger.json');
    // Characters of three and four bytes at each place of the boundaries between pieces.
    const text = Array.from({ length: 4 }, (_, shift) => 'x'.repeat(shift) + '€😀'.repeat(400_000)).join('');
    const made = await nodeFiles.create(file);
    await made.write(text);
    await made.close();
    expect(readFileSync(file, 'utf8') === text).toBe(true);
    const found: string[] = [];
    const { add, end } = summing();
    await nodeFiles.readPieces?.(file, (piece) => {
      found.push(piece);
      add(piece);
    });
    expect(found.length).toBeGreaterThan(4);
    expect(found.join('') === text).toBe(true);
    expect(end()).toEqual(textSum(text));
    await expect(nodeFiles.readPieces?.(path.join(folder, 'none'), add)).rejects.toThrow('ENOENT');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
