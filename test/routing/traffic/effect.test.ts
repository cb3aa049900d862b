import { expect, test } from 'vitest';
import { effectOf } from '../../../src/routing/traffic/effect/effect.ts';

test.each([
  [{ upgrade: 'WebSocket' }, { does: 'acts', fact: { code: 'websocket' } }],
  [{ upgrade: 'h2c' }, { does: 'idle', fact: { code: 'no-websocket' } }],
  [{}, { does: 'idle', fact: { code: 'no-websocket' } }],
] as const)('the converter of WebSockets, for a request with %j', (headers, effect) => {
  const request = { method: 'GET', headers: new Map(Object.entries(headers)) };
  const asked = { request } as unknown as Parameters<typeof effectOf>[2];
  expect(effectOf('websocket_tcp_converter', {}, asked)).toEqual(effect);
});
