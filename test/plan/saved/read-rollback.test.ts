import { expect, test } from 'vitest';
import { readRollback, rollbackText } from '../../../src/plan/rollback/read-rollback.ts';
import type { Rollback } from '../../../src/plan/rollback/rollback.ts';
import { sealOf } from '../../../src/plan/saved/check-seal.ts';

const key = '0123456789abcdef0123456789abcdef';
const rollback: Rollback = {
  format: 4,
  environment: 'production',
  lineage: '7c0e0000-0000-4000-8000-000000000001',
  api: 'https://api.example.com',
  run: '4',
  id: '3f9a1c07b2de',
  at: '2026-01-02T03:04:05Z',
  objects: [
    {
      address: 'endpoint/a',
      action: 'update',
      id: 'ep_1',
      entry: {
        uid: 'u',
        kind: 'endpoint',
        id: 'ep_1',
        applied: { description: 'one' },
        observed: { description: 'one' },
        observed_at: '2026-01-02T03:04:05Z',
        is_protected: false,
      },
      fields: { description: { was: 'one', left: 'two' } },
      lost: [],
    },
  ],
};
const reading = { run: '4', key };

test('what was written is what is read', () => {
  expect(readRollback(rollbackText(rollback, key), reading)).toEqual({ rollback, signature: 'valid' });
  expect(readRollback(rollbackText(rollback, key), { ...reading, key: undefined })).toMatchObject({
    signature: 'unchecked',
  });
  expect(readRollback(rollbackText(rollback, undefined), { ...reading, key: undefined })).toMatchObject({
    signature: 'none',
  });
});

test('it is refused wherever it is cut off, and with any byte changed', () => {
  const text = rollbackText(rollback, undefined);
  const keyless = { run: '4', key: undefined };
  for (let end = 0; end < text.length; end++)
    expect(readRollback(text.slice(0, end), keyless), `${end}`).toHaveProperty('problem');
  for (let at = 0; at < text.length; at++)
    for (const bit of [1, 2, 4, 8, 16, 32, 64]) {
      const changed = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ bit) + text.slice(at + 1);
      expect(readRollback(changed, keyless), `${at} ${bit}`).toHaveProperty('problem');
    }
});

/** The document changed, and sealed again by somebody who knows how, and not the key. */
function forged(change: (document: Record<string, unknown>) => void, by: string | undefined = key): string {
  const document = JSON.parse(JSON.stringify(rollback)) as Record<string, never>;
  change(document);
  return `${JSON.stringify({ ...document, seal: sealOf(document, by, 'rollback') })}\n`;
}

const first = (document: Record<string, unknown>): Record<string, unknown> =>
  (document['objects'] as Record<string, unknown>[])[0] ?? {};

const cases: readonly (readonly [what: string, text: string, problem: string])[] = [
  ['cut off', rollbackText(rollback, key).slice(0, -40), 'syntax'],
  ['edited', rollbackText(rollback, key).replace('"one"', '"six"'), 'damaged'],
  ['not signed', rollbackText(rollback, undefined), 'unsigned'],
  ['signed by another', rollbackText(rollback, 'f'.repeat(32)), 'other-key'],
  ['laid out anew', JSON.stringify(JSON.parse(rollbackText(rollback, key)), null, 1), 'laid-out'],
  [
    'signed as a plan',
    (() => {
      const document = JSON.parse(JSON.stringify(rollback)) as Record<string, never>;
      return `${JSON.stringify({ ...document, seal: sealOf(document, key, 'plan') })}\n`;
    })(),
    'other-key',
  ],
  ['of an older format', forged((document) => void (document['format'] = 1)), 'old-rollback'],
  ['of a newer format', forged((document) => void (document['format'] = 5)), 'newer'],
  ['of another run', forged((document) => void (document['run'] = '5')), 'other-run'],
  ['of a run below 0', forged((document) => void (document['run'] = '-4')), 'not-ours'],
  ['with something more', forged((document) => void (document['more'] = 1)), 'not-ours'],
  ['of a field that is none', forged((d) => void (first(d)['fields'] = { nothing: {} })), 'not-ours'],
  [
    'of a field that is none, beside one that is',
    forged((d) => void (first(d)['fields'] = { description: { was: 'one', left: 'two' }, nothing: {} })),
    'not-ours',
  ],
  ['of another kind', forged((d) => void (first(d)['address'] = 'tls-edge/a')), 'not-ours'],
  ['of an address that is none', forged((d) => void (first(d)['address'] = 'endpoint/a/b')), 'not-ours'],
  ['of an action that is none', forged((d) => void (first(d)['action'] = 'constructor')), 'not-ours'],
];

test.each(cases)('a file that is %s is refused', (_what, text, problem) => {
  expect(readRollback(text, reading)).toMatchObject({ problem: { code: problem } });
});
