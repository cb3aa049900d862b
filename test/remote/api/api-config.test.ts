import { afterEach, expect, test } from 'vitest';
import { openReadApi } from '../../../src/remote/api/open-api.ts';
import { apiConfig } from '../../../src/run/session/api/api-config.ts';
import type { Io } from '../../../src/model/io.ts';
import { ioThatIsSilent } from '../../docs/silent-io.ts';
import { endpoint, json, service } from './service.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const io = (env: Io['env']): Io => ({ ...ioThatIsSilent, env });
const clock = { now: () => new Date(), sleep: () => Promise.resolve() };

function configOf(env: Io['env']): Parameters<typeof openReadApi>[0] {
  return { ...apiConfig(io(env), 'production', undefined), clock };
}

test.each([
  [{}, 'Bearer t'],
  [{ EDGEWRIGHT_API_SCHEME: 'Token' }, 'Token t'],
])('scheme, headers and version reach the service: %j', async (more, authorization) => {
  const { url, received, close } = await service((_, response) => json(response, 200, endpoint('a')));
  closing.push(close);
  const api = openReadApi(
    configOf({
      EDGEWRIGHT_API_URL: url,
      EDGEWRIGHT_API_TOKEN: 't',
      EDGEWRIGHT_API_HEADERS: 'Api-Version: 2\n\nX-Team:a: b\n',
      ...more,
    }),
  );
  closing.push(api.close);
  await api.get({ kind: 'endpoint', id: 'a' });
  expect(received[0]!.headers).toMatchObject({ authorization, 'api-version': '2', 'x-team': 'a: b' });
  expect(received[0]!.headers['user-agent']).toMatch(/^edgewright\/\d+\.\d+\.\d+$/);
});

test('an empty token is no token', () => {
  const token = (env: Io['env']): string | undefined =>
    apiConfig(
      io({ EDGEWRIGHT_API_URL: 'https://api.example.com', ...env }),
      'prod',
      undefined,
    ).token?.reveal();
  expect(token({ EDGEWRIGHT_API_TOKEN: '' })).toBeUndefined();
  expect(token({ EDGEWRIGHT_API_TOKEN: ' \n' })).toBeUndefined();
  expect(token({ EDGEWRIGHT_API_TOKEN_PROD: '', EDGEWRIGHT_API_TOKEN: 'general' })).toBe('general');
});

test('a line of EDGEWRIGHT_API_HEADERS without a colon is named by its number alone', () => {
  const wrong = (): unknown =>
    apiConfig(
      io({ EDGEWRIGHT_API_URL: 'https://api.example.com', EDGEWRIGHT_API_HEADERS: 'A: b\ns3cret' }),
      'p',
      undefined,
    );
  expect(wrong).toThrow('line 2 of EDGEWRIGHT_API_HEADERS has no `Name: value`');
});
