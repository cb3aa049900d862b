/** A small workspace is read as a whole the first time; from the second run on, results of files are cached. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedIn } from './stored.ts';
import { lintAround, usual, type Around } from './lint-around.ts';

let root: string;
let texts: Map<string, string>;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'edgewright-small-'));
  cpSync(path.join(import.meta.dirname, '../../../examples/bookshop'), root, { recursive: true });
  texts = new Map();
});
afterEach(() => rmSync(root, { recursive: true }));

async function lintFiles(around: Partial<Around> = {}): Promise<string> {
  const output = await lintAround(root, { ...usual, ...around }, texts);
  expect(output).toEqual(await lintAround(root, { ...usual, ...around }, undefined));
  return output.printed.map(([, text]) => text).join('');
}

function lintText(): string {
  return [...texts.values()][0] ?? '';
}

function cachedFiles(): readonly string[] {
  return Object.keys(storedIn(lintText()).files);
}

function change(file: string, from: string, to: string): void {
  const place = path.join(root, file);
  const text = readFileSync(place, 'utf8');
  expect(text).toContain(from);
  writeFileSync(place, text.replace(from, to));
}

test('the second run caches the files, and the third checks the changed ones', async () => {
  await lintFiles();
  expect(cachedFiles()).toEqual([]);
  await lintFiles();
  expect(cachedFiles().length).toBeGreaterThan(10);
  change('resources/storefront/checkout.yaml', 'match: /cart', 'match: cart');
  expect(await lintFiles()).toContain('resources/storefront/checkout.yaml');
  expect(cachedFiles()).not.toContain('resources/storefront/checkout.yaml');
});

test('a policy that is wrong now is reported, and one that is stricter is evaluated', async () => {
  await lintFiles();
  await lintFiles();
  change('edgewright.yaml', '"^[a-z]+$"', '"^[a-y]+$"');
  await lintFiles();
  change('edgewright.yaml', 'has(labels.team)', 'has(lables.team)');
  expect(await lintFiles()).toContain('policy-expression');
  change('resources/storefront/checkout.yaml', 'match: /cart', 'match: /carts');
  expect(await lintFiles()).toContain('policy-expression');
});

test('a policy that was valid is evaluated on a changed file', async () => {
  await lintFiles();
  await lintFiles();
  change('resources/webhooks/hooks.yaml', 'team: ', 'teams: ');
  expect(await lintFiles()).toContain('policy/owned-by-a-team');
});

test('a policy is evaluated again when what it reads has changed', async () => {
  await lintFiles();
  await lintFiles();
  const passes = (): unknown => storedIn(lintText()).passes;
  const before = passes();
  expect(before).toHaveProperty(['payments-fail-fast https-route', 'passed', 'length']);
  change('resources/storefront/checkout.yaml', 'rolling_window: 30', 'rolling_window: 40');
  expect(await lintFiles()).toContain('no problems');
  expect(passes()).toEqual(before);
  change('resources/storefront/checkout.yaml', 'tripped_duration: 20', 'tripped_duration: 31');
  expect(await lintFiles()).toContain('policy/payments-fail-fast');
  change('resources/storefront/checkout.yaml', 'tripped_duration: 31', 'tripped_duration: 21');
  expect(await lintFiles()).toContain('no problems');
  expect(passes()).not.toEqual(before);
  change('resources/presets/resilience.yaml', 'tripped_duration: ', 'tripped_duration: 9');
  expect(await lintFiles()).toContain('policy/payments-fail-fast');
});

test('a certificate expires in a cached file', async () => {
  await lintFiles();
  await lintFiles();
  expect(cachedFiles()).toContain('resources/internal/tools.yaml');
  expect(await lintFiles({ day: 2_500 })).toContain('expired on');
  expect(await lintFiles()).toContain('no problems');
});

test('a workspace that has lost its resource files is reported each time', async () => {
  await lintFiles();
  await lintFiles();
  rmSync(path.join(root, 'resources'), { recursive: true });
  expect(await lintFiles()).toContain('no-resources');
  expect(await lintFiles()).toContain('no-resources');
});

test('a policy that forwards is compared with the endpoints, however it spells the action', async () => {
  const type = '"type":"forward\\u002dinternal"';
  const action = `{${type},"config":{"url":"http://served.internal"}}`;
  const named = (name: string, spec: string): void =>
    writeFileSync(path.join(root, `resources/${name}.yaml`), `kind: endpoint\nname: ${name}\n${spec}`);
  writeFileSync(path.join(root, 'p.json'), `{"on_http_request":[{"actions":[${action}]}]}`);
  named('served', 'spec: { url: "http://served.internal" }\n');
  named('front', 'spec: { url: "https://front.example.com", traffic_policy: $(file:p.json) }\n');
  await lintFiles();
  await lintFiles();
  rmSync(path.join(root, 'resources/served.yaml'));
  expect(await lintFiles()).toContain('forward-internal-unserved');
});
