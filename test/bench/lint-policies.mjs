import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { edgewright, peakMemory, ratiosOf, root, time } from './measure.mjs';

const count = 1_000;
const bareParse = path.join(root, 'test/bench/bare-parse.mjs');

/** `lint` of traffic policies, half of them in the resource and half in a file of their own. */
const lintOfPolicies = (beside) => (folder) => {
  const workspace = path.join(folder, 'policies');
  const cache = path.join(folder, 'cache-policies');
  const args = [edgewright, 'lint', '-C', workspace];
  const options = { env: { XDG_CACHE_HOME: cache } };
  const some = cleanOf(path.join(folder, 'published'));
  writePolicies(workspace, some, count);
  time(args, options);
  const theirs = { '`node -e 0`': ['-e', '0'], 'bare `yaml` parse of them': [bareParse, workspace] }[beside];
  return {
    figure: `lint of ${count.toLocaleString('en')} policies / ${beside}`,
    ratios: ratiosOf(
      () => time(args, options),
      () => time(theirs),
      9,
    ),
    goal: '',
    peakMiB: peakMemory(args, options),
  };
};

export const policyBenches = {
  'lint-policies': lintOfPolicies('bare `yaml` parse of them'),
  'lint-policies-start': lintOfPolicies('`node -e 0`'),
};

/** A policy like a published one, with a rule that no other policy has. */
function policyOf(rules, index) {
  const indent = /^ */.exec(rules)?.[0] ?? '';
  const own = [
    `- name: service-${index}`,
    `  expressions: ["req.url.path.startsWith('/service-${index}/')"]`,
    '  actions: [{ type: deny, config: { status_code: 404 } }]',
  ];
  return `on_http_request:\n${own.map((line) => `${indent}${line}\n`).join('')}${rules}`;
}

/** The published policies of requests, without the first line. */
const published = readFileSync(path.join(root, 'test/lint/traffic-policy/corpus.txt'), 'utf8')
  .split('=====\n')
  .flatMap((one) => /\non_http_request:\n( *- [^]*)/.exec(one)?.slice(1) ?? []);

/** Those without a finding, as most policies are. */
function cleanOf(folder) {
  writePolicies(folder, published, published.length);
  const { stdout } = spawnSync(process.execPath, [edgewright, 'lint', '-C', folder, '--format', 'compact'], {
    encoding: 'utf8',
  });
  const found = new Set(
    Array.from(stdout.matchAll(/^\w+\/(?:service-)?(\d+)\.yaml:/gm), ([, index]) => Number(index)),
  );
  return published.filter((_, index) => !found.has(index));
}

function writePolicies(folder, some, count) {
  for (const name of ['resources', 'policies', 'environments'])
    mkdirSync(path.join(folder, name), { recursive: true });
  const ledger = '{ store: file, lineage: 0f7b4c7e-52a8-4f0b-8a55-0c6c2f1e9b33 }';
  writeFileSync(path.join(folder, 'edgewright.yaml'), `version: 1\nledger: ${ledger}\n`);
  writeFileSync(
    path.join(folder, 'environments/production.yaml'),
    'ids: { https-edge/main: edghts_2aPz, backend/shop: bkdhr_2aPz }\n',
  );
  for (let index = 0; index < count; index++) {
    const text = policyOf(some[index % some.length], index);
    const isFile = index % 2 === 1;
    if (isFile) writeFileSync(path.join(folder, `policies/${index}.yaml`), text);
    const policy = isFile
      ? ` $(file:policies/${index}.yaml)\n`
      : `\n${text.replaceAll(/^(?=.)/gm, '      ')}`;
    writeFileSync(
      path.join(folder, `resources/service-${index}.yaml`),
      `${headOf(index)}    value:${policy}`,
    );
  }
}

function headOf(index) {
  return `kind: https-route
name: service-${index}
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /services/${index}/
  backend: { backend_id: backend/shop }
  traffic_policy:
`;
}
