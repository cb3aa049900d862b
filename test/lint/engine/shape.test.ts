import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { validateDocument } from '../../../src/derive/schema/validate.ts';
import { locateInDocument } from '../../../src/lint/locate/in-document.ts';
import { checkDocument, diagnoseForm } from '../../../src/lint/shape/check-document.ts';
import { dispatch } from '../../../src/lint/shape/dispatch.ts';
import { plainValue } from '../../../src/derive/schema/plain-value.ts';
import type { YamlDocument } from '../../../src/model/document.ts';
import { readYaml } from '../../../src/derive/yaml/read-yaml.ts';
import { runs } from '../../runs.ts';
import type { ShapeFinding } from '../../../src/lint/shape/shape-finding.ts';

interface ShapeCase {
  readonly name: string;
  readonly text: string;
  /** One line a finding: `rule: "text": message (help) -> fix`. */
  readonly findings: string;
}

const cases = parse(readFileSync(new URL('shape-cases.yaml', import.meta.url), 'utf8')) as ShapeCase[];

function shapeOf(document: YamlDocument): readonly ShapeFinding[] {
  const result = dispatch(document);
  if ('problem' in result) return result.problem === undefined ? [] : [result.problem];
  const errors = validateDocument(result.kind, plainValue(result.root));
  return checkDocument({ document, root: result.root, kind: result.kind }, errors, { marker: true });
}

function lines(text: string): string {
  const { documents } = readYaml({ path: 'a.yaml', text });
  return documents.flatMap((document) => shapeOf(document).map((one) => line(document, one))).join('\n');
}

function line(document: YamlDocument, { rule, finding }: ShapeFinding): string {
  const { place } = locateInDocument(document, finding.at);
  const at = JSON.stringify(place.source.text.slice(place.start, place.end));
  const help = finding.help === undefined ? '' : ` (${finding.help})`;
  const fix = finding.fix === undefined ? '' : ` -> ${finding.fix.title}`;
  return `${rule}: ${at}: ${finding.message}${help}${fix}`;
}

describe('the shape of a document, one sentence a mistake', () => {
  test.each(cases)('$name', ({ text, findings }) => {
    expect(lines(text)).toBe(findings.trimEnd());
  });

  test('a sentence has at most 100 characters, is lower case, has no stop and no word of a schema', () => {
    const all = cases.flatMap(({ text }) =>
      readYaml({ path: 'a.yaml', text }).documents.flatMap((document) => shapeOf(document)),
    );
    expect(all.length).toBeGreaterThan(50);
    for (const { finding } of all) {
      expect(finding.message.length, finding.message).toBeLessThanOrEqual(100);
      expect(finding.message).not.toMatch(
        /^[A-Z]|\.$|\b(?:schema|property|properties|additional|instance|integer|array|object)\b/,
      );
    }
  });

  test('values that no table describes are not shown', () => {
    const { rule, finding } = diagnoseForm(['spec', 'oidc', 'client_secret'], 'hunter2', undefined);
    expect([rule, finding.message, finding.help]).toEqual([
      'invalid-format',
      '`client_secret` must be of another form',
      undefined,
    ]);
  });

  test('any value anywhere gives findings, never an exception', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const kind = fc.constantFrom('endpoint', 'tls-edge', 'https-route', 'preset', 'removed', 'approval');
    const spec = fc.dictionary(
      fc.constantFrom('oauth', 'backend', 'traffic_policy', 'match', 'saml', 'id', 'x'),
      value,
    );
    fc.assert(
      fc.property(kind, value, spec, (name, other, fields) => {
        const text = stringify({ kind: name, name: other, spec: fields, overrides: { production: other } });
        for (const document of readYaml({ path: 'a.yaml', text }).documents) {
          for (const { finding } of shapeOf(document)) {
            expect(finding.message).not.toContain('of another form');
            const { place } = locateInDocument(document, finding.at);
            expect(place.start).toBeLessThanOrEqual(place.end);
            expect(place.end).toBeLessThanOrEqual(text.length);
          }
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
