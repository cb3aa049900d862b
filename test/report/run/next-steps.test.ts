import { expect, test } from 'vitest';
import type { Outcome } from '../../../src/model/plan/step-outcome.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import { adviceFor, type RunCommands } from '../../../src/report/run/next-steps.ts';

const commands: RunCommands = {
  plan: 'edgewright plan',
  again: 'edgewright apply',
  resolve: (addresses, how) => `edgewright resolve ${addresses}${how === undefined ? '' : ` --${how}`}`,
  unknown: 'edgewright resolve --list',
  undo: undefined,
};

const ended = (address: Address, more: Partial<Outcome>): Outcome => ({
  ...{ address, action: 'create', status: 'done', reason: { code: 'done' }, surprises: [] },
  ...more,
});
const lost = (address: Address): Outcome =>
  ended(address, { status: 'unknown', reason: { code: 'unanswered', message: 'no response' } });
const interrupted = ended('endpoint/c', { status: 'skipped', reason: { code: 'interrupted' } });
const failed = ended('endpoint/d', { status: 'failed', reason: { code: 'failed', message: 'no' } });
const done = ended('endpoint/e', {});

function advice(outcomes: readonly Outcome[], more: Partial<RunCommands> = {}, marker = true) {
  return adviceFor({ outcomes, marker, blockedBy: new Map(), commands: { ...commands, ...more } });
}

test('a run that was stopped goes on with the same command', () => {
  expect(advice([done, interrupted])).toEqual({
    sentences: ['Applied steps are in the ledger. To go on, run edgewright apply.'],
    next: [{ purpose: 'continue', command: 'edgewright apply' }],
  });
  // A saved plan is used up.
  expect(advice([interrupted], { again: undefined }).sentences).toEqual([
    'Run edgewright plan to see what is left.',
  ]);
});

test('what failed is in the next plan; after a rollback the same command does the rest', () => {
  expect(advice([done, failed])).toEqual({
    sentences: ['Applied steps are in the ledger. Run edgewright plan to see what is left.'],
    next: [{ purpose: 'review', command: 'edgewright plan' }],
  });
  expect(advice([failed], { plan: undefined }).sentences).toEqual([
    'Run the same command again for the rest.',
  ]);
});

test('the next plan finds an endpoint whose outcome is unknown', () => {
  expect(advice([done, lost('endpoint/a'), failed])).toEqual({
    sentences: [
      'Run edgewright plan: it looks for endpoint/a in the lists; the next apply adopts what exists.',
    ],
    next: [{ purpose: 'review', command: 'edgewright plan' }],
  });
  const many = [1, 2, 3, 4].map((at) => lost(`endpoint/e${at}`));
  expect(advice(many).sentences).toEqual([
    'Run edgewright plan: it looks for the 4 objects in the lists; the next apply adopts what exists.',
  ]);
  expect(advice([lost('endpoint/a')], { plan: undefined }).sentences).toEqual([
    'Run the same command again: it looks for endpoint/a in the lists, and adopts what exists.',
  ]);
});

test('a route whose outcome is unknown is settled by a person, with one of two commands', () => {
  expect(advice([lost('https-route/a')])).toEqual({
    sentences: [
      'Look for https-route/a in the dashboard: routes cannot be listed.',
      'If it exists:          edgewright resolve https-route/a --adopt',
      'If it does not exist:  edgewright resolve https-route/a --absent',
    ],
    next: [
      { purpose: 'adopt', command: 'edgewright resolve https-route/a --adopt', address: 'https-route/a' },
      { purpose: 'absent', command: 'edgewright resolve https-route/a --absent', address: 'https-route/a' },
      { purpose: 'settle', command: 'edgewright resolve --list' },
    ],
  });
  // A step that such a create blocks leads to the create.
  const blocked = { ...lost('https-route/b'), action: 'blocked' as const };
  const { next } = adviceFor({
    outcomes: [blocked],
    marker: true,
    blockedBy: new Map([['https-route/b', 'https-route/a']]),
    commands,
  });
  expect(next.flatMap(({ address }) => address ?? [])).toEqual(['https-route/a', 'https-route/a']);
});

test('an update that may still arrive needs no answer: the next plan sees it', () => {
  const since = '2026-01-02T03:04:05Z';
  const reason = { code: 'may-arrive', request: 'update', since, until: since } as const;
  const waiting = ended('https-route/a', { status: 'unknown', action: 'blocked', reason });
  expect(advice([waiting])).toEqual({
    sentences: ['Run edgewright plan to see whether it was carried out.'],
    next: [{ purpose: 'review', command: 'edgewright plan' }],
  });
});

