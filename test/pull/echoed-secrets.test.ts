import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../src/server/start-server.ts';
import { encodingsOf } from '../redact/encodings.ts';
import { openStage, type Stage } from '../redact/stage.ts';

/*
 * The value of a secret that is set here, as services repeat it: in each encoding, in another case, cut short. Pull
 * writes a reference where one can be, and leaves out the field elsewhere.
 */
const secret = 'Zq7$ö"x\\k/Vw9+Rt?&<Lm=2';
const cuts: readonly (readonly [string, string])[] = [
  ['upper case', secret.toUpperCase()],
  ['without its end', secret.slice(0, 16)],
  ['without its beginning', secret.slice(-16)],
];
const echoes = [...encodingsOf(secret), ...cuts];
const lineage = '7c0e8a52-3a53-4f0e-9f64-2f1d5a0c9b11';

let server: RunningServer;
let stage: Stage;

beforeAll(async () => {
  server = await startServer({ store: 'memory', ids: 'seeded', secrets: 'clear', absentInUpdate: 'kept' });
  for (const [index, [, echo]] of echoes.entries()) {
    const rule = { actions: [{ type: 'log', config: { metadata: { note: `saw <${echo}> twice` } } }] };
    await server.outside.add('endpoint', {
      url: `https://shop-${index}.example.com`,
      description: `as ${echo} says`,
      metadata: JSON.stringify({ note: echo }),
      traffic_policy: JSON.stringify({ on_http_request: [rule, { actions: [{ type: 'deny' }] }] }),
    });
  }
  stage = openStage(
    {
      'edgewright.yaml': `version: 1\nledger: { store: file, lineage: ${lineage} }\nsecrets: [UPSTREAM]\n`,
      'environments/production.yaml': '',
    },
    { EDGEWRIGHT_API_URL: server.url, EDGEWRIGHT_SECRET_UPSTREAM: secret },
  );
});

afterAll(async () => {
  stage.close();
  await server.close();
});

function told(): readonly string[] {
  return stage
    .texts()
    .filter(([name]) => !name.startsWith('vault/'))
    .flatMap(([name, text]) =>
      echoes.filter(([, echo]) => text.includes(echo)).map(([form]) => `${name}: ${form}`),
    );
}

test('a value that is set here is written in no form, and the files say what is live', async () => {
  for (const command of [
    'ledger init',
    'pull --diff',
    'pull --secrets-dir vault',
    'plan --secrets-dir vault --format json',
  ]) {
    const exit = await stage.run(command);
    expect({ command, exit, text: exit === 0 ? '' : stage.last() }).toEqual({ command, exit: 0, text: '' });
  }
  expect(stage.last()).toContain('"update": 0,');
  const files = stage.texts().filter(([name]) => name.startsWith('resources/'));
  expect(files).toHaveLength(echoes.length);
  for (const [name, text] of files) expect(text, name).toMatch(/note: .*saw <\$\(secret:\w+\)> twice/);
  expect(told()).toEqual([]);
});
