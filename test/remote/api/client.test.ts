import { afterEach, describe, expect, it } from 'vitest';
import { openReadApi, openWriteApi } from '../../../src/remote/api/open-api.ts';
import type { ClientConfig } from '../../../src/remote/api/client-config.ts';
import type { ReadApi, WriteApi } from '../../../src/model/api.ts';
import { ApiError } from '../../../src/model/errors.ts';
import { Secret } from '../../../src/model/secret.ts';
import type { Reply } from '../../../src/remote/api/call.ts';
import { defaultLimits } from '../../../src/remote/api/client-config.ts';
import { listPages } from '../../../src/remote/api/list-pages.ts';
import { kinds } from '../../../src/kinds/index.ts';
import { endpoint, json, route, service } from './service.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Answer = Parameters<typeof service>[0];
type Opened<Api> = {
  api: Api & { readonly close: () => Promise<void> };
  received: Awaited<ReturnType<typeof service>>['received'];
  connections: Awaited<ReturnType<typeof service>>['connections'];
  sleeps: number[];
  url: string;
};

/** Time that passes at once, and is written down. */
function quickClock(sleeps: number[]): ClientConfig['clock'] {
  let skipped = 0;
  return {
    now: () => new Date(Date.now() + skipped),
    sleep: async (milliseconds) => {
      sleeps.push(milliseconds);
      skipped += milliseconds;
      await Promise.resolve();
    },
  };
}

async function reading(answer: Answer, more: Partial<ClientConfig> = {}): Promise<Opened<ReadApi>> {
  const { close, ...served } = await service(answer);
  const sleeps: number[] = [];
  const api = openReadApi({
    baseUrl: served.url,
    token: new Secret('t0ken-secret'),
    tokenFrom: 'EDGEWRIGHT_API_TOKEN',
    clock: quickClock(sleeps),
    ...more,
  });
  closing.push(close, api.close);
  return { api, sleeps, ...served };
}

async function writing(answer: Answer, more: Partial<ClientConfig> = {}): Promise<Opened<WriteApi>> {
  const { close, ...served } = await service(answer);
  const sleeps: number[] = [];
  const api = openWriteApi({
    baseUrl: served.url,
    token: new Secret('t0ken-secret'),
    clock: quickClock(sleeps),
    ...more,
  });
  closing.push(close, api.close);
  return { api, sleeps, ...served };
}

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

it('measures durations on a scale that no change of the clock moves', async () => {
  const jumping = {
    now: () => new Date(Date.now() + 7_200_000 * (2 * Math.random() - 1)),
    elapsed: () => performance.now(),
    sleep: () => Promise.resolve(),
  };
  const { api } = await reading((_received, response) => json(response, 200, { endpoints: [] }), {
    clock: jumping,
  });
  for (let count = 0; count < 10; count++) expect(await api.list('endpoint')).toEqual([]);
});

