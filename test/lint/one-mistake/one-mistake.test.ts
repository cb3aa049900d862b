/**
 * One mistake, one finding: a single slip in the bookshop, or in a workspace of 50 routes that share a preset, ids and
 * variables, gives exactly one error, and no warning that was not there before. The slips are in slips.yaml.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compile } from '../../../src/workspace/compile/compile.ts';
import { lint } from '../../../src/lint/engine/lint.ts';
import { loadTrafficTools } from '../../../src/lint/domain/policy/load-traffic-tools.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { loadWorkspace } from '../../../src/workspace/load-workspace.ts';
import { fiftyRoutes } from './fifty-routes.ts';
import { share } from '../../runs.ts';

interface Slip {
  readonly name: string;
  /** The file, its text and what stands there instead: the first occurrence alone. */
  readonly in: string;
  readonly put: readonly [before: string, after: string];
  /** `rule: message`. */
  readonly finds: string;
  /** Where the finding stands, if that is not the file of the slip. */
  readonly at?: string;
  /** Its help, or the title of its fix. */
  readonly help?: string;
}

interface Slips {
  readonly bookshop: readonly Slip[];
  readonly fifty: readonly Slip[];
}

/* Rules cannot wait: what checks policies is there before the first. */
await loadTrafficTools(['traffic_policy']);

const slips = parse(readFileSync(path.join(import.meta.dirname, 'slips.yaml'), 'utf8')) as Slips;
const bookshop = path.join(import.meta.dirname, '../../../examples/bookshop');
const alone = path.join(import.meta.dirname, '../alone');

function found(from: string, overlay: ReadonlyMap<string, string>): readonly Diagnostic[] {
  const workspace = loadWorkspace({ from, overlay });
  const names = [...workspace.environments.keys()];
  const compiled = new Map(names.map((name) => [name, compile(workspace, name)]));
  return lint({ workspace, compiled, now: new Date('2026-06-01T12:00:00Z'), rules }).diagnostics;
}

function inWords(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map(({ rule, message, place }) => `${place.source.path}: ${rule}: ${message}`);
}

function helpOf(diagnostics: readonly Diagnostic[]): string {
  const [first] = diagnostics.filter(({ severity }) => severity !== 'info');
  const said = [first?.help, first?.fix?.title].filter((text) => text !== undefined);
  return [...new Set(said)].join('; ');
}

function slipped(text: string | undefined, { put: [before, after], in: file }: Slip): string {
  if (text?.includes(before) !== true) throw new Error(`${file} has no ${before}`);
  return text.replace(before, () => after);
}

describe('the bookshop', () => {
  test('is without findings', () => {
    expect(inWords(found(bookshop, new Map()))).toEqual([]);
  });

  test.each(share(slips.bookshop))('$name', (slip) => {
    const text = readFileSync(path.join(bookshop, slip.in), 'utf8');
    const after = found(bookshop, new Map([[slip.in, slipped(text, slip)]]));
    expect(inWords(after)).toEqual([`${slip.at ?? slip.in}: ${slip.finds}`]);
    if (slip.help !== undefined) expect(helpOf(after)).toBe(slip.help);
  });
});

describe('fifty routes', () => {
  const files = fiftyRoutes();

  test('are without findings', () => {
    expect(inWords(found(alone, files))).toEqual([]);
  });

  test.each(share(slips.fifty))('$name', (slip) => {
    const after = found(alone, new Map(files).set(slip.in, slipped(files.get(slip.in), slip)));
    expect(inWords(after)).toEqual([`${slip.at ?? slip.in}: ${slip.finds}`]);
    if (slip.help !== undefined) expect(helpOf(after)).toBe(slip.help);
  });
});

test('there are enough slips', () => {
  expect(slips.bookshop.length + slips.fifty.length).toBeGreaterThanOrEqual(60);
});
