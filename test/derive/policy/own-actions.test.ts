/**
 * An action that the dialect lacks: the workspace declares that it ends every request or none, or nobody knows.
 * Everybody who reads policies counts it alike.
 */
import { describe, expect, test } from 'vitest';
import { noOwnActions, ownActions, withOwnActions } from '../../../src/derive/policy/own-actions.ts';
import type { Files } from '../../lint/workspace-of.ts';
import { answersOf, filesWith, indented, refusalsOf } from './askers.ts';

const declarations = { always: 'ends: always', never: 'ends: never', unknown: undefined } as const;
type Declared = keyof typeof declarations;

function policy(declared: Declared, rules: readonly string[]): Files {
  const ends = declarations[declared];
  const settings = 'version: 1\nledger: { store: file, lineage: 0f1e2d3c4b5a69788796a5b4c3d2e1f0 }\n';
  const list = rules.map((rule) => `- ${rule}\n`).join('');
  return filesWith(`traffic_policy:\n  on_http_request:\n${indented(list, 4)}`, {
    'edgewright.yaml':
      ends === undefined
        ? settings
        : `${settings}policy: { actions: { office-hours: { phases: [on_http_request], ${ends} } } }\n`,
  });
}

const own = '{ actions: [{ type: office-hours }] }';
const deny = '{ actions: [{ type: deny }] }';
const page = '{ actions: [{ type: custom-response, config: { status_code: 200, body: hello } }] }';
const forward = '{ actions: [{ type: forward-internal, config: { url: https://shop.internal } }] }';

describe('in front of a refusal', () => {
  test.each([
    ['always', { 200: 'undecided', 403: 'undecided' }, []],
    ['never', { 200: 'failed', 403: 'ok' }, ['traffic_policy']],
    ['unknown', { 200: 'undecided', 403: 'undecided' }, []],
  ] as const)('%s: tests and protection', (declared, tests, protection) => {
    const answers = answersOf(policy(declared, [own, deny]));
    expect(answers.tests).toEqual(tests);
    expect(answers.protection).toEqual(protection);
  });

  test.each([
    ['always', true],
    ['never', false],
    ['unknown', true],
  ] as const)('%s: putting it there', (declared, isRefused) => {
    const refusals = refusalsOf(policy(declared, [deny, page]), policy(declared, [own, deny, page]));
    expect(refusals.length > 0).toBe(isRefused);
  });

  test.each(['always', 'unknown'] as const)('%s: for some requests', (declared) => {
    const some = own.replace('{ ', '{ expressions: ["req.method == \'PUT\'"], ');
    expect(refusalsOf(policy(declared, [deny, page]), policy(declared, [some, deny, page]))).not.toEqual([]);
    expect(answersOf(policy(declared, [some, deny])).protection).toEqual(['traffic_policy']);
    expect(answersOf(policy(declared, [some, deny])).tests).toEqual({ 200: 'failed', 403: 'ok' });
  });

  test.each(['always', 'never', 'unknown'] as const)('%s: behind it is another matter', (declared) => {
    expect(answersOf(policy(declared, [deny, own])).protection).toEqual(['traffic_policy']);
    expect(refusalsOf(policy(declared, [deny]), policy(declared, [deny, own]))).toEqual([]);
    expect(answersOf(policy(declared, [deny, own])).tests).toEqual({ 200: 'failed', 403: 'ok' });
  });
});

describe('in front of a page or a forward', () => {
  test.each([
    ['always', true],
    ['never', false],
    ['unknown', true],
  ] as const)('%s: taking it away', (declared, isRefused) => {
    for (const behind of [page, forward]) {
      const refusals = refusalsOf(policy(declared, [own, behind]), policy(declared, [behind]));
      expect(refusals.length > 0).toBe(isRefused);
    }
  });

  test.each([
    ['always', []],
    ['never', ['https://shop.internal']],
    ['unknown', ['https://shop.internal']],
  ] as const)('%s: where requests are forwarded', (declared, forwards) => {
    expect(answersOf(policy(declared, [own, forward])).forwards).toEqual(forwards);
  });

  test.each([
    ['always', { 200: 'undecided', 403: 'undecided' }],
    ['never', { 200: 'ok', 403: 'failed' }],
    ['unknown', { 200: 'undecided', 403: 'undecided' }],
  ] as const)('%s: tests', (declared, tests) => {
    expect(answersOf(policy(declared, [own, page])).tests).toEqual(tests);
  });

  test.each(['always', 'never', 'unknown'] as const)('%s: no change is none', (declared) => {
    expect(refusalsOf(policy(declared, [own, page]), policy(declared, [own, page]))).toEqual([]);
    const named = own.replace('{ ', '{ name: hours, ');
    expect(refusalsOf(policy(declared, [own, deny, page]), policy(declared, [named, deny, page]))).toEqual(
      [],
    );
  });
});

test('its settings count if nobody knows what it does', () => {
  const [early, late] = [8, 6].map((hour) => own.replace(' }] }', `, config: { from: ${hour} } }] }`));
  const changed = (declared: Declared): readonly string[] =>
    refusalsOf(policy(declared, [early ?? '', page]), policy(declared, [late ?? '', page]));
  expect(changed('unknown')).not.toEqual([]);
  expect(changed('always')).toEqual([]);
  expect(changed('never')).toEqual([]);
});

test('what is behind a declared end is a finding of lint', () => {
  const messages = (declared: Declared): readonly string[] =>
    answersOf(policy(declared, [own, deny])).findings.map(([, message]) => message);
  const unreachable = 'the rule is unreachable: `office-hours` before it ends all requests';
  expect(messages('always')).toContain(unreachable);
  expect(messages('never')).not.toContain(unreachable);
  expect(messages('unknown')).not.toContain(unreachable);
});

test('declarations count for one question, also when it fails', () => {
  const own = new Map([['office-hours', { phases: ['on_http_request'], ends: 'always' }]] as const);
  expect(withOwnActions(own, ownActions)).toBe(own);
  expect(() =>
    withOwnActions(own, () => {
      throw new Error('no answer');
    }),
  ).toThrow('no answer');
  expect(ownActions()).toBe(noOwnActions);
});
