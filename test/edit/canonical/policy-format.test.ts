/** Traffic policies in canonical form, on the policies of the corpus with the keys of each map turned round. */
import { expect, test } from 'vitest';
import { isScalar, parseDocument, visit } from 'yaml';
import { formatSource } from '../../../src/edit/canonical/format-source.ts';
import { policyKeyOrder } from '../../../src/edit/canonical/policy-key-order.ts';
import type { Source } from '../../../src/model/document.ts';
import { readYaml } from '../../../src/derive/yaml/read-yaml.ts';
import { policiesOfCorpus } from '../../lint/traffic-policy/corpus.ts';
import { runs, share } from '../../runs.ts';

const read = (source: Source) => readYaml(source).documents;
const formatted = (text: string): string =>
  formatSource({ path: 'a.yaml', text }, { read, policy: policyKeyOrder, order: policyKeyOrder });

/** The keys of all maps turned round, with a comment above each `type`. */
function turned(text: string): string {
  const document = parseDocument(text);
  visit(document, {
    Map: (_, map) => {
      map.items.reverse();
      for (const { key } of map.items)
        if (isScalar(key) && key.value === 'type' && map.flow !== true) key.commentBefore = ' what it does';
    },
  });
  return document.toString({ lineWidth: 0 });
}

test('a policy keeps its values and comments, and needs one formatting', () => {
  let moved = 0;
  for (const { text } of share(policiesOfCorpus())) {
    const before = turned(text);
    if (readYaml({ path: 'a.yaml', text: before }).diagnostics.length > 0) continue;
    const after = formatted(before);
    if (after !== before) moved++;
    expect(formatted(after)).toBe(after);
    expect(parseDocument(after).toJS()).toEqual(parseDocument(before).toJS());
    expect(after.split('# what it does')).toHaveLength(before.split('# what it does').length);
    for (const keys of actionsOf(parseDocument(after).toJS()))
      if (keys.includes('config') && keys.includes('type')) expect(keys[0], after).toBe('type');
  }
  expect(moved).toBeGreaterThan(runs(200));
});

/** The keys of each action in its place. */
function actionsOf(policy: unknown): readonly string[][] {
  const items = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
  return Object.values(policy ?? {})
    .flatMap(items)
    .flatMap((rule) => items((rule as { actions?: unknown } | null)?.actions))
    .map((action) => Object.keys(action ?? {}));
}

test('phases as they run, the parts of a rule, and settings as the reference has them', () => {
  expect(
    formatted(`on_http_response: []
on_http_request:
  # who may come
  - actions:
      - config:
          deny: [192.0.2.0/24]
          # not only a trial
          enforce: true
        type: restrict-ips # by address
      - { config: { zebra: 1, ape: 2 }, type: own }
    expressions: ["true"]
    name: networks
`),
  ).toBe(`on_http_request:
  # who may come
  - name: networks
    expressions: ["true"]
    actions:
      - type: restrict-ips # by address
        config:
          # not only a trial
          enforce: true
          deny: [192.0.2.0/24]
      - { type: own, config: { zebra: 1, ape: 2 } }
on_http_response: []
`);
});

test('without the order of policies nothing in a policy moves', () => {
  const text = 'on_http_request:\n  - actions:\n      - config: {}\n        type: deny\n';
  expect(formatSource({ path: 'a.yaml', text }, { read })).toBe(text);
});