describe('the operations', () => {
  it('sends each of the eleven as API 4 has it', async () => {
    const { api, received } = await writing(({ method, url }, response) => {
      if (method === 'DELETE') response.writeHead(204).end();
      else if (method === 'GET' && url === '/endpoints')
        json(response, 200, { endpoints: [], next_page_uri: null });
      else if (method === 'GET' && url === '/edges/tls') json(response, 200, { tls_edges: [] });
      else if (url.startsWith('/edges/https'))
        json(response, method === 'POST' ? 201 : 200, route('r1', 'e1'));
      else json(response, method === 'POST' ? 201 : 200, endpoint('x1'));
    });
    await api.create('endpoint', undefined, '{"a":1}');
    await api.list('endpoint');
    await api.get({ kind: 'endpoint', id: 'x1' });
    await api.update({ kind: 'endpoint', id: 'x1' }, '{"a":2}');
    await api.delete({ kind: 'endpoint', id: 'x1' });
    await api.create('tls-edge', undefined, '{}');
    await api.get({ kind: 'tls-edge', id: 'x1' });
    await api.list('tls-edge');
    await api.create('https-route', 'e1', '{}');
    await api.get({ kind: 'https-route', id: 'r1', edge_id: 'e1' });
    await api.update({ kind: 'https-route', id: 'r1', edge_id: 'e1' }, '{}');
    expect(received.map(({ method, url, body }) => `${method} ${url} ${body}`.trim())).toEqual([
      'POST /endpoints {"a":1}',
      'GET /endpoints',
      'GET /endpoints/x1',
      'PATCH /endpoints/x1 {"a":2}',
      'DELETE /endpoints/x1',
      'POST /edges/tls {}',
      'GET /edges/tls/x1',
      'GET /edges/tls',
      'POST /edges/https/e1/routes {}',
      'GET /edges/https/e1/routes/r1',
      'PATCH /edges/https/e1/routes/r1 {}',
    ]);
    for (const { method, headers } of received) {
      expect(headers.authorization).toBe('Bearer t0ken-secret');
      const hasBody = method === 'POST' || method === 'PATCH';
      expect(headers['content-type']).toBe(hasBody ? 'application/json' : undefined);
    }
  });

  it('has no method that writes on the reading half', async () => {
    const { api } = await reading((_, response) => json(response, 200, {}));
    expect(Object.keys(api).sort()).toEqual(['close', 'get', 'getMany', 'list', 'origin', 'skew']);
  });

  it('keeps the path of the base address, the scheme and the extra headers', async () => {
    const { url, received, close } = await service((_, response) => json(response, 200, endpoint('a')));
    const api = openReadApi({
      baseUrl: `${url}/v1/`,
      token: new Secret('k'),
      scheme: 'Key',
      headers: { 'X-Api-Version': '2' },
      clock: quickClock([]),
    });
    closing.push(close, api.close);
    await api.get({ kind: 'endpoint', id: 'a' });
    expect(received[0]!.url).toBe('/v1/endpoints/a');
    expect(received[0]!.headers).toMatchObject({ authorization: 'Key k', 'x-api-version': '2' });
  });

  it('gives each POST a connection of its own', async () => {
    const { api, received } = await writing((_, response) => json(response, 201, endpoint('a')));
    for (let count = 0; count < 3; count++) await api.create('endpoint', undefined, '{}');
    expect(new Set(received.map(({ socket }) => socket)).size).toBe(3);
  });
});

describe('a base address', () => {
  const cases: Record<string, string | undefined> = {
    'https://api.example.com': undefined,
    'http://localhost:4040': undefined,
    'http://127.0.0.1:1': undefined,
    'http://[::1]:1': undefined,
    'http://api.example.com':
      'the address of the API is `http://api.example.com`, which would be called without encryption',
    'https://user:hunter2@api.example.com': 'the address of the API holds a credential',
    'https://api.example.com/?key=hunter2': 'the address of the API has a query or a fragment',
    'ftp://api.example.com': 'the address of the API begins with `ftp:`, not with `https:`',
    'api.example.com': 'the address of the API is `api.example.com`, which is not a URL',
    'eyJhbGciOi.eyJzdWIi': 'the address of the API is not a URL',
    hunter2: 'the address of the API is not a URL',
  };
  it.each(Object.entries(cases))('%s', async (baseUrl, message) => {
    const open = (): ReturnType<typeof openReadApi> =>
      openReadApi({ baseUrl, token: undefined, clock: quickClock([]) });
    if (message === undefined) await open().close();
    else expect(open).toThrow(expect.objectContaining({ message, exitCode: 64 }) as Error);
  });

  it('refuses what no header can carry, and repeats no value', () => {
    const open = (more: Partial<ClientConfig>) => () =>
      openReadApi({ baseUrl: 'https://a.example', token: undefined, clock: quickClock([]), ...more });
    expect(open({ token: new Secret('a\nb') })).toThrow(
      'the API token has characters that no header can carry',
    );
    expect(open({ headers: { 'x-key': 'hun\r\nter2' } })).toThrow(
      /^the value of the extra header `x-key` has/,
    );
    expect(open({ headers: { Host: 'elsewhere' } })).toThrow('the extra header `Host` cannot be set');
  });
});

