/**
 * Forty real mistakes, each beside what another tool says of the like one: pairs/NAME/mistake.yaml has both inputs,
 * ours.txt what `lint` says (`npm run record` records it), other.txt what the other tool said (record-other.ts). The
 * pairs were judged without knowing which is ours, as blind.ts prints them; judgements.yaml has the outcome. A
 * judgement is for the two outputs that were seen: when one changes, the pair must be judged again.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { expectText } from '../../golden.ts';
import { lintFolder, recorded } from '../corpus/lint-folder.ts';
import { allPairs, fingerprint, recording, writeFiles, type Pair } from './pair.ts';
import { share } from '../../runs.ts';

interface Judgement {
  readonly seen: string;
  /** Ours beside the other: better, equal or worse. */
  readonly verdict: 'better' | 'equal' | 'worse';
  readonly because: string;
}

const pairs = allPairs();
const judgements = parse(readFileSync(path.join(import.meta.dirname, 'judgements.yaml'), 'utf8')) as Readonly<
  Record<string, Judgement>
>;

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
  test.each(share(pairs))('$name', async (pair) => {
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

describe('the judgements', () => {
  test('are one for each pair', () => {
    expect(Object.keys(judgements).sort()).toEqual(pairs.map(({ name }) => name));
  });

  test.each(pairs)('$name was judged as it is now', (pair) => {
    expect(judgements[pair.name]?.seen, 'an output has changed: judge the pair again').toBe(
      fingerprint(pair),
    );
    expect(judgements[pair.name]?.because).toMatch(/\w/);
  });

  test('have none that is worse, and at most eight that are equal', () => {
    const verdicts = Object.values(judgements).map(({ verdict }) => verdict);
    expect(verdicts.filter((verdict) => verdict === 'worse')).toEqual([]);
    expect(verdicts.filter((verdict) => verdict === 'equal').length).toBeLessThanOrEqual(8);
    expect(verdicts.filter((verdict) => verdict === 'better').length).toBeGreaterThanOrEqual(32);
  });
});
