import type { Step } from '../../src/model/plan/step.ts';
import { expect, it } from 'vitest';
import { lackingIn, responseDifferences } from '../../src/apply/response-differences.ts';
import type { Live } from '../../src/model/live.ts';
import { SecretReference } from '../../src/model/secret-reference.ts';
import type { Json, Spec, Value } from '../../src/model/value.ts';

function stepOf(predicted: Spec): Step {
  const requests = [{ method: 'PATCH', path: '/edges/https/e/routes/r', body: predicted }];
  return {
    address: 'https-route/a',
    kind: 'https-route',
    predicted,
    changes: [],
    requests,
  } as unknown as Step;
}

function liveOf(spec: Readonly<Record<string, Json>>): Live {
  return { spec } as unknown as Live;
}

const headers = { enabled: true, add: { 'x-shop': 'a' } };

const cases: [what: string, live: Readonly<Record<string, Json>>, surprises: string[], lacking: string[]][] =
  [
    ['what was sent', { request_headers: headers }, [], []],
    ['a default of the service', { request_headers: headers, description: 'shop' }, [], []],
    [
      'another value',
      { request_headers: { ...headers, add: { 'x-shop': 'b' } } },
      ['request_headers.add.x-shop'],
      ['request_headers.add.x-shop'],
    ],
    ['nothing of it', {}, ['request_headers.add.x-shop'], ['request_headers.add.x-shop']],
    [
      'an entry more in a map of ours',
      { request_headers: { ...headers, add: { 'x-shop': 'a', 'x-more': 'b' } } },
      ['request_headers.add.x-more'],
      [],
    ],
    ['a map that we did not send', { request_headers: { ...headers, remove: ['x-old'] } }, [], []],
  ];

it.each(cases)('a response with %s', (_what, live, surprises, lacking) => {
  const step = stepOf({ request_headers: headers });
  expect(responseDifferences(step, liveOf(live), () => undefined)).toEqual(surprises);
  expect(lackingIn(step, liveOf(live), () => undefined).map((path) => path.join('.'))).toEqual(lacking);
});

/** After a lost response the object is read, and the service may hide the secret: the outcome is still known. */
it.each(['***', '', undefined])('a response that shows the secret as %j lacks nothing', (shown) => {
  const verification = (secret: Value | undefined): Spec => ({
    webhook_verification: { enabled: true, provider: 'github', ...(secret === undefined ? {} : { secret }) },
  });
  const step = stepOf(verification(new SecretReference([{ secret: 'HOOK' }])));
  const live = liveOf(verification(shown) as Readonly<Record<string, Json>>);
  expect(responseDifferences(step, live, () => undefined)).toEqual([]);
  expect(lackingIn(step, live, () => undefined)).toEqual([]);
  const other = liveOf({ webhook_verification: { enabled: true, provider: 'gitlab' } });
  expect(lackingIn(step, other, () => undefined).map((path) => path.join('.'))).toContain(
    'webhook_verification.provider',
  );
});
