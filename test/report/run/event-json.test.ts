import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyLedger } from '../../../src/ledger/state.ts';
import type { RunEvent } from '../../../src/model/plan/run-event.ts';
import { eventJson } from '../../../src/report/run/event-json.ts';
import { planOf, step } from '../../apply/world.ts';
import { aRun } from '../../ledger/a-run.ts';
import { checkedLine } from '../../scenarios/check-events.ts';
import type { Tally } from '../../../src/model/plan/tally.ts';

const about = {
  ...aRun,
  actor: 'ann',
  commit: 'c'.repeat(40),
  ci: { url: 'https://ci.example.com/1', attempt: '2' },
  outside_window: 'the shop is down',
};
const tally: Tally = {
  ...{ steps: 2, created: 1, updated: 0, deleted: 0, adopted: 0, retired: 0, forgotten: 0, renamed: 0 },
  ...{ failed: 0, skipped: 0, unknown: 1, drifted: 0, blocked: 0, unchanged: 0 },
};
const plan = planOf([], emptyLedger({ environment: 'prod', lineage: 'l', api: '' }));

const events: readonly RunEvent[] = [
  {
    event: 'start',
    run: about,
    takenFrom: aRun,
    api: 'https://api.example.com',
    plan: {
      ...plan,
      refusals: [{ gate: 'exposure', fact: { code: 'less-protected' }, addresses: ['https-route/docs'] }],
    },
  },
  { event: 'settled', address: 'endpoint/a', as: 'absent' },
  { event: 'step-started', step: step('endpoint/b', 'create') },
  {
    event: 'step-ended',
    outcome: {
      address: 'endpoint/b',
      action: 'create',
      status: 'failed',
      id: 'ep_1',
      reason: { code: 'failed', message: 'it said \u001b[31mno\u202e\n::error::x' },
      stale: [{ code: 'not-known' }],
      surprises: ['url'],
      cause: 'limited',
      until: '2026-01-02 03:04:05 UTC',
    },
  },
  { event: 'wait', for: 'rate-limit', seconds: 14, allows: { requests: 10, seconds: 15 } },
  { event: 'wait', for: 'unsettled', seconds: 60, address: 'endpoint/b' },
  { event: 'wait', for: 'ledger', reason: 'PostgreSQL (db) is not available: it is starting' },
  {
    event: 'summary',
    tally,
    byKind: { endpoint: tally, 'tls-edge': tally, 'https-route': tally },
    advice: [],
    next: [
      { purpose: 'adopt', command: 'edgewright resolve endpoint/a --adopt <id>', address: 'endpoint/a' },
    ],
  },
  { event: 'skipped', environment: 'prod', why: { code: 'locked', run: about } },
  {
    event: 'skipped',
    environment: 'prod',
    why: {
      code: 'closed',
      time: {
        state: 'frozen',
        reason: 'x\n::error::\u001b[31m',
        opens: { at: '2027-01-03T23:00:00.000Z', zone: 'Europe/Berlin', local: '2027-01-04T00:00' },
      },
      plan,
    },
  },
  { event: 'environment-ended', environment: 'prod', exitCode: 0 },
  { event: 'end', exitCode: 5, error: { message: 'locked\nby a run', help: 'wait', holder: about } },
];

const head = { at: '2026-01-02T03:04:05.000Z', run: 'a1b2c3d4e5f6', environment: 'prod' };
const lines = events.map((event) => eventJson(event, head));

test('every event is one line of the published schema', () => {
  for (const line of lines) checkedLine(line);
});

test('every line names the run, so that lines of several runs can be told apart', () => {
  for (const line of lines) expect(checkedLine(line)).toMatchObject({ format: 1, ...head });
});

test('a line acts on no terminal and no CI system', () => {
  expect(lines.join('')).not.toMatch(/[\u001b\u202e]|^::/m);
});

test('the schema describes every field of an event, and these events show them all', () => {
  const seen = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      seen.add(key);
      visit(inner);
    }
  };
  for (const line of lines) visit(JSON.parse(line));
  const described: string[] = [];
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('properties' in value) described.push(...Object.keys(value.properties as object));
    Object.values(value).forEach(read);
  };
  read(JSON.parse(readFileSync('schemas/events.schema.json', 'utf8')));
  expect(described.filter((name) => !seen.has(name))).toEqual([]);
});
