/**
 * Forty real mistakes, each beside what another tool says of the like one: pairs/NAME/mistake.yaml has both inputs,
 * ours.txt what `lint` says (`UPDATE=1` records it), other.txt what the other tool said (record-other.ts).
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectText } from '../../golden.ts';
import { lintFolder, recorded } from '../corpus/lint-folder.ts';
import { allPairs, recording, writeFiles, type Pair } from './pair.ts';

const pairs = allPairs();

async function linted(pair: Pair): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-forty-'));
  try {
    cpSync(path.join(import.meta.dirname, '../corpus/workspace'), folder, { recursive: true });
    writeFiles(folder, pair.ours);
    return recorded(await lintFolder(folder, []));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('what lint says', () => {
  test.each(pairs)('$name', async (pair) => {
    const said = await linted(pair);
    expectText(recording(pair, 'ours'), said);
    expect(said.match(/^(?:error|warning|info)\[/gm), 'one mistake, one finding').toHaveLength(1);
  });
});

describe('the pairs', () => {
  test('are forty', () => {
    expect(pairs).toHaveLength(40);
  });

  test.each(pairs)('$name has a recording of the other tool', (pair) => {
    expect(existsSync(recording(pair, 'other'))).toBe(true);
    expect(readFileSync(recording(pair, 'other'), 'utf8')).toMatch(/^# [\w-]+ [\d.]+\n\$ .+\n\s*\S/);
  });
});