describe('an error answer', () => {
  const cases: [status: number, body: string, message: string][] = [
    [
      400,
      '{"error_code":"E1","status_code":400,"msg":"bad\\u001b[31m url","details":{"operation_id":"op_1"}}',
      '`GET /endpoints/{id}` returned 400: bad [31m url (E1, operation op_1)',
    ],
    [409, '{"error":{"message":"taken"}}', '`GET /endpoints/{id}` returned 409: taken'],
    [403, '<html>', '`GET /endpoints/{id}` returned 403 (the credential may not do this)'],
    [
      401,
      '{"msg":"no such token t0ken-secret"}',
      '`GET /endpoints/{id}` returned 401 (<url> refused the credential of EDGEWRIGHT_API_TOKEN): no such token (secret)',
    ],
    [
      400,
      '{"error_code":"E206","msg":"an Api-Version header is missing"}',
      '`GET /endpoints/{id}` returned 400 (headers for every request are set in EDGEWRIGHT_API_HEADERS, one `Name: value` a line): an Api-Version header is missing (E206)',
    ],
    [422, '"a text"', '`GET /endpoints/{id}` returned 422'],
    [422, '{"msg":{"deep":1}}', '`GET /endpoints/{id}` returned 422'],
  ];
  it.each(cases)('%i %s', async (status, body, message) => {
    const { api, received, url } = await reading((_, response) => response.writeHead(status).end(body));
    const error = await errorOf(api.get({ kind: 'endpoint', id: 'a' }));
    expect(error.message).toBe(message.replace('<url>', url));
    expect(error).toMatchObject({ status, wasSent: 'yes', method: 'GET', path: '/endpoints/{id}' });
    expect(received).toHaveLength(1);
  });

  it('is cut after 300 characters', async () => {
    const { api } = await reading((_, response) => json(response, 400, { msg: 'x'.repeat(5000) }));
    const { serviceMessage } = await errorOf(api.get({ kind: 'endpoint', id: 'a' }));
    expect(serviceMessage).toHaveLength(300);
  });

  it('carries no header, no body and no request', async () => {
    const { api } = await writing((_, response) => response.destroy());
    const error = await errorOf(api.update({ kind: 'endpoint', id: 'a' }, '{"metadata":"b0dy-secret"}'));
    const everything = JSON.stringify([error, error.cause, error.stack, Object.keys(error.cause as object)]);
    expect(everything).not.toMatch(/t0ken-secret|b0dy-secret/);
  });

  it('never follows a redirect', async () => {
    const { api, received } = await reading((_, response) =>
      response.writeHead(302, { location: 'https://evil.example/x?token=1' }).end(),
    );
    const error = await errorOf(api.list('endpoint'));
    expect(error.message).toBe(
      '`GET /endpoints` returned 302 (a redirect to https://evil.example; redirects are never followed)',
    );
    expect(received).toHaveLength(1);
  });

  it('tells a 404 of the API from one of something else', async () => {
    const { api, url } = await reading(({ url: path }, response) => {
      if (path.endsWith('/gone')) json(response, 404, { status_code: 404, msg: 'not found', details: {} });
      else response.writeHead(404).end('<h1>nginx</h1>');
    });
    expect(await api.get({ kind: 'endpoint', id: 'gone' })).toBeUndefined();
    const error = await errorOf(api.get({ kind: 'endpoint', id: 'proxy' }));
    expect(error.message).toBe(
      `\`GET /endpoints/{id}\` returned 404 (not in the words of the API: is ${url} the right address?)`,
    );
  });

  it('says of each write that there is no such object', async () => {
    const { api } = await writing((_, response) => json(response, 404, { msg: 'not found' }));
    const writes: Record<string, () => Promise<unknown>> = {
      'POST /edges/https/{edge_id}/routes': () => api.create('https-route', 'e1', '{}'),
      'PATCH /endpoints/{id}': () => api.update({ kind: 'endpoint', id: 'x1' }, '{}'),
      'DELETE /endpoints/{id}': () => api.delete({ kind: 'endpoint', id: 'x1' }),
    };
    for (const [operation, write] of Object.entries(writes))
      expect(await errorOf(write())).toMatchObject({
        message: `\`${operation}\` returned 404: there is no such object`,
        status: 404,
      });
  });
});

