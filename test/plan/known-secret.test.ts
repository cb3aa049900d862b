import { expect, test } from 'vitest';
import { Secret } from '../../src/model/secret.ts';
import { hideKnown } from '../../src/plan/hide-known.ts';
import type { Step } from '../../src/model/plan.ts';

const lookup = (name: string): Secret | undefined =>
  name === 'ONE' ? new Secret('correct-horse-one') : name === 'SHORT' ? new Secret('fine') : undefined;
const step = {
  action: 'update',
  address: 'endpoint/a',
  kind: 'endpoint',
  reason: '',
  changes: [
    { path: 'description', cause: 'outside', before: 'is correct-horse-one', after: 'fine', isSecret: false },
    { path: 'bindings', cause: 'outside', before: ['public', 'x correct-horse-one'], isSecret: false },
  ],
  requests: [
    {
      operation: undefined,
      method: 'PATCH',
      path: '/endpoints/ep_1',
      body: { description: 'fine', metadata: 'is correct-horse-one' },
    },
  ],
  waysOut: [],
  missingSecrets: [],
  hash: '',
  isProtected: false,
} as unknown as Step;

test('a text that holds a secret which is known is shown as one, wherever it stands', () => {
  const hidden = hideKnown([step], ['ONE', 'SHORT', 'UNSET'], lookup);
  expect(JSON.stringify(hidden)).not.toContain('correct-horse');
  expect(hidden[0]?.changes).toEqual([
    { path: 'description', cause: 'outside', before: '(secret)', after: 'fine', isSecret: true },
    { path: 'bindings', cause: 'outside', before: ['public', '(secret)'], isSecret: true },
  ]);
  const [request] = hidden[0]?.requests ?? [];
  expect(request?.body?.['description']).toBe('fine');
  const { metadata } = request?.body ?? {};
  expect(metadata instanceof Secret && metadata.reveal()).toBe('is correct-horse-one');
});

test('a step without one stays the step that it is', () => {
  expect(hideKnown([step], ['SHORT'], lookup)[0]).toBe(step);
});
