import { expect, test } from 'vitest';
import { openStageApi, type StageApi } from '../scenarios/stage-api.ts';
import { openStage, type Stage } from './stage.ts';

const lineage = '7c0e8a52-3a53-4f0e-9f64-2f1d5a0c9b11';
const files = {
  'edgewright.yaml': `version: 1\nledger: { store: file, lineage: ${lineage} }\nsecrets: [S]\n`,
  'environments/production.yaml':
    'ids: { https-edge/main: edghts_2AbCdEfGh, backend/shop: bkdhr_2CdEfGhIj }\n',
  'resources/a.yaml': `kind: https-route
name: checkout-page
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /checkout
  description: checkout of production
  backend: { backend_id: backend/shop }
  request_headers: { add: { x-key: $(secret:S) } }
`,
};

async function withSecret(
  value: string,
  play: (stage: Stage, run: (command: string) => Promise<number>, api: StageApi) => Promise<void>,
): Promise<void> {
  const stage = openStage(files, {
    EDGEWRIGHT_SECRET_S: value,
    EDGEWRIGHT_API_TOKEN: 't0ken-4711-of-this-test',
  });
  const api = await openStageApi(stage.folder, { token: 't0ken-4711-of-this-test' });
  try {
    await play(stage, (command) => stage.run(command, { EDGEWRIGHT_API_URL: api.url }), api);
  } finally {
    await api.close();
    stage.close();
  }
}

test('a value with a line break is refused before any request, without the value', async () => {
  await withSecret('fine-word-4711\r\nX-Injected: yes', async (stage, run, api) => {
    expect(await run('ledger init')).toBe(0);
    for (const command of ['plan', 'apply --yes'])
      expect([command, await run(command)]).toEqual([command, 1]);
    const said = stage
      .texts()
      .map(([, text]) => text)
      .join('\n');
    expect(said).toContain('EDGEWRIGHT_SECRET_S');
    expect(said).toContain('`$(secret:S)` in `request_headers.add.x-key` of `https-route/checkout-page`');
    expect(said).not.toContain('fine-word-4711');
    expect(api.outside.objects('https-route')).toEqual([]);
  });
});

test('a secret that is an ordinary word decides nothing', async () => {
  await withSecret('production', async (stage, run, api) => {
    expect(await run('ledger init')).toBe(0);
    expect(await run('apply --yes')).toBe(0);
    expect(stage.last()).toContain('looks like an ordinary word');
    const ledger = stage.texts().find(([name]) => name.endsWith('production/ledger.json'))?.[1] ?? '';
    expect(ledger).toContain('checkout of production');
    expect(await run('plan --detailed-exitcode')).toBe(0);
    const [route] = api.outside.objects('https-route');
    await api.outside.change('https-route', route!.id, { description: 'production is down' });
    expect(await run('drift')).toBe(2);
    expect(stage.last()).toContain('https-route/checkout-page');
    expect(stage.last()).toContain('--env production');
    stage.write('resources/a.yaml', files['resources/a.yaml'].replace('of production', 'in production'));
    expect(await run('plan')).toBe(6);
    expect(stage.last()).not.toContain('--env (secret)');
  });
});