test('what differs after an adoption is in the next plan', () => {
  const reason = { code: 'adopted-differs', fields: ['description'] } as const;
  expect(advice([done, ended('endpoint/a', { action: 'adopt', reason })])).toEqual({
    sentences: ['Run edgewright plan to see the updates of what was adopted.'],
    next: [{ purpose: 'review', command: 'edgewright plan' }],
  });
});

test('many of them are a list', () => {
  const routes = [1, 2, 3, 4].map((at) => lost(`https-route/r${at}`));
  const { sentences, next } = advice([...routes, interrupted]);
  expect(sentences).toEqual([
    '4 creates are unknown, and no list tells which objects they made: `edgewright resolve --list` prints the commands that settle them; each takes several addresses.',
    'To go on, run edgewright apply.',
  ]);
  // Programs get the commands for each.
  expect(next.map(({ purpose }) => purpose)).toEqual([
    ...routes.flatMap(() => ['adopt', 'absent']),
    'settle',
    'continue',
  ]);
});

test('an update whose outcome is unknown is seen by the next plan', () => {
  expect(advice([{ ...lost('https-route/a'), action: 'update' }]).sentences).toEqual([
    'Run edgewright plan to see whether it was carried out.',
  ]);
});

test('a ledger that could not be written comes first', () => {
  expect(advice([{ ...failed, cause: 'ledger' }, lost('https-route/a')]).sentences).toEqual([
    'The ledger could not be written.',
    'The changes above are live, but not all of them are recorded: keep this output.',
    'Run edgewright plan once the ledger can be written again: it finds what is not recorded; the next apply records it.',
  ]);
});

test('a lock that was taken away comes first, too', () => {
  const rest = 'Run edgewright plan once no other run is in progress.';
  const first = 'The lock of this run was taken away: another run may be in progress.';
  expect(advice([{ ...failed, cause: 'lock' }, lost('https-route/a')]).sentences).toEqual([
    first,
    'The changes above are live, but not all of them are recorded: keep this output.',
    rest,
  ]);
  expect(advice([done, { ...failed, status: 'skipped', cause: 'lock' }]).sentences).toEqual([
    first,
    'All changes of this run are in the ledger.',
    rest,
  ]);
});

test('a run that did everything ends with its undo command alone', () => {
  expect(advice([done], { undo: 'edgewright apply --rollback 1' })).toEqual({
    sentences: [],
    next: [{ purpose: 'undo', command: 'edgewright apply --rollback 1' }],
  });
});

const unrecorded = (address: Address, id: string): Outcome => {
  const kind = address.startsWith('endpoint/') ? 'endpoint' : 'https-route';
  const reason = {
    code: 'created-not-recorded',
    kind,
    id,
    address,
    ref: id,
    message: 'the disk is full',
  } as const;
  return ended(address, { status: 'failed', cause: 'ledger', reason, id });
};
const records =
  'Run edgewright plan once the ledger can be written again: it finds what is not recorded; the next apply records it.';

test('the next apply records only what a marker in a list tells', () => {
  expect(advice([unrecorded('endpoint/a', 'ep_1')]).sentences.at(-1)).toBe(records);
  const resolve = 'Once the ledger can be written again:  edgewright resolve https-route/r=edghtsrt_1';
  expect(advice([unrecorded('https-route/r', 'edghtsrt_1')]).sentences.slice(2)).toEqual([resolve]);
  expect(
    advice([unrecorded('endpoint/a', 'ep_1'), unrecorded('https-route/r', 'edghtsrt_1')]).sentences.slice(2),
  ).toEqual([resolve, records.replace('what is not', 'what else is not')]);
  expect(advice([unrecorded('endpoint/a', 'ep_1')], {}, false).sentences.slice(2)).toEqual([
    'Once the ledger can be written again:  edgewright resolve endpoint/a=ep_1',
  ]);
});

test('an endpoint that no marker can tell is for a person', () => {
  const look = 'Look for endpoint/a in the dashboard: no list says which object it is.';
  expect(advice([lost('endpoint/a')], {}, false).sentences[0]).toBe(look);
  const other = ended('endpoint/a', { status: 'unknown', reason: { code: 'created-existing', id: 'ep_9' } });
  expect(advice([other]).sentences[0]).toBe(look);
});
