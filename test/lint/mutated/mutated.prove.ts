import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lintFormatNames } from '../../../src/run/lint/lint-formats.ts';
import { ledgerText } from '../../../src/ledger/ledger-text.ts';
import type { LintDocument } from '../../../src/report/findings/lint-json.ts';
import { actingIn } from '../../workspace/hostile/is-inert.ts';
import { mutated } from '../../workspace/hostile/mutations.ts';
import { openSandbox, ordinary, type Contents } from '../../workspace/hostile/sandbox.ts';
import { judgeFormat } from './judge-format.ts';
import { faultsOf } from './places.ts';
import { runs } from '../../runs.ts';

const folders = ['../../workspace/hostile/seeds/', '../../../examples/'].map(
  (name) => new URL(name, import.meta.url),
);
const seeds = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(new URL(name, folder))),
);
const metadata = readFileSync(new URL('../../../examples/bookshop/saml/idp-metadata.xml', import.meta.url));

/** A resource that reads the texts beside it. */
const inlining = `kind: https-route
name: inlining
spec:
  edge_id: https-edge/main
  match_type: exact_path
  match: /inlining
  backend: { backend_id: backend/shop }
  saml: { idp_metadata: $(file:texts/metadata.xml) }
  traffic_policy: { value: $(file:texts/policy.yaml) }
`;

const ledger = ledgerText({
  format: 1,
  environment: 'production',
  lineage: '0f1e2d3c',
  serial: 3,
  fence: 3,
  api: 'https://api.example.com',
  resources: {
    'endpoint/base': {
      uid: '0123456789abcdef',
      kind: 'endpoint',
      id: 'ep_1',
      applied: { url: 'https://example.com' },
      observed: { url: 'https://example.com' },
      observed_at: '2026-01-01T00:00:00Z',
      is_protected: false,
      origin: 'resources/base.yaml',
    },
  },
  orphans: {},
});

/** Every file that a command reads, with its undamaged text. */
const ordinaryFiles = {
  ...ordinary,
  'environments/staging.yaml': '{}\n',
  '.gitignore': '*.tmp\n/dist/\n!keep.tmp\n',
  '.edgewright/production/ledger.json': ledger,
  'texts/metadata.xml': metadata,
  'texts/policy.yaml': 'on_http_request:\n  - actions: [{ type: deny }]\n',
  'resources/inlining.yaml': inlining,
  'resources/hostile.yaml': '# nothing\n',
} satisfies Contents;

type Name = keyof typeof ordinaryFiles;

const sandbox = openSandbox(ordinaryFiles);
afterAll(() => sandbox.remove());

/** A file and what it says now; a counterexample shows it as text. */
interface Change {
  readonly name: Name;
  readonly bytes: Buffer;
}

function change(name: Name, bytes: Buffer): Change {
  return Object.assign(
    { name, bytes },
    { [fc.toStringMethod]: () => `${name}: ${JSON.stringify(bytes.toString('latin1'))}` },
  );
}

const resource = mutated(seeds).map((bytes) => change('resources/hostile.yaml', bytes));
const others: readonly Name[] = [
  'edgewright.yaml',
  'environments/production.yaml',
  'environments/staging.yaml',
  '.gitignore',
  '.edgewright/production/ledger.json',
  'texts/metadata.xml',
  'texts/policy.yaml',
];
const other = fc
  .constantFrom(...others)
  .chain((name) => mutated([Buffer.from(ordinaryFiles[name])]).map((bytes) => change(name, bytes)));

const formats = lintFormatNames.filter((format) => format !== 'json');
const outputs = formats.map((format) => `out/${format}`);

test('damaged files give findings or none, in every format, and never a stack trace', async () => {
  sandbox.write({ 'out/.keep': '' });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 7, arbitrary: resource }, { weight: 3, arbitrary: other }),
      async ({ name, bytes }) => {
        sandbox.write({ [name]: bytes });
        try {
          await judgeLint(name, bytes);
          for (const verb of [
            ['fmt', '--check'],
            ['compile', '--env', 'production'],
          ]) {
            const { exit, stdout, stderr } = await sandbox.run(...verb);
            expect(exit, stderr).not.toBe(70);
            expect(actingIn(stderr)).toBeUndefined();
            if (verb[0] === 'fmt') expect(actingIn(stdout)).toBeUndefined();
          }
          // Round after round, so that it takes as long as all the others.
          if (bytes.length % 4 === 0) {
            const fixed = await sandbox.run('lint', '--fix', '--unsafe', '--diff');
            expect(fixed.exit, fixed.stderr).not.toBe(70);
          }
        } finally {
          sandbox.write({ [name]: ordinaryFiles[name] });
        }
      },
    ),
    { numRuns: runs(1000) },
  );
});

async function judgeLint(name: Name, bytes: Buffer): Promise<void> {
  const written = formats.flatMap((format, index) => ['--format', `${format}=${outputs[index]}`]);
  const { exit, stdout, stderr } = await sandbox.run('lint', '--format', 'json', ...written);
  expect([0, 1, 65, 66, 78], stderr).toContain(exit);
  expect(actingIn(stderr)).toBeUndefined();
  // Settings that cannot be read at all: there is no report.
  if (stdout === '') {
    expect(name).toBe('edgewright.yaml');
    return;
  }
  const texts = new Map(Object.entries(ordinaryFiles).map(([file, text]) => [file, text.toString()]));
  texts.set(name, bytes.toString('utf8'));
  expect(faultsOf(JSON.parse(stdout) as LintDocument, (file) => texts.get(file))).toEqual([]);
  expect(actingIn(stdout)).toBeUndefined();
  for (const [index, format] of formats.entries()) {
    judgeFormat(format, readFileSync(path.join(sandbox.root, outputs[index] ?? ''), 'utf8'));
  }
}
