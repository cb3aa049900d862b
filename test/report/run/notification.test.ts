import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { secretFilter } from '../../../src/derive/secrets/secret-filter.ts';
import type { Notice } from '../../../src/model/notice.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import { notificationJson } from '../../../src/report/run/notification.ts';
import { aRun } from '../../ledger/a-run.ts';

const schema = JSON.parse(readFileSync('schemas/notification.schema.json', 'utf8')) as object;
const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);

const many = Array.from({ length: 60 }, (_, at): Address => `https-route/r${at}`);
const notice: Notice = {
  events: ['apply', 'drift', 'unknown'],
  verb: 'apply',
  environment: 'production',
  api: 'https://api.example.com',
  run: {
    ...aRun,
    actor: 'ann',
    commit: 'c'.repeat(40),
    ci: { url: 'https://ci.example.com/runs/1', attempt: '2' },
    outside_window: 'the shop is down',
  },
  exitCode: 4,
  tally: {
    ...{ steps: 63, created: 1, updated: 0, deleted: 0, adopted: 0, retired: 0, forgotten: 0, renamed: 0 },
    ...{ failed: 1, skipped: 0, unknown: 60, drifted: 1, blocked: 0, unchanged: 0 },
  },
  failed: ['endpoint/a'],
  unknown: many,
  drifted: ['endpoint/b'],
  weakened: [],
  tests: ['b is closed'],
  refusals: [],
  next: [
    ...many.map((address) => ({ purpose: 'absent' as const, command: `resolve ${address}`, address })),
    { purpose: 'settle', command: 'edgewright resolve --list --env production' },
  ],
  error: undefined,
};

function sent(
  more: Partial<Notice> = {},
  clean: (text: string) => string = (text) => text,
): Record<string, unknown> {
  const document = JSON.parse(notificationJson({ ...notice, ...more }, clean)) as Record<string, unknown>;
  expect(validate(document), JSON.stringify(validate.errors, null, 1)).toBe(true);
  return document;
}

test('the text has the counts, the run, what needs attention and how to settle it', () => {
  expect(sent()['text']).toBe(
    [
      'production: 1 created; 1 failed, 60 unknown, 1 drifted (kept) (run a1b2c3d4e5f6 by ann)',
      'Failed: endpoint/a',
      'Unknown outcome: https-route/r0, https-route/r1, https-route/r2 and 57 more',
      'To settle: edgewright resolve --list --env production',
      'Changed outside Edgewright: endpoint/b',
      'Tests that are not ok: b is closed',
      'https://ci.example.com/runs/1',
    ].join('\n'),
  );
});

test('drift that removed protection is the first thing that a message says', () => {
  const drifted = ['endpoint/open', 'endpoint/b'] as const;
  const { text, less_protected: open } = sent({ drifted, weakened: ['endpoint/open'] });
  expect((text as string).split('\n').slice(0, 2)).toEqual([
    'production: 1 less protected than the files; 1 created; 1 failed, 60 unknown, 1 drifted (kept) (run a1b2c3d4e5f6 by ann)',
    'Less protected than the files: endpoint/open',
  ]);
  expect(open).toEqual(['endpoint/open']);
  const drift = sent({ verb: 'drift', tally: undefined, drifted, weakened: ['endpoint/open'] });
  expect(drift['text']).toMatch(
    /^production: 1 less protected than the files; 2 changed outside Edgewright /,
  );
});

test('a secret is found before its characters are replaced for a chat', () => {
  const { clean } = secretFilter(['p@ss<w0rd>of-the-hook']);
  const error = { message: 'the remote says "p@ss<w0rd>of-the-hook is wrong"' };
  expect(JSON.stringify(sent({ error }, clean)['text'])).toContain('says \\"(secret) is wrong');
});

test('long lists are cut, and the counts are whole', () => {
  const { unknown, next, counts } = sent();
  expect([(unknown as unknown[]).length, (next as unknown[]).length]).toEqual([50, 50]);
  expect((next as unknown[])[0]).toMatchObject({ purpose: 'settle' });
  expect(counts).toMatchObject({ unknown: 60 });
});

test('the words of a service call no channel and hide no link', () => {
  const message = '<!channel> @all <https://evil.example|here> [or](https://evil.example)\n::error::x';
  const error = { message, help: 'wait' };
  expect(
    sent({ error, tally: undefined, unknown: [], failed: [], drifted: [], tests: [], next: [] })['text'],
  ).toBe(
    'production: apply failed: ‹!channel› (at)all ‹https://evil.example|here› [or] (https://evil.example)\\n::error::x (run a1b2c3d4e5f6 by ann)\nhttps://ci.example.com/runs/1',
  );
});

test('the schema describes every field of a message, and these show them all', () => {
  const seen = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      seen.add(key);
      visit(inner);
    }
  };
  visit([sent(), sent({ error: { message: 'locked', help: 'wait' } })]);
  const described: string[] = [];
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('properties' in value) described.push(...Object.keys(value.properties as object));
    Object.values(value).forEach(read);
  };
  read(schema);
  expect(described.filter((name) => !seen.has(name))).toEqual([]);
});
