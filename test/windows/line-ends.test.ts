/**
 * A checkout with CRLF, and byte order marks in the files behind `$(file:…)`, gives the same bodies, findings and
 * plans.
 */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offsetInFile, inlinedText } from '../../src/text/inlined-text.ts';
import { compile, lint, loadWorkspace, plan } from '../../src/package/library/library.ts';

const examples = path.join(import.meta.dirname, '../../examples');
const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-crlf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['bookshop', 'mistakes'])('%s', (name) => {
  const [lf, crlf] = [path.join(folder, name, 'lf'), path.join(folder, name, 'crlf')];
  beforeAll(() => {
    for (const place of [lf, crlf]) cpSync(path.join(examples, name), place, { recursive: true });
    for (const file of readdirSync(crlf, { recursive: true, encoding: 'utf8' })) {
      const place = path.join(crlf, file);
      if (!statSync(place).isFile()) continue;
      const isValue = /^(?:policies|saml)[/\\]/.test(file) && !file.endsWith('.test.yaml');
      const text = readFileSync(place, 'utf8').replaceAll(/\r?\n/g, '\r\n');
      writeFileSync(place, isValue ? `\ufeff${text}` : text);
    }
  });
  const open = (place: string): ReturnType<typeof loadWorkspace> => loadWorkspace({ folder: place, env: {} });

  test('the same findings, at the same lines and columns', async () => {
    const found = async (place: string): Promise<unknown> =>
      (await lint(await open(place), { rules: { 'route-unprotected': 'warn' } })).findings.map((finding) => ({
        ...finding,
        place: linesOf(finding.place),
        related: finding.related.map(linesOf),
        fix: finding.fix?.title,
      }));
    const expected = await found(lf);
    expect(expected).not.toEqual([]);
    expect(await found(crlf)).toEqual(expected);
  });

  test.runIf(name === 'bookshop')('the same bodies and plans', async () => {
    const [here, there] = [await open(lf), await open(crlf)];
    const environment = 'production';
    expect(await compile(there, { environment })).toEqual(await compile(here, { environment }));
    const stepsOf = async (workspace: typeof here): Promise<unknown> =>
      (await plan(workspace, { api: 'local' })).plans.map(({ steps, bound }) => ({ steps, bound }));
    expect(await stepsOf(there)).toEqual(await stepsOf(here));
  });
});

function linesOf({ file, start, end }: { file: string; start: Position; end: Position }): object {
  return { file, start: [start.line, start.column], end: [end.line, end.column] };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

test('an offset in the plain text leads to the same character of the text', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\ufeff', '\r', '\n', '\r\n') });
  fc.assert(
    fc.property(texts, (text) => {
      const plain = inlinedText(text);
      for (let at = 0; at < plain.length; at++) {
        const before = text.slice(0, offsetInFile(text, at));
        expect(inlinedText(before).replace(/\r$/, '')).toBe(plain.slice(0, at).replace(/\r$/, ''));
      }
      expect(offsetInFile(text, plain.length)).toBe(text.length);
    }),
  );
});