describe('what is sent again', () => {
  it('a GET after 5xx, 408, a cut connection and a cut body', async () => {
    const { api, received, sleeps } = await reading((_, response, count) => {
      if (count === 1) json(response, 500, {});
      else if (count === 2) response.destroy();
      else if (count === 3) {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"id":');
        setTimeout(() => response.destroy(), 5);
      } else json(response, 200, endpoint('a'));
    });
    expect(await api.get({ kind: 'endpoint', id: 'a' })).toMatchObject({ id: 'a' });
    expect(received).toHaveLength(4);
    for (const [index, slept] of sleeps.entries()) {
      expect(slept).toBeGreaterThanOrEqual(100 * 2 ** index);
      expect(slept).toBeLessThanOrEqual(200 * 2 ** index);
    }
  });

  it('a GET four times, not for ever', async () => {
    const { api, received } = await reading((_, response) => json(response, 503, { msg: 'later' }));
    expect(await errorOf(api.get({ kind: 'endpoint', id: 'a' }))).toMatchObject({ status: 503 });
    expect(received).toHaveLength(4);
  });

  it('a GET after a silence', async () => {
    const { api, received } = await reading(
      (_, response, count) => {
        if (count > 1) json(response, 200, endpoint('a'));
      },
      { timeoutMs: 200 },
    );
    expect(await api.get({ kind: 'endpoint', id: 'a' })).toMatchObject({ id: 'a' });
    // On a busy machine another one may be late, too.
    expect(received.length).toBeGreaterThan(1);
  });

  it('everything but PATCH and DELETE after 429, honouring Retry-After up to 60 s', async () => {
    const { api, received, sleeps } = await writing(({ method }, response, count) => {
      if (count % 2 === 1) json(response, 429, {}, { 'retry-after': count === 1 ? '7' : '60' });
      else json(response, method === 'POST' ? 201 : 200, endpoint('a'));
    });
    await api.create('endpoint', undefined, '{}');
    await api.get({ kind: 'endpoint', id: 'a' });
    const asked = sleeps.filter((slept) => slept > 1000);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toBeGreaterThanOrEqual(7000);
    expect(asked[0]).toBeLessThan(7300);
    expect(asked[1]).toBeGreaterThanOrEqual(60_000);
    expect(asked[1]).toBeLessThan(60_300);
    const error = await errorOf(api.update({ kind: 'endpoint', id: 'a' }, '{}'));
    expect(error).toMatchObject({ status: 429, retryAfterMs: 60_000, waitUntil: undefined });
    expect(received).toHaveLength(5);
    await api.get({ kind: 'endpoint', id: 'a' });
    expect(await errorOf(api.delete({ kind: 'endpoint', id: 'a' }))).toMatchObject({ status: 429 });
    expect(received).toHaveLength(7);
  });

  it.each([
    ['GET', 429, '661'],
    ['GET', 503, '61'],
    ['GET', 429, 'Tue, 01 Jan 2999 00:00:00 GMT'],
    ['GET', 429, '999999999'],
    ['POST', 429, '661'],
    ['PATCH', 429, '661'],
    ['DELETE', 503, '661'],
  ])('nothing whose answer asks to wait longer: %s, %i, %s', async (method, status, after) => {
    const { api, received, sleeps } = await writing((_, response) =>
      json(response, status, {}, { 'retry-after': after }),
    );
    const key = { kind: 'endpoint', id: 'a' } as const;
    const asked = {
      GET: () => api.get(key),
      POST: () => api.create('endpoint', undefined, '{}'),
      PATCH: () => api.update(key, '{}'),
      DELETE: () => api.delete(key),
    }[method]!;
    const error = await errorOf(asked());
    expect(error.message).toMatch(
      / returned \d{3} \(the service asks to wait until \+?\d{4,6}-\d\d-\d\d.* UTC; a run waits 60 s at most: run the command again then\)$/,
    );
    expect(error.waitUntil).toBeInstanceOf(Date);
    expect(received).toHaveLength(1);
    expect(sleeps.filter((slept) => slept > 1000)).toEqual([]);
  });

  const seconds = (count: number): string => new Date(Date.UTC(2026, 0, 2, 3, 4, count)).toUTCString();
  it.each([
    // What a service means by 60 s, in whole seconds of its own clock.
    [seconds(5), seconds(66), 60_000],
    [seconds(5), seconds(12), 7_000],
    [undefined, '60', 60_000],
  ])('as soon as a date says by the clock of the service: %s, %s', async (date, after, wait) => {
    const { api, sleeps } = await reading((_, response, count) => {
      if (count > 1) json(response, 200, endpoint('a'));
      else json(response, 429, {}, { 'retry-after': after, ...(date === undefined ? {} : { date }) });
    });
    await api.get({ kind: 'endpoint', id: 'a' });
    expect(sleeps.filter((slept) => slept >= wait && slept < wait + 300)).toHaveLength(1);
  });

  it('nothing where that date is further away', async () => {
    const { api, received } = await reading((_, response) =>
      json(response, 429, {}, { date: seconds(5), 'retry-after': seconds(67) }),
    );
    const error = await errorOf(api.get({ kind: 'endpoint', id: 'a' }));
    expect(error).toMatchObject({ status: 429, retryAfterMs: 62_000 });
    expect(received).toHaveLength(1);
  });

  it.each(['31536000', '99999999999999999999', '9'.repeat(400)])(
    'nothing where it says %s',
    async (after) => {
      const { api, received } = await reading((_, response) =>
        json(response, 429, {}, { 'retry-after': after }),
      );
      expect((await errorOf(api.get({ kind: 'endpoint', id: 'a' }))).waitUntil).toBeInstanceOf(Date);
      expect(received).toHaveLength(1);
    },
  );

  it('a GET after 503 as soon as Retry-After says', async () => {
    const { api, sleeps } = await reading((_, response, count) => {
      if (count === 1) json(response, 503, {}, { 'retry-after': '9' });
      else json(response, 200, endpoint('a'));
    });
    await api.get({ kind: 'endpoint', id: 'a' });
    expect(sleeps.filter((slept) => slept >= 9000 && slept < 9300)).toHaveLength(1);
  });

  it.each(['500', 'cut', 'half'])('never a POST that may have been carried out (%s)', async (fault) => {
    const { api, received } = await writing((_, response) => {
      if (fault === '500') json(response, 500, {});
      else if (fault === 'cut') response.destroy();
      else {
        response.writeHead(201, { 'content-length': '1000' });
        response.write('{"id":');
        setTimeout(() => response.destroy(), 5);
      }
    });
    const error = await errorOf(api.create('endpoint', undefined, '{}'));
    expect(error.wasSent).toBe(fault === '500' ? 'yes' : 'maybe');
    expect(received).toHaveLength(1);
  });

  it('a POST that was never sent', async () => {
    const { url, close } = await service(() => undefined);
    await close();
    const sleeps: number[] = [];
    const api = openWriteApi({ baseUrl: url, token: undefined, clock: quickClock(sleeps) });
    closing.push(api.close);
    const error = await errorOf(api.create('endpoint', undefined, '{}'));
    expect(error).toMatchObject({ wasSent: 'no', status: undefined });
    expect(error.message).toBe(
      `no answer from ${url} to \`POST /endpoints\` in 4 attempts: the connection was refused`,
    );
    expect(sleeps).toHaveLength(3);
  });
});

