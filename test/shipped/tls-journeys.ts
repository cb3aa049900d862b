/** Services behind TLS: what is trusted, and the words for what is not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certify } from '../certify.ts';
import { tlsFront, type Front } from './network.ts';
import type { Ended, Program } from './program.ts';
import { openStage, type Stage } from './stage.ts';

const text = ({ stdout, stderr }: Ended): string => stdout + stderr;
const trust =
  'its certificate is not signed by an authority that is trusted here (set NODE_EXTRA_CA_CERTS to a file';

export function tlsJourneys(open: () => Program): void {
  let stage: Stage;
  const fronts: Front[] = [];
  beforeAll(async () => {
    stage = await openStage(open());
  });
  afterAll(async () => {
    await Promise.all(fronts.map(({ close }) => close()));
    await stage.close();
  });

  test('a private authority is not trusted without NODE_EXTRA_CA_CERTS, and with it everything is reached', async () => {
    const folder = stage.workspace();
    const env = stage.variables([]);
    const without = { ...env, NODE_EXTRA_CA_CERTS: '' };
    const refused = await stage.run(folder, ['plan', '--format', 'json=plan.json'], without);
    expect(refused.exit).toBe(69);
    expect(text(refused)).toContain(
      `error: no answer from ${env['EDGEWRIGHT_API_URL']} to \`GET /endpoints\`: ${trust}`,
    );
    const silent = await stage.run(folder, ['apply', '--yes'], {
      ...env,
      EDGEWRIGHT_METRICS_FILE: 'metrics.prom',
    });
    expect([text(silent), silent.exit]).toEqual([expect.not.stringContaining('warning'), 0]);
  });

  test.each([
    ['expired', { names: 'IP:127.0.0.1', days: -1 }, 'its certificate has expired'],
    ['elsewhere', { names: 'DNS:other.example.com' }, 'its certificate is for another host name'],
  ])('a certificate that is %s', async (name, certificate, words) => {
    certify(stage.folder, { name, ...certificate });
    const front = await tlsFront(stage.folder, 'http://127.0.0.1:1', name);
    fronts.push(front);
    const url = `https://127.0.0.1:${front.port}`;
    const env = { ...stage.variables([]), EDGEWRIGHT_API_URL: url };
    const planned = await stage.run(stage.workspace(), ['plan'], env);
    expect([planned.exit, text(planned)]).toEqual([
      69,
      expect.stringContaining(`no answer from ${url} to \`GET /endpoints\`: ${words}`),
    ]);
    expect(front.seen).toEqual([]);
  });

  test('a service that does not use TLS', async () => {
    const url = `https://127.0.0.1:${new URL(stage.hook.url).port}`;
    const plain = { ...stage.variables([]), EDGEWRIGHT_API_URL: url };
    const planned = await stage.run(stage.workspace(), ['plan'], plain);
    expect(text(planned)).toContain(
      `no answer from ${url} to \`GET /endpoints\`: it does not use TLS on this port`,
    );
  });
}
