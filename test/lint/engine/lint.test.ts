import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { rules } from '../../../src/lint/rules.ts';
import { lintCompact } from '../../../src/report/findings/lint-lines.ts';
import { lintJson } from '../../../src/report/findings/lint-json.ts';
import { lintPretty } from '../../../src/report/findings/lint-pretty.ts';
import { isUpdating } from '../../golden.ts';
import { filesIn, lintFiles, type Files } from '../workspace-of.ts';

interface LintCase {
  readonly name: string;
  readonly text: string;
  readonly report?: string;
}

const file = new URL('lint-cases.yaml', import.meta.url);
const cases = parse(readFileSync(file, 'utf8')) as LintCase[];
/** As long as the API allows, and longer than what the marker leaves. */
const longMetadata = 'm'.repeat(4000);

function filesOf({ text }: LintCase): Files {
  return filesIn(text.replace('METADATA', longMetadata));
}

/** The findings in the files of a case, and the summary. */
function reportOf(one: LintCase): string {
  const files = filesOf(one);
  return lintCompact(lintFiles(files, { rules, files: new Set(Object.keys(files)) }));
}

if (isUpdating) {
  const document = parseDocument(readFileSync(file, 'utf8'));
  cases.forEach((one, index) => {
    document.setIn([index, 'report'], reportOf(one));
  });
  writeFileSync(file, document.toString({ lineWidth: 0 }));
}

describe('from documents to findings', () => {
  test.each(cases)('$name', (one) => {
    if (!isUpdating) expect(reportOf(one)).toBe(one.report);
  });

  test('only the files that are asked for', () => {
    const [, , both] = cases;
    const all = lintFiles(filesOf(both!), { rules });
    expect(all.diagnostics.length).toBeGreaterThan(0);
    const files = new Set(['resources/another.yaml']);
    expect(lintFiles(filesOf(both!), { rules, files }).diagnostics).toEqual([]);
  });

  test('the order of files and of rules changes nothing', () => {
    for (const one of cases) {
      const files = filesOf(one);
      const turned = Object.fromEntries(Object.entries(files).reverse());
      const back = lintFiles(turned, { rules: [...rules].reverse(), files: new Set(Object.keys(files)) });
      expect(lintCompact(back)).toBe(reportOf(one));
    }
  });

  test('a literal secret is in no format and no code frame', () => {
    const text = `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  webhook_verification: { provider: github, secret: hunter2hunter2, x: 1 }
  oidc:
    issuer: http://login.example.com
    client_secret: "correct horse battery"
    client_id: 12
---
kind: https-route
name: broken
spec: { oidc: { client_secret: 'correct horse battery', [ } }
`;
    const result = lintFiles(filesIn(text), { rules });
    expect(result.diagnostics.length).toBeGreaterThan(3);
    const outputs = [lintPretty(result), lintCompact(result), lintJson(result, '0')].join('');
    expect(outputs).not.toMatch(/hunter2|correct horse/);
  });
});
