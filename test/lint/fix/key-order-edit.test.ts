import { expect, test } from 'vitest';
import { rules } from '../../../src/lint/rules.ts';
import { filesIn, lintFiles } from '../workspace-of.ts';

/** The text that the fix removes from a document, and its replacement. */
function editOf(text: string): { readonly before: string; readonly after: string } | undefined {
  const overriding = new Map([['key-order', { severity: 'info' as const }]]);
  const { diagnostics } = lintFiles(filesIn(text), {
    rules: rules.filter(({ id }) => id === 'key-order'),
    overriding,
  });
  const edits = diagnostics.flatMap(({ rule, fix }) => (rule === 'key-order' ? (fix?.edits ?? []) : []));
  expect(edits.length).toBe(1);
  return edits.map(({ source, start, end, text: after }) => ({
    before: source.text.slice(start, end),
    after,
  }))[0];
}

test('the fix changes only the keys that move', () => {
  const text = `kind: endpoint
name: www
labels: { team: web }
spec: { bindings: [public], url: https://www.example.com }
# the end
`;
  expect(editOf(text)).toEqual({
    before: 'bindings: [public], url: https://www.example.com',
    after: 'url: https://www.example.com, bindings: [public]',
  });
});

test('a common start and end stays', () => {
  const text = `name: nine
kind: endpoint
spec: { url: https://www.example.com }
`;
  expect(editOf(text)).toEqual({ before: 'name: nine\nkind: endpoint', after: 'kind: endpoint\nname: nine' });
});
