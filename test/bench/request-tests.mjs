import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { edgewright, peakMemory, ratiosOf, root, time } from './measure.mjs';

/** `test` of 10,000 requests on a hundred bookshops, beside `compile` of the same files: at most three seconds more. */
export const requestTests = (folder) => {
  const workspace = path.join(folder, 'request-tests');
  rmSync(workspace, { recursive: true, force: true });
  writeShops(workspace, { shops: 100, tests: 10_000 });
  const args = (verb) => [edgewright, verb, '-C', workspace];
  return {
    figure: '`test` of 10,000 requests on bookshop x 100 / `compile` of it',
    ratios: ratiosOf(
      () => time([...args('test'), '--output', path.join(folder, 'results')]),
      () => time([...args('compile'), '--env', 'production', '--output', path.join(folder, 'bodies')]),
      5,
    ),
    goal: '',
    peakMiB: peakMemory([...args('test'), '--output', path.join(folder, 'results')]),
  };
};

/** The next run of `test` on 300 resources with 200 tests, beside the start of Node. */
export const testAgain = (change) => (folder) => {
  const workspace = path.join(folder, 'tests-again');
  rmSync(workspace, { recursive: true, force: true });
  writeShops(workspace, { shops: 60, tests: 200 });
  const test = [edgewright, 'test', '-C', workspace];
  return {
    figure: `\`test\` of 200 requests on 300 resources, ${change ? 'one file changed' : 'nothing changed'} / \`node -e 0\``,
    ratios: ratiosOf(
      () => {
        if (change) appendFileSync(path.join(workspace, 'resources/shop-0.yaml'), '# changed\n');
        return time(test);
      },
      () => time(['-e', '0']),
      7,
    ),
    goal: '',
    peakMiB: peakMemory(test),
  };
};

/** A plan in sync with the local API, with 200 tests and without. */
export const planWithTests = (folder) => {
  const [with200, without] = [200, 0].map((tests) => {
    const workspace = path.join(folder, `plan-with-${tests}`);
    rmSync(workspace, { recursive: true, force: true });
    writeShops(workspace, { shops: 60, tests });
    const fixture = path.join(root, 'examples/bookshop/fixture.yaml');
    const local = ['--local', '--fixture', fixture, '-C', workspace];
    time([edgewright, 'ledger', 'init', '-C', workspace]);
    time([edgewright, 'apply', '--yes', ...local]);
    return () => time([edgewright, 'plan', ...local]);
  });
  return {
    figure: 'a plan of 300 resources with 200 tests / without',
    ratios: ratiosOf(with200, without, 5),
    goal: '<= 1.1',
  };
};

/** Copies of the storefront's routes, each below a path of its own, and tests that are spread over the copies. */
function writeShops(workspace, { shops: count, tests: testCount }) {
  const shop = path.join(root, 'examples/bookshop');
  for (const part of ['resources', 'tests', 'environments'])
    mkdirSync(path.join(workspace, part), { recursive: true });
  const settings =
    'version: 1\nledger: { store: file, lineage: 1f9c0000-0000-4000-8000-000000000001 }\nlint: { preset: minimal }\n';
  writeFileSync(path.join(workspace, 'edgewright.yaml'), settings);
  writeFileSync(
    path.join(workspace, 'environments/production.yaml'),
    readFileSync(path.join(shop, 'environments/production.yaml')),
  );
  const presets = path.join(shop, 'resources/presets');
  for (const name of readdirSync(presets))
    if (name !== 'login.yaml')
      writeFileSync(path.join(workspace, 'resources', name), readFileSync(path.join(presets, name)));
  for (let shopIndex = 0; shopIndex < count; shopIndex++) {
    const routes = ['', '/cart', '/search', '/reviews', '/news'].map(
      (match, index) =>
        `kind: https-route\nname: shop-${shopIndex}-${index}\nuses: [secure-headers, breaker]\nspec:\n  edge_id: https-edge/shop\n  match_type: path_prefix\n  match: /shop-${shopIndex}${match}\n  backend: { backend_id: backend/storefront }\n  traffic_policy:\n    value:\n      on_http_request:\n        - expressions: ["req.method == 'DELETE' && req.url.path.startsWith('/shop-${shopIndex}')"]\n          actions: [{ type: deny, config: { status_code: 405 } }]\n`,
    );
    writeFileSync(path.join(workspace, `resources/shop-${shopIndex}.yaml`), routes.join('---\n'));
    const before = Math.floor((shopIndex * testCount) / count);
    const length = Math.floor(((shopIndex + 1) * testCount) / count) - before;
    const tests = Array.from({ length }, (_, index) => {
      const method = index % 2 === 0 ? 'GET' : 'DELETE';
      const page = ['', '/cart', '/search', '/reviews', '/news'][index % 5];
      return `  - name: ${shopIndex}-${index}\n    request: { method: ${method}, url: https-edge/shop/shop-${shopIndex}${page}/${index} }\n    expect: { status: ${method === 'GET' ? 200 : 405} }\n`;
    });
    if (length > 0)
      writeFileSync(path.join(workspace, `tests/shop-${shopIndex}.yaml`), `tests:\n${tests.join('')}`);
  }
}
