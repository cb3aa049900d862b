import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder, type Folder } from '../../../pipeline/workspace-folder.ts';

/** From this size on, GitHub drops the whole page. */
const limit = 1024 * 1024;

let folder: Folder;
let summary: string;
beforeEach(() => {
  folder = makeFolder({ GITHUB_STEP_SUMMARY: 'summary.md' });
  summary = path.join(folder.root, 'summary.md');
  mkdirSync(path.join(folder.root, 'resources'), { recursive: true });
  folder.write(
    'edgewright.yaml',
    'version: 1\nledger: { store: file, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n',
  );
  folder.write('environments/production.yaml', 'vars: {}\n');
  const one = (index: number): string =>
    `kind: endpoint\nname: e${index}\nspec: { url: "https://e${index}.example.com", description: "${'ä'.repeat(200)}", bindings: [] }\n`;
  folder.write('resources/all.yaml', Array.from({ length: 60 }, (_, index) => one(index)).join('---\n'));
});
afterEach(() => folder.remove());

const filler = 'ü'.repeat(1000);
const fill = (size: number): void => {
  const whole = filler.repeat(Math.floor(size / Buffer.byteLength(filler)));
  writeFileSync(summary, `${whole}${'x'.repeat(size - Buffer.byteLength(whole) - 1)}\n`);
};

const commands = [
  'lint --format markdown=summary.md',
  'plan --local --format markdown=summary.md',
  'drift --local --format markdown=summary.md',
  'apply --local --yes --format markdown=summary.md --allow-changed-percent 100',
];

test.each(commands)(
  '`%s` is appended as far as the page has room',
  async (command) => {
    await folder.run(['ledger', 'init', '--local']);
    for (const left of [200_000, 12_000, 6000]) {
      fill(limit - left);
      const { stderr } = await folder.run(command.split(' '));
      const text = readFileSync(summary);
      expect(text.length, stderr).toBeLessThan(limit);
      const added = text
        .toString('utf8')
        .slice(filler.length)
        .replace(/^[üx]+\n/, '');
      expect(added, stderr).toMatch(/^## /);
      expect(added).not.toContain('\ufffd');
      expect(added.match(/<details>/g)?.length).toBe(added.match(/<\/details>/g)?.length);
    }
  },
  60_000,
);

test.each(commands)(
  '`%s` warns where there is no room',
  async (command) => {
    await folder.run(['ledger', 'init', '--local']);
    fill(limit - 4000);
    const before = readFileSync(summary);
    const { stderr } = await folder.run(command.split(' '));
    expect(stderr).toContain('warning: the step summary is full; this report was not added to it\n');
    expect(readFileSync(summary).equals(before)).toBe(true);
  },
  60_000,
);

test('another file is replaced', async () => {
  writeFileSync(path.join(folder.root, 'other.md'), 'x'.repeat(limit));
  await folder.run(['lint', '--format', 'markdown=other.md']);
  expect(readFileSync(path.join(folder.root, 'other.md'), 'utf8')).toMatch(/^## Lint\n/);
});
