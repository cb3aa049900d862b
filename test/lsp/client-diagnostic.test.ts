/* A finding in an editor: the id of its rule is a link where the settings name the pages. */
import { expect, test } from 'vitest';
import { clientDiagnostic } from '../../src/lsp/protocol/client-diagnostic.ts';
import { problem } from '../../src/model/problem.ts';

const finding = problem(
  'unknown-kind',
  { source: { path: 'a.yaml', text: 'kind: a\n' }, start: 6, end: 7 },
  'no',
);

test('the id of the rule links to its page', () => {
  const url = 'https://docs.example.com/rules/structure/unknown-kind.md';
  const shown = clientDiagnostic({ ...finding, url }, (path) => `file:///${path}`);
  expect(shown).toMatchObject({ code: 'unknown-kind', codeDescription: { href: url } });
});

test('without `lint.docs_url` it is no link', () => {
  expect(clientDiagnostic(finding, (path) => `file:///${path}`)).not.toHaveProperty('codeDescription');
});
