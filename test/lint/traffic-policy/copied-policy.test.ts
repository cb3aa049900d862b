/** A policy is copied with a name of its own: its ways are walked once, and its mistakes are found in each copy. */
import { expect, test } from 'vitest';
import { rules } from '../../../src/lint/rules.ts';
import { lintFiles } from '../workspace-of.ts';

function endpoint(name: string, rule: string): string {
  return `kind: endpoint
name: ${name}
spec:
  url: https://${name}.example.com
  traffic_policy:
    on_http_request:
      - name: ${name} is closed
        actions: [{ type: deny }]
      - ${rule}
        expressions: ["req.method == 'GET'"]
        actions: [{ type: custom-response, config: { status_code: 200 } }]
`;
}

function flowMistakes(files: Readonly<Record<string, string>>): readonly string[] {
  const { diagnostics } = lintFiles(files, { rules });
  return diagnostics
    .filter(({ rule }) => rule === 'traffic-policy-flow')
    .map(({ place, message }) => `${place.source.path}: ${message}`);
}

test('a rule that no request meets is found in each copy', () => {
  const names = ['a', 'b', 'c'];
  const files = Object.fromEntries(
    names.map((name) => [`resources/${name}.yaml`, endpoint(name, `name: the door of ${name}`)]),
  );
  const found = flowMistakes(files);
  expect(new Set(found.map((line) => line.slice(line.indexOf(':'))))).toHaveLength(1);
  expect(found.map((line) => line.slice(0, line.indexOf(':')))).toEqual(Object.keys(files));
});
