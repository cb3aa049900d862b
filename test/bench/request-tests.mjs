import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { edgewright, peakMemory, ratiosOf, root, time } from './measure.mjs';

/** `test` of 10,000 requests on a hundred bookshops, beside `lint` of the same files: at most three seconds more. */
export const requestTests = (folder) => {
  const workspace = path.join(folder, 'request-tests');
  rmSync(workspace, { recursive: true, force: true });
  writeShops(workspace, 100);
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

/** Copies of the storefront's routes, each below a path of its own, and a hundred tests of each copy. */
function writeShops(workspace, count) {
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
    const tests = Array.from({ length: 100 }, (_, index) => {
      const method = index % 2 === 0 ? 'GET' : 'DELETE';
      const page = ['', '/cart', '/search', '/reviews', '/news'][index % 5];
      return `  - name: ${shopIndex}-${index}\n    request: { method: ${method}, url: https-edge/shop/shop-${shopIndex}${page}/${index} }\n    expect: { status: ${method === 'GET' ? 200 : 405} }\n`;
    });
    writeFileSync(path.join(workspace, `tests/shop-${shopIndex}.yaml`), `tests:\n${tests.join('')}`);
  }
}