describe('an answer that is no answer', () => {
  const get = { kind: 'endpoint', id: 'a' } as const;
  const cases: [body: string, what: string][] = [
    ['', 'it is empty'],
    ['[]', 'it is not a JSON object'],
    ['{"id":"a"', 'it is not a JSON object'],
    ['{"id":"a/../b"}', '`id` is not an identifier'],
    ['{"url":"https://a"}', '`id` is not an identifier'],
    ['{"id":"b"}', 'it is about another object'],
    ['{"id":"a","bindings":"public"}', '`bindings` is text, not a list'],
    ['{"id":"a","url":["x"]}', '`url` is a list, not text'],
    ['{"id":"a","bindings":["public",3]}', '`bindings[1]` is a number, not text'],
    ['{"id":"a","pooling_enabled":"yes"}', '`pooling_enabled` is text, not a boolean'],
    ['{"id":"a","port":1.5}', '`port` is a number, not a whole number'],
    ['{"id":"a","domain":{"uri":"x"}}', '`domain.id` is null, not text'],
  ];
  it.each(cases)('%s', async (body, what) => {
    const { api, received } = await reading((_, response) => response.writeHead(200).end(body));
    const error = await errorOf(api.get(get));
    expect(error.message).toBe(`the answer to \`GET /endpoints/{id}\` is malformed: ${what}`);
    expect(error.status).toBe(200);
    expect(received).toHaveLength(1);
  });

  it('tolerates unknown fields, null, one Ref and a list of Refs', async () => {
    const refs = [{ id: 'ipp_1', uri: 'u' }];
    const one = route('r', 'e', {
      ip_restriction: { enabled: true, ip_policies: refs, new_thing: 1 },
      backend: { enabled: true, backend: { id: 'b', uri: 'u' } },
      saml: null,
      new_module: { enabled: true },
    });
    const { api } = await reading(({ url }, response) =>
      json(
        response,
        200,
        url.endsWith('/r') ? one : { ...one, id: 's', ip_restriction: { ip_policies: refs[0] } },
      ),
    );
    expect(await api.get({ kind: 'https-route', id: 'r', edge_id: 'e' })).toEqual(one);
    expect(await api.get({ kind: 'https-route', id: 's', edge_id: 'e' })).toMatchObject({ id: 's' });
  });

  it('names the field of a module and never its value', async () => {
    const { api } = await reading((_, response) =>
      json(response, 200, route('r', 'e', { oidc: { client_secret: { value: 'hunter2' } } })),
    );
    const error = await errorOf(api.get({ kind: 'https-route', id: 'r', edge_id: 'e' }));
    expect(error.message).toMatch(/: `oidc\.client_secret` is an object, not text$/);
  });

  it('is cut off when it is too large, and when it trickles', async () => {
    const huge = await reading((_, response) => response.writeHead(200).end('x'.repeat(5000)), {
      limits: { bytes: 4000 },
    });
    const error = await errorOf(huge.api.get(get));
    expect(error.message).toMatch(/: the answer is larger than we accept$/);
    expect(huge.received).toHaveLength(1);

    const slow = await reading(
      (_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
      { timeoutMs: 120 },
    );
    expect((await errorOf(slow.api.get(get))).message).toMatch(/: the answer came too slowly$/);
  });
});

describe('a list', () => {
  it('follows its pages as given and has each object once', async () => {
    const { api, received } = await reading(({ url, headers }, response) => {
      const next = (rest: string): string => `http://${headers.host ?? ''}/endpoints?${rest}`;
      if (url === '/endpoints')
        json(response, 200, { endpoints: [endpoint('a'), endpoint('b')], next_page_uri: next('p=2') });
      else if (url === '/endpoints?p=2')
        json(response, 200, { endpoints: [endpoint('b')], next_page_uri: next('p=3') });
      else json(response, 200, { endpoints: [], next_page_uri: null });
    });
    expect((await api.list('endpoint')).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(received.map(({ url }) => url)).toEqual(['/endpoints', '/endpoints?p=2', '/endpoints?p=3']);
  });

  it.each([
    ['/endpoints?p=2', '/v1/endpoints?p=2'],
    ['/v1/endpoints?p=2', '/v1/endpoints?p=2'],
    ['endpoints?p=2', '/v1/endpoints?p=2'],
    ['?p=2', '/v1/endpoints?p=2'],
    ['HOST/v1/endpoints?p=2', '/v1/endpoints?p=2'],
    ['HOST/elsewhere?p=2', '/elsewhere?p=2'],
  ])('finds the next page %s where the API has a base path', async (next, asked) => {
    const { url, received, close } = await service(({ headers }, response, count) =>
      json(response, 200, {
        endpoints: [],
        next_page_uri: count === 1 ? next.replace('HOST', `http://${headers.host ?? ''}`) : null,
      }),
    );
    const api = openReadApi({ baseUrl: `${url}/v1/`, token: undefined, clock: quickClock([]) });
    closing.push(close, api.close);
    await api.list('endpoint');
    expect(received.map((one) => one.url)).toEqual(['/v1/endpoints', asked]);
  });

  it('never goes from https to http, also on the same host', async () => {
    const read = (): Promise<Reply> =>
      Promise.resolve({ endpoints: [], next_page_uri: 'http://api.example.com/endpoints?p=2' });
    const listing = listPages({ ...bare, read });
    expect((await errorOf(listing)).message).toMatch(
      /leads away from https:\/\/api\.example\.com, to http:\/\/api\.example\.com$/,
    );
  });

  it('that is answered 206 is not complete', async () => {
    const { api, received } = await reading((_, response) => json(response, 206, { endpoints: [] }));
    expect((await errorOf(api.list('endpoint'))).message).toBe(
      'the answer to `GET /endpoints` is malformed: it is only a part (206)',
    );
    expect(received).toHaveLength(1);
  });

  const bad: [page: Record<string, unknown>, what: RegExp][] = [
    [
      { endpoints: [], next_page_uri: 'https://evil.example/endpoints?p=2' },
      /`next_page_uri` leads away from http:\/\/127\.0\.0\.1:\d+, to https:\/\/evil\.example$/,
    ],
    [
      { endpoints: [], next_page_uri: 'file:///etc/passwd' },
      /leads away from http:\/\/127.0.0.1:\d+, to file:$/,
    ],
    [{ endpoints: [], next_page_uri: '' }, /`next_page_uri` is an empty string, not null$/],
    [{ endpoints: [], next_page_uri: '/endpoints' }, /`next_page_uri` goes in a circle$/],
    [{ endpoints: [], next_page_uri: 7 }, /`next_page_uri` is not a URI$/],
    [{ endpoints: {} }, /`endpoints` is not a list$/],
    [{ endpoints: [endpoint('a'), { id: 3 }] }, /in `endpoints\[1\]`, `id` is not an identifier$/],
  ];
  it('takes null for an empty list', async () => {
    const { api } = await reading((_, response) =>
      json(response, 200, { endpoints: null, next_page_uri: null }),
    );
    expect(await api.list('endpoint')).toEqual([]);
  });

  it.each(bad)('refuses %j', async (page, what) => {
    const { api, received } = await reading((_, response) => json(response, 200, page));
    expect((await errorOf(api.list('endpoint'))).message).toMatch(what);
    expect(received).toHaveLength(1);
  });

  it('has as many pages as the account needs', async () => {
    const listing = listPages({
      ...bare,
      read: pages(5_000, (page) => ({ endpoints: [endpoint(`e${page}`), endpoint(`e${page + 1}`)] })),
    });
    expect(await listing).toHaveLength(5_001);
  });

  it('may have pages without a new object, as many as others', async () => {
    const listing = listPages({
      ...bare,
      read: pages(600, (page) => ({ endpoints: page % 2 === 0 ? [] : [endpoint(`e${page}`)] })),
    });
    expect(await listing).toHaveLength(300);
  });

  it.each([
    ['repeats its objects', (page: number) => [endpoint(`e${page % 50}`)], 200],
    ['has empty pages only', () => [], 101],
  ])('is refused where it never ends and %s', async (_what, items, requests) => {
    const seen: number[] = [];
    const read = pages(Infinity, (page) => ({ endpoints: (seen.push(page), items(page)) }));
    expect((await errorOf(listPages({ ...bare, read }))).message).toMatch(
      /it does not end: \d+ of its pages have no new items$/,
    );
    expect(seen.length).toBeLessThanOrEqual(requests + 1);
  });

  it.each([
    ['one new object on each page', (page: number) => [endpoint(`e${page}`)], 113],
    [
      'one object more on each page',
      (page: number) => Array.from({ length: page }, (_, at) => endpoint(`e${at}`)),
      1_000,
    ],
  ])('is refused within a bounded number of pages where it has %s', async (_what, items, most) => {
    let count = 0;
    const read = pages(Infinity, (page) => ({ endpoints: (count++, items(page)) }));
    const limits = { ...defaultLimits, items: 10_000, pages: 100 };
    expect((await errorOf(listPages({ ...bare, limits, read }))).message).toMatch(
      /it does not end: 112 pages have 112 items$|it has more than 10000 items$/,
    );
    expect(count).toBeLessThanOrEqual(most);
  });

  it('ends where its objects would fill the memory', async () => {
    const answer: Answer = (_, response, count) =>
      json(response, 200, { endpoints: [endpoint(`e${count}`)], next_page_uri: `/endpoints?p=${count}` });
    const items = await reading(answer, { limits: { items: 5 } });
    expect((await errorOf(items.api.list('endpoint'))).message).toMatch(/has more than 5 items$/);
    const large = await reading(answer, { limits: { listBytes: 700 } });
    expect((await errorOf(large.api.list('endpoint'))).message).toMatch(
      / its pages have more than 700 bytes$/,
    );
    expect(large.received.length).toBeGreaterThan(2);
  });

  it.each([
    ['long', 'p'.repeat(8_200), 1],
    ['long once it is encoded', '€'.repeat(1_000), 1],
    ['longer with each page', 'p'.repeat(1_000), 9],
  ])('refuses a cursor that is %s', async (_, more, count) => {
    const { api, received } = await reading(({ url }, response, each) => {
      const page = url.split('?')[1] ?? '';
      const next = `/endpoints?${encodeURI(decodeURI(page))}${more}`;
      json(response, 200, { endpoints: [endpoint(`e${each}`)], next_page_uri: next });
    });
    expect((await errorOf(api.list('endpoint'))).message).toMatch(
      / `next_page_uri` has more than 8192 characters$/,
    );
    expect(received).toHaveLength(count);
  });
});

const bare = {
  kind: 'endpoint',
  operation: kinds.endpoint.operations.list!,
  origin: 'https://api.example.com',
  prefix: '',
  firstPath: '/endpoints',
  limits: defaultLimits,
  digest: { take: (read) => Promise.resolve(read()) },
  as: (answer) => answer,
} satisfies Omit<Parameters<typeof listPages>[0], 'read'>;

/** So many pages, from 1, each with its own address. */
function pages(
  count: number,
  answer: (page: number) => { readonly endpoints: readonly unknown[] },
): (path: string) => Promise<Reply> {
  return (path) => {
    const page = Number(path.split('=')[1] ?? '1');
    const next = page < count ? `/endpoints?p=${page + 1}` : null;
    return Promise.resolve({ ...answer(page), next_page_uri: next } as Reply);
  };
}
