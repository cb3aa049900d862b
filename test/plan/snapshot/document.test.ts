import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../src/model/snapshot.ts';
import { parseSnapshot, snapshotText } from '../../../src/plan/snapshot/snapshot-document.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const endpoint = { kind: 'endpoint', id: 'ep_1', is_manageable: true, spec: { metadata: null } };
const snapshot: Snapshot = {
  format: 1,
  type: 'edgewright-snapshot',
  tool: '0.1.0',
  taken_at: '2026-01-01T00:00:00.000Z',
  salt: 'a'.repeat(32),
  environments: [
    { environment: 'production', api: '', ledger: {}, live: { listed: [endpoint], known: {}, orphans: {} } },
  ],
};
const text = snapshotText(snapshot, privateKey);

function isSigned(altered: string): boolean {
  const parsed = parseSnapshot(altered);
  return 'snapshot' in parsed && parsed.signature !== 'none' && parsed.signature.by(publicKey);
}

describe('a signed snapshot', () => {
  it('is what was signed, also where a transfer changed the end of its line', () => {
    expect([text, text.trimEnd(), `${text.trimEnd()}\r\n`].map(isSigned)).toEqual([true, true, true]);
  });

  it.each([
    ['another value', '"metadata":"null"'],
    ['a number that is written back as what was signed', '"metadata":1e999'],
    ['a key that is declared twice', '"metadata":"theirs","metadata":null'],
    ['a space', '"metadata": null'],
  ])('is refused with %s', (_what, altered) => {
    expect(text).toContain('"metadata":null');
    expect(isSigned(text.replace('"metadata":null', altered))).toBe(false);
  });

  it('that is nested too deep is a problem, and no crash', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(parseSnapshot(text.replace('null', deep))).toHaveProperty('problem');
  });
});

it.each([
  ['format', '`format` is missing'],
  ['tool', '`tool` is missing'],
  ['taken_at', '`taken_at` is not a time'],
  ['salt', '`salt` is malformed'],
  ['environments', '`environments` is missing'],
])('without %s: %s', (key, problem) => {
  const { [key]: _left, ...rest } = JSON.parse(text) as Record<string, unknown>;
  expect(parseSnapshot(JSON.stringify(rest))).toEqual({ problem });
});

it.each(['resources', 'orphans'])('an entry of %s in a ledger that is no object is a problem', (table) => {
  const snapshot = JSON.parse(text) as { environments: { ledger: Record<string, unknown> }[] };
  snapshot.environments[0]!.ledger[table] = { 'endpoint/www': null };
  expect(parseSnapshot(JSON.stringify(snapshot))).toEqual({ problem: '`environments[0]` is malformed' });
});
