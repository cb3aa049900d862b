import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStageApi } from '../scenarios/stage-api.ts';
import { arbitrarySecret } from './arbitrary-secret.ts';
import { encodingsOf } from './encodings.ts';
import { openStage } from './stage.ts';

/*
 * A service that knows secrets of ours (those that are set, those that it stores, the token) and repeats them wherever
 * a service can: in errors of reads and of writes, in ids of operations, in the texts of objects. Whatever verb runs,
 * in whatever format, none of them is printed or written, in any encoding.
 */
const files = {
  'edgewright.yaml': `version: 1
ledger: { store: file, lineage: 7c0e8a52-3a53-4f0e-9f64-2f1d5a0c9b11 }
secrets: [OIDC, SPARE]
`,
  'environments/production.yaml': `ids:
  https-edge/main: edghts_2AbCdEfGh
  backend/shop: bkdhr_2CdEfGhIj
`,
  'resources/shop.yaml': `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oidc: { issuer: "https://login.example.com", client_id: shop, client_secret: $(secret:OIDC), scopes: [openid] }
---
kind: endpoint
name: www
spec: { url: "https://www.example.com", description: the shop }
`,
};

const verbs = [
  'plan',
  'plan --format json',
  'plan --format markdown',
  'plan --format html',
  'plan --format html=plan.html --format json=plan.json',
  'plan --save saved.json',
  'drift',
  'lint --live --env production',
  'snapshot -o live.json',
  'trace https://www.example.com/ --live',
  'pull --diff',
  'pull endpoint/www --dry-run',
  'graph --live',
  'ledger show endpoint/www',
  'apply --yes',
  'apply --yes --rollback 2',
];

const spoken = fc.record({
  status: fc.constantFrom(400, 401, 403, 422, 500, 503),
  encoding: fc.nat({ max: 30 }),
  whose: fc.constantFrom('OIDC', 'SPARE', 'TOKEN'),
  shape: fc.constantFrom('msg', 'error', 'operation', 'long'),
});

test('no verb repeats a secret that the service returns', async () => {
  let quoted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        OIDC: arbitrarySecret,
        SPARE: arbitrarySecret,
        TOKEN: fc.stringMatching(/^[A-Za-z0-9+/_-]{12,40}$/),
      }),
      spoken,
      fc.constantFrom('GET *', 'GET /endpoints*', 'PATCH *', 'POST *', 'DELETE *'),
      async (secrets, words, on) => {
        const env = {
          EDGEWRIGHT_SECRET_OIDC: secrets.OIDC,
          EDGEWRIGHT_SECRET_SPARE: secrets.SPARE,
          EDGEWRIGHT_API_TOKEN: secrets.TOKEN,
        };
        const folder = openStage(files, env);
        const api = await openStageApi(folder.folder, { token: secrets.TOKEN });
        const at = { EDGEWRIGHT_API_URL: api.url };
        try {
          const forms = encodingsOf(secrets[words.whose], 'said');
          const form = forms[words.encoding % forms.length]?.[1] ?? '';
          expect(await folder.run('ledger init', at)).toBe(0);
          expect(await folder.run('apply --yes', at), folder.last()).toBe(0);
          await api.changeOutside({
            address: 'endpoint/www',
            change: { description: `it is ${secrets.SPARE}` },
          });
          for (const verb of verbs) await folder.run(verb, at);
          api.answerWith([{ on, status: words.status, body: bodyOf(words.shape, form) }]);
          for (const verb of verbs) {
            await folder.run(verb, at);
            if (folder.last().includes('(secret)')) quoted++;
          }
          for (const [where, text] of folder.texts()) {
            for (const [name, value] of Object.entries(secrets)) {
              for (const [encoding, hidden] of encodingsOf(value))
                expect(
                  text.includes(hidden),
                  `${name} as ${encoding} (${hidden}) in ${where}:\n${text}`,
                ).toBe(false);
            }
          }
        } finally {
          folder.close();
          await api.close();
        }
      },
    ),
    { numRuns: 12 },
  );
  expect(quoted).toBeGreaterThan(0);
}, 600_000);

function bodyOf(shape: string, form: string): unknown {
  switch (shape) {
    case 'msg':
      return { msg: `the secret ${form} is refused` };
    case 'error':
      return { error: { message: `"${form}"` } };
    case 'operation':
      return { msg: 'no', details: { operation_id: form } };
    default:
      return { msg: `${'so many words '.repeat(20)}${form}${form}` };
  }
}
