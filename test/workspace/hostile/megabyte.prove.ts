import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inValues } from '../../lint/growth/generators/in-values.ts';
import { inWorkspaces } from '../../lint/growth/generators/in-workspaces.ts';
import { inYaml } from '../../lint/growth/generators/in-yaml.ts';
import type { LintDocument } from '../../../src/report/findings/lint-json.ts';
import { openSandbox, ordinary, type Contents } from './sandbox.ts';

const mebibyte = 1024 * 1024;
const reportCost = path.join(import.meta.dirname, '../../bench/run-cost.cjs');
const executable = path.join(import.meta.dirname, '../../../bin/edgewright.js');

/** Bytes that look random and are the same each time. */
function noise(seed: string, length: number): Buffer {
  const blocks: Buffer[] = [];
  for (let index = 0; index * 64 < length; index++)
    blocks.push(createHash('sha512').update(`${seed}${index}`).digest());
  return Buffer.concat(blocks).subarray(0, length);
}

/** Random words out of a few. */
function words(seed: string, choice: readonly string[]): Buffer {
  const picked = Array.from(noise(seed, mebibyte / 2), (byte) => choice[byte % choice.length] ?? '');
  return Buffer.from(picked.join('')).subarray(0, mebibyte);
}

function repeated(text: string): Buffer {
  return Buffer.from(text.repeat(Math.ceil(mebibyte / text.length))).subarray(0, mebibyte);
}

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const yamlish = [
  'a',
  'kind',
  ': ',
  '- ',
  '\n',
  '\n  ',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  '#',
  ' # ',
  '&a ',
  '*a',
  '|\n',
  '>-\n',
  '? ',
  '!t ',
  '---\n',
  '\t',
  '\r\n',
  'é',
];
const example = readFileSync(
  new URL('../../../examples/bookshop/resources/storefront/shop.yaml', import.meta.url),
  'utf8',
);

/** Files of a mebibyte that end up among the resources. */
const files: Readonly<Record<string, Uint8Array>> = {
  'random bytes': noise('bytes', mebibyte),
  'random printable text': Buffer.from(
    Array.from(noise('text', mebibyte), (byte) => printable[byte % 95] ?? '').join(''),
  ),
  'random pieces of YAML': words('yaml', yamlish),
  'an example again and again': repeated(`---\n${example}`),
  JSON: Buffer.from(
    JSON.stringify(
      Array.from({ length: 16_000 }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b'], x: null })),
    ),
  ).subarray(0, mebibyte),
  XML: repeated('<EntityDescriptor entityID="x"><a b="c">text &amp; more</a></EntityDescriptor>\n'),
  'minified JavaScript': repeated(
    'function a(b,c){return b?c[0]:{d:"e",f:[1,2]}};const g=async()=>{await a(1,`x${2}`)};',
  ),
  'UTF-16': Buffer.from(`\ufeff${example.repeat(2000)}`, 'utf16le').subarray(0, mebibyte),
  'a compressed file': gzipSync(noise('gzip', mebibyte)).subarray(0, mebibyte),
  certificates: repeated(
    `-----BEGIN CERTIFICATE-----\n${noise('pem', 720).toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  ),
  'NUL bytes': Buffer.alloc(mebibyte),
  'a byte too much': Buffer.alloc(mebibyte + 1, 'a'),
};

/** The generators that cost the most memory, each for another reason. */
const generated: Readonly<Record<string, Contents>> = Object.fromEntries(
  [
    ...['flow items', 'aliases of nothing', 'escapes that mean nothing', 'many tags', 'many documents'].map(
      (name) => [name, inYaml[name]] as const,
    ),
    ...[
      'headers removed twice',
      'expressions that nobody declares',
      'a traffic policy of phases',
      'SAML: certificates',
    ].map((name) => [name, inValues[name]] as const),
    ...[
      'many names that are the same, in files',
      'keys that are almost right',
      'comments that ignore unknown rules',
      'many keys that are wrong, in modules',
      'uses of presets that are almost right',
    ].map((name) => [name, inWorkspaces[name]] as const),
  ].map(([name, make]) => [name, make?.(mebibyte - 4096) ?? {}]),
);

/** A route whose login reads the text beside it. */
const inlining = `kind: https-route
name: inlining
spec:
  edge_id: https-edge/main
  match_type: exact_path
  match: /inlining
  backend: { backend_id: backend/shop }
  saml: { idp_metadata: $(file:metadata.xml) }
`;

const all: readonly (readonly [string, Contents])[] = [
  ...Object.entries(files).map(([name, content]) => [name, { 'resources/hostile.yaml': content }] as const),
  ...Object.entries(generated),
  [
    'metadata of a mebibyte',
    { 'metadata.xml': repeated('<a b="c">&amp;</a>\n'), 'resources/hostile.yaml': inlining },
  ],
];

/** Of memory, with everything that Node takes for itself. */
const most = 256;
/** Of the processor's time, ten times what it may take. */
const longest = 20_000;

test.each(all)('%s: read or refused at a place, in time and room', async (_name, content) => {
  expect(Object.keys(content)).not.toEqual([]);
  const sandbox = openSandbox({ ...ordinary, ...content });
  try {
    const { exit, stdout, cpuMs, peakMiB } = await runAlone(sandbox.root);
    expect([0, 1]).toContain(exit);
    const { findings } = JSON.parse(stdout) as LintDocument;
    if (exit === 1) expect(findings.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
    for (const { place } of findings) expect(place.start.line).toBeGreaterThan(0);
    expect(peakMiB).toBeLessThan(most);
    expect(cpuMs).toBeLessThan(longest);
  } finally {
    sandbox.remove();
  }
});

interface Cost {
  /** Of the processor. */
  readonly cpuMs: number;
  /** Of resident memory. */
  readonly peakMiB: number;
}

interface Alone extends Cost {
  readonly exit: number;
  readonly stdout: string;
}

/** The built program in a process of its own, whose memory nobody else takes; killed where it hangs. */
function runAlone(root: string): Promise<Alone> {
  const costFile = path.join(root, 'cost');
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--require', reportCost, executable, 'lint', '--format', 'json'],
      {
        cwd: root,
        env: { PATH: '/usr/bin:/bin', HOME: root, EDGEWRIGHT_BENCH_COST: costFile },
        timeout: 10 * longest,
        maxBuffer: 64 * mebibyte,
      },
      (_error, stdout, stderr) => {
        if (child.exitCode === null) reject(new Error(`killed: ${stderr}`));
        else
          resolve({ exit: child.exitCode, stdout, ...(JSON.parse(readFileSync(costFile, 'utf8')) as Cost) });
      },
    );
  });
}
