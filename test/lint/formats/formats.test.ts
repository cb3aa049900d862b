import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Diagnostic, Severity } from '../../../src/model/diagnostic.ts';
import type { Place, Range, Source } from '../../../src/model/document.ts';
import type { LintResult } from '../../../src/model/lint-result.ts';
import { lintCompact } from '../../../src/report/lint-compact.ts';
import { lintGithub } from '../../../src/report/lint-github.ts';
import { lintJson } from '../../../src/report/lint-json.ts';
import { lintPretty } from '../../../src/report/lint-pretty.ts';
import { widthOf } from '../../../src/report/wrap.ts';

/** A place by its text: `path` and the first occurrence of `text` in it. */
interface At {
  readonly path: string;
  readonly text: string;
}

interface FormatCase {
  readonly columns?: number;
  readonly files: Readonly<Record<string, string>>;
  readonly secrets?: readonly At[];
  readonly suppressed?: number;
  readonly baselined?: number;
  readonly diagnostics: readonly {
    readonly rule: string;
    readonly severity: Severity;
    readonly message: string;
    readonly why?: string;
    readonly help?: string;
    readonly at: At;
    readonly label?: string;
    readonly related?: readonly (At & { readonly label: string })[];
    readonly fix?: { readonly safety: 'safe' | 'unsafe'; readonly title: string };
    readonly environments?: readonly string[];
  }[];
}

const folder = new URL('cases/', import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.replace(/\.yaml$/, ''));

function resultOf(one: FormatCase): LintResult {
  const sources = new Map(Object.entries(one.files).map(([path, text]) => [path, { path, text }]));
  const placeOf = ({ path, text }: At): Place => {
    const source = sources.get(path)!;
    const start = source.text.indexOf(text);
    expect(start, `${text} stands in ${path}`).toBeGreaterThanOrEqual(0);
    return { source, start, end: start + text.length };
  };
  const diagnostics = one.diagnostics.map(
    ({ at, related = [], fix, environments = [], ...rest }): Diagnostic => {
      const place = placeOf(at);
      return {
        ...rest,
        place,
        related: related.map(({ label, ...there }) => ({ place: placeOf(there), label })),
        environments,
        ...(fix === undefined ? {} : { fix: { ...fix, edits: [{ ...place, text: '' }] } }),
      };
    },
  );
  const sensitive = new Map<Source, Range[]>();
  for (const secret of one.secrets ?? []) {
    const place = placeOf(secret);
    sensitive.set(place.source, [...(sensitive.get(place.source) ?? []), place]);
  }
  const count = (severity: Severity): number =>
    diagnostics.filter((found) => found.severity === severity).length;
  const fixes = (safety: string): number => diagnostics.filter(({ fix }) => fix?.safety === safety).length;
  return {
    diagnostics,
    suppressed: one.suppressed ?? 0,
    baselined: one.baselined ?? 0,
    counts: { error: count('error'), warn: count('warn'), info: count('info') },
    fixable: { safe: fixes('safe'), unsafe: fixes('unsafe') },
    files: sources.size,
    sensitive,
  };
}

function caseOf(name: string): FormatCase {
  return parse(readFileSync(new URL(`${name}.yaml`, folder), 'utf8')) as FormatCase;
}

/** Compares with the file beside the case; UPDATE=1 writes it, to be read before it is committed. */
function expectText(file: string, actual: string): void {
  const path = new URL(file, folder);
  if (process.env['UPDATE'] === '1') writeFileSync(path, actual);
  expect(actual).toBe(readFileSync(path, 'utf8'));
}

describe.each(names)('%s', (name) => {
  const one = caseOf(name);
  const result = resultOf(one);
  const columns = one.columns ?? 80;
  const outputs = {
    pretty: lintPretty(result, { columns }),
    compact: lintCompact(result),
    github: lintGithub(result),
    json: lintJson(result, '0.0.0'),
  };

  test('pretty', () => {
    expectText(`${name}.pretty.txt`, outputs.pretty);
  });
  test('compact', () => {
    expectText(`${name}.compact.txt`, outputs.compact);
  });
  test('github', () => {
    expectText(`${name}.github.txt`, outputs.github);
  });
  test('json is as its schema says', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../../schemas/lint.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
    validate(JSON.parse(outputs.json));
    expect(validate.errors ?? []).toEqual([]);
    expect(JSON.parse(outputs.json)).toMatchObject({ counts: result.counts, suppressed: result.suppressed });
  });
  test('colour changes nothing but colours', () => {
    const colored = lintPretty(result, { columns, color: true });
    expect(colored.replaceAll(/\u001b\[[\d;]*m/g, '')).toBe(outputs.pretty);
    if (one.diagnostics.length > 0) expect(colored).not.toBe(outputs.pretty);
  });
  test('a frame is as wide as the terminal', () => {
    for (const row of outputs.pretty.split('\n')) {
      if (/^ +\d* +\|/.test(row)) expect(widthOf(row), row).toBeLessThanOrEqual(columns);
    }
  });
  test('nothing acts on what shows it, and no secret is in it', () => {
    for (const output of Object.values(outputs)) {
      expect(output).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/,
      );
      expect(output).not.toContain('##[');
      for (const { text } of one.secrets ?? []) expect(output).not.toContain(text);
    }
    const rows = Object.values(outputs).flatMap((output) => output.split('\n'));
    // What GitHub takes for a command: `::name …::` at the beginning of a line.
    const commands = rows.filter((row) => /^\s*::[\w-]*(?: .*)?::/.test(row));
    expect(commands.length).toBeLessThanOrEqual(one.diagnostics.length);
    for (const command of commands) {
      expect(command).toMatch(/^::(?:error|warning|notice) file=[^:]*,line=\d+.*,title=[\w-]+::/);
    }
  });
});
