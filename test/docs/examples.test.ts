import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { playCommand } from '../scenarios/play-command.ts';
import { problemOf } from './command-lines.ts';
import { codeSpansOf } from './markdown.ts';
import { repository } from './page.ts';

const examples = path.join(repository, 'examples');

/** Every example says of itself what can be run in its folder; here it is run, in a copy. */
test.each(readdirSync(examples))('examples/%s does what its README says', async (name) => {
  const spans = codeSpansOf(readFileSync(path.join(examples, name, 'README.md'), 'utf8'));
  const commands = spans.filter((span) => span.startsWith('edgewright '));
  expect(commands.flatMap((command) => problemOf(command) ?? [])).toEqual([]);
  const paths = spans.filter((span) => /^[\w./-]+(\/|\.yaml)$/.test(span));
  expect(paths.filter((each) => !existsSync(path.join(examples, name, each)))).toEqual([]);
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-example-'));
  try {
    cpSync(path.join(examples, name), folder, { recursive: true });
    const finite = commands.filter((command) => !/<| (?:serve|dev) /.test(command));
    expect(finite.length).toBeGreaterThan(0);
    for (const command of finite) {
      const { exit } = await playCommand({ folder, env: {} }, {}, command.slice('edgewright'.length));
      expect({ command, exit }).toEqual({ command, exit: name === 'mistakes' ? 1 : 0 });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
