import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openStage } from '../redact/stage.ts';
import { openStageApi } from '../scenarios/stage-api.ts';

/*
 * A service that keeps values in forms of its own: trimmed, with CRLF, decomposed, rounded, in lower case, with a final
 * slash, as other JSON text, without `enabled`. Those that are the same value are no change; of any other one the
 * command that the plan prints works.
 */
const token = 't0ken-4711-of-this-test';

const files = {
  'edgewright.yaml': `version: 1
ledger: { store: file, lineage: 7c0e8a52-3a53-4f0e-9f64-2f1d5a0c9b11 }
secrets: [S]
marker: false
`,
  'environments/production.yaml':
    'ids: { https-edge/main: edghts_2AbCdEfGh, backend/shop: bkdhr_2CdEfGhIj }\n',
  'resources/a.yaml': `kind: https-route
name: a
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /a
  description: "  caf\u00e9 of\\ntwo lines  "
  metadata: '{"b":1,"a":[2]}'
  backend: { backend_id: backend/shop }
  compression: { enabled: true }
  circuit_breaker: { error_threshold_percentage: 0.1, num_buckets: 10, rolling_window: 10, tripped_duration: 10, volume_threshold: 10 }
  oidc: { issuer: "https://login.example.com", client_id: shop, client_secret: $(secret:S), scopes: [openid] }
`,
};

const tlsEdge = `kind: tls-edge
name: db
spec:
  description: Kept-As-It-Is
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
`;

/** The text of a response as such a service would give it. */
function inOwnForm(text: string): string {
  return text
    .replaceAll('"  caf\u00e9 of\\ntwo lines  "', '"cafe\u0301 of\\r\\ntwo lines"')
    .replaceAll(String.raw`"{\"b\":1,\"a\":[2]}"`, String.raw`"{ \"a\": [2], \"b\": 1 }"`)
    .replaceAll('"compression":{"enabled":true}', '"compression":{}')
    .replaceAll('"error_threshold_percentage":0.1,', '"error_threshold_percentage":0.10000000149011612,')
    .replaceAll('"https://login.example.com"', '"https://login.example.com/"')
    .replaceAll('"Kept-As-It-Is"', '"kept as it is"');
}

async function openOwnForms(
  to: string,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const onward = request(
      `${to}${incoming.url ?? ''}`,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const body = Buffer.from(inOwnForm(Buffer.concat(parts).toString()));
          const { 'transfer-encoding': _, ...headers } = answer.headers;
          outgoing.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': body.length });
          outgoing.end(body);
        });
      },
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test(
  'a form of our own write is no change, and any other one has a way out that works',
  { timeout: 120_000 },
  async () => {
    const stage = openStage(files, { EDGEWRIGHT_SECRET_S: 'fine-word-4711-x', EDGEWRIGHT_API_TOKEN: token });
    const api = await openStageApi(stage.folder, { token });
    const door = await openOwnForms(api.url);
    const run = (command: string): Promise<number> => stage.run(command, { EDGEWRIGHT_API_URL: door.url });
    try {
      expect(await run('ledger init')).toBe(0);
      expect(await run('apply --yes')).toBe(0);
      expect(await run('plan --detailed-exitcode')).toBe(0);
      const route = files['resources/a.yaml'];
      stage.write(
        'resources/a.yaml',
        route.replace('client_id: shop,', 'client_id: shop, cookie_prefix: shop.,'),
      );
      expect(await run('plan')).toBe(0);
      expect(await run('apply --yes')).toBe(0);
      const [live] = api.outside.objects('https-route');
      await api.outside.change('https-route', live!.id, { description: 'changed by hand' });
      expect(await run('drift')).toBe(2);
      await api.outside.change('https-route', live!.id, { description: '  caf\u00e9 of\ntwo lines  ' });

      stage.write('resources/db.yaml', tlsEdge);
      // A TLS edge cannot be updated, and this form is a different value.
      expect(await run('apply --yes --allow-exposure tls-edge/db')).toBe(3);
      expect(await run('plan')).toBe(6);
      const command = 'pull tls-edge/db --env production --overwrite';
      expect(stage.last()).toContain(`edgewright ${command}`);
      expect(await run(command)).toBe(0);
      expect(await run('plan --detailed-exitcode')).toBe(0);
    } finally {
      await door.close();
      await api.close();
      stage.close();
    }
  },
);
