/** The blocks of docs/dev.md: the start, the commands of curl, the file beside the settings. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf } from '../docs/markdown.ts';
import { servingBookshop } from './bookshop.ts';
import { servingDev } from './serve-dev.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/dev.md'), 'utf8');
const blocks = blocksOf(page);
const [start, ...consoles] = blocks.filter(({ language }) => language === 'console').map(({ text }) => text);
const files = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => text);

test('no block is left out', () => {
  expect([consoles.length, files.length, blocks.length]).toEqual([3, 1, 5]);
});

test('the start and the commands print what the page says', async () => {
  await servingBookshop([], ({ port, said, folder }) => {
    const shown = said()
      .replaceAll(String(port), '4444')
      .replace(/\/t\/[\w-]+\//, '/t/…/')
      .replaceAll(/(?<= )\/\S+\/edgewright\//g, '…/edgewright/');
    const [, ...lines] = (start ?? '').trimEnd().split('\n');
    expect(shown.trimEnd().split('\n').sort()).toEqual(lines.sort());
    for (const block of consoles)
      for (const part of block.split(/^(?=\$ )/m)) {
        const [, command = '', output = ''] = /^\$ (.*)\n([^]*)$/.exec(part) ?? [];
        const { stdout } = spawnSync(
          'sh',
          ['-c', command.replace('curl', 'curl --silent').replace('4444', String(port))],
          {
            encoding: 'utf8',
            cwd: folder,
            env: { HOME: folder, PATH: `${programs(folder)}:${process.env['PATH'] ?? ''}` },
          },
        );
        const timeless = (text: string): string => text.trimEnd().replace(/ in [\d.]+ m?s$/, '');
        expect(timeless(stdout), command).toBe(timeless(output));
      }
    return Promise.resolve();
  });
});

/** A folder with the program under its name. */
function programs(folder: string): string {
  const bin = path.join(folder, '.bin');
  mkdirSync(bin, { recursive: true });
  const file = path.join(bin, 'edgewright');
  if (!existsSync(file)) symlinkSync(path.join(import.meta.dirname, '../../bin/edgewright.js'), file);
  return bin;
}

test('the file is taken, and each of its keys works', async () => {
  const workspace = {
    'environments/test.yaml': 'vars: {}\n',
    'environments/production.yaml':
      'ids: { https-edge/shop: edghts_2, https-edge/main: edghts_1, backend/shop: bkd_1 }\n',
    'keys.json': '{"keys": []}',
    'edgewright.dev.yaml': files[0] ?? '',
    'resources/shop.yaml': `kind: https-route
name: shop
environments: [production]
spec:
  edge_id: https-edge/shop
  match_type: path_prefix
  match: /
  backend: { backend_id: backend/shop }
`,
  };
  await servingDev({ files: workspace, options: ['--env', 'production'] }, async ({ get }) => {
    const { status, text } = await get('shop.example.com', '/');
    expect([status, text]).toEqual([502, expect.stringContaining('backend/shop at http://localhost:3000')]);
  });
});
