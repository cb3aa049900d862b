import type { Step } from '../../src/model/plan/step.ts';
import { describe, expect, it } from 'vitest';
import { failed, isRejected } from '../../src/apply/failures.ts';
import { ApiError } from '../../src/model/errors.ts';

type WasSent = ApiError['wasSent'];

function errorOf(status: number | undefined, wasSent: WasSent, more: { waitUntil?: Date } = {}): ApiError {
  return new ApiError('it said no', { method: 'POST', path: '/endpoints', status, wasSent, ...more });
}

const step = { address: 'endpoint/a', action: 'create' } as unknown as Step;

describe('tells whether a request was certainly not carried out', () => {
  const cases: [status: number | undefined, wasSent: WasSent, isRejected: boolean][] = [
    [undefined, 'no', true],
    [undefined, 'maybe', false],
    [400, 'yes', true],
    [404, 'yes', true],
    [429, 'yes', true],
    [408, 'yes', false],
    [500, 'yes', false],
    [302, 'yes', false],
    [200, 'yes', false],
    [503, 'no', true],
  ];
  it.each(cases)('%s, sent: %s', (status, wasSent, expected) => {
    expect(isRejected(errorOf(status, wasSent))).toBe(expected);
  });
});

describe('the cause of a step that failed', () => {
  const cases: [error: ApiError, cause: string | undefined][] = [
    [errorOf(undefined, 'no'), 'unreachable'],
    [errorOf(undefined, 'yes'), undefined],
    [errorOf(503, 'no'), undefined],
    [errorOf(401, 'yes'), 'credential'],
    [errorOf(403, 'yes'), 'credential'],
    [errorOf(400, 'yes'), undefined],
    [errorOf(429, 'no', { waitUntil: new Date('2026-06-01T00:10:00Z') }), 'limited'],
  ];
  it.each(cases)('%o', (error, cause) => {
    expect(failed(step, error)).toMatchObject({
      address: 'endpoint/a',
      status: 'failed',
      reason: { code: 'failed', message: 'it said no' },
    });
    expect(failed(step, error).cause).toBe(cause);
  });
});
