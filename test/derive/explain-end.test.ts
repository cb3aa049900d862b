import { expect, test } from 'vitest';
import { allSubjects, explainDocument } from '../../src/derive/explain/explain-document.ts';
import { explainEnd } from '../../src/derive/explain/explain-end.ts';

test('a key is explained by the end of its path, or several are named', () => {
  const ends = allSubjects().flatMap((subject) => {
    const names = subject.split('.');
    return names.slice(1).map((_, at) => names.slice(at + 1).join('.'));
  });
  const unknown = [...new Set(ends)].filter((end) => {
    if (explainDocument(end) !== undefined) return false;
    const { explanation, subjects } = explainEnd(end);
    return explanation === undefined && subjects.length < 2;
  });
  expect(ends.length).toBeGreaterThan(500);
  expect(unknown).toEqual([]);
});

test.each([
  ['given', 'test.tests.given'],
  ['given.ip_policies', 'test.tests.given.ip_policies'],
  ['from.country', 'test.tests.from.country'],
  ['method', 'test.tests.request.method'],
  ['expect', 'test.tests.expect'],
  ['secrets', 'settings.secrets'],
  ['safety.max_deletes', 'settings.safety.max_deletes'],
  ['vars', 'environment.vars'],
  ['upstreams', 'dev.upstreams'],
  ['oidc.issuer_url', undefined],
  ['websocket_tcp_converter', 'https-route.websocket_tcp_converter'],
  ['conn.client_ip', 'policy.variables.conn.client_ip'],
])('%s is %s', (end, subject) => {
  expect(explainEnd(end).explanation?.subject).toBe(subject);
});

test('keys of several documents are all named, each text once', () => {
  expect(explainEnd('rules').subjects).toEqual(['settings.lint.rules', 'settings.lint.overrides.rules']);
  expect(explainEnd('backend').subjects).toEqual(['https-route.backend', 'test.tests.expect.backend']);
});
