/**
 * Prints the pairs to be judged: `node bin/run-ts.mjs test/lint/forty-mistakes/blind.ts SEED`. The order of the pairs
 * and which of the two is A follow from the seed; names of tools, rules and pages are taken out, colors were never
 * recorded. `--key` after the seed prints which is ours instead, and the fingerprint that a judgement needs.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { allPairs, fingerprint, recording, type Pair } from './pair.ts';

const [seed = '1', flag] = process.argv.slice(2);
const drawn = allPairs()
  .map((pair) => ({ pair, draw: createHash('sha256').update(`${seed} ${pair.name}`).digest('hex') }))
  .sort((a, b) => a.draw.localeCompare(b.draw));

for (const [index, { pair, draw }] of drawn.entries()) {
  const isOursFirst = Number.parseInt(draw.slice(-1), 16) < 8;
  if (flag === '--key')
    print(`${index + 1} ${pair.name}: ours is ${isOursFirst ? 'A' : 'B'}, seen ${fingerprint(pair)}`);
  else printPair(index + 1, pair, isOursFirst);
}

function printPair(number: number, pair: Pair, isOursFirst: boolean): void {
  const ours = neutral(readFileSync(recording(pair, 'ours'), 'utf8'));
  const other = neutral(readFileSync(recording(pair, 'other'), 'utf8').replace(/^# .*\n\$ .*\n/, ''));
  print(`\n${'='.repeat(78)}\n${number}. ${pair.mistake}`);
  print(`\n${'-'.repeat(34)} A\n${isOursFirst ? ours : other}`);
  print(`\n${'-'.repeat(34)} B\n${isOursFirst ? other : ours}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** An output without what names its tool: brands, rules, codes, links, and lines that only sum up. */
function neutral(text: string): string {
  return text
    .replaceAll(/^(error|warning|info)\[[\w-]+\]:/gm, '$1:')
    .replaceAll(/ \(SC\d+|SC\d+ \((\w+)\):|https?:\/\/\S*(?:rust|biome|shellcheck|git-scm)\S*/g, '$1')
    .replaceAll(/\b(?:lint|suppressions)\/[\w/]+|eslint\(([\w-]+)\)|\(\w+-[\w-]+\)$/gm, '')
    .replaceAll(/\b(?:edgewright|rustc|biome|oxlint|eslint|shellcheck|haproxy|nginx|terraform)\b/gi, 'TOOL')
    .replaceAll(/^.*(?:NOTICE|--explain|TOOL explain|Error\(s\) found|Fatal errors|test failed).*$/gm, '')
    .replaceAll(/^(?:exit \d+|\d+ (?:error|warning|info).*|error: aborting.*|warning: \d+ warning.*)$/gm, '')
    .replaceAll(/^(?:Found \d.*|Checked \d.*|Finished.*|✖ \d.*|For more information:.*|\*{5,}.*)$/gm, '')
    .replaceAll(/ ?━{3,}/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
