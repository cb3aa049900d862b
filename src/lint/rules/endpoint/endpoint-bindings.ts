import { quoted } from '../../../derive/problem.ts';
import { recommended } from '../../domain/severity.ts';
import { textItems, repeated } from '../../domain/values.ts';
import type { ResourceRule, FixRequest } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'endpoint-bindings',
  group: 'endpoint',
  severity: recommended('warn'),
  source: 'house',
  isMust: false,
  summary: 'The bindings of an endpoint are repeated or blank.',
  why: 'Bindings say who can reach an endpoint (API 2.2); a repeated or blank one says nothing.',
  fix: 'safe',
  kinds: ['endpoint'],
  fields: ['bindings'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  bindings: [public, public]
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  bindings: [public]
`,
  *check({ spec }) {
    const items = textItems(spec['bindings']);
    for (const { text, index } of items) {
      if (text.trim() === '')
        yield {
          at: { path: ['bindings', index] },
          message: `item ${index + 1} of \`bindings\` is blank`,
          fix: without(index),
        };
    }
    for (const { item } of repeated(
      items.filter(({ text }) => text.trim() !== ''),
      (text) => text,
    )) {
      yield {
        at: { path: ['bindings', item.index] },
        message: `${quoted(item.text)} stands in \`bindings\` twice`,
        fix: without(item.index),
      };
    }
  },
} satisfies ResourceRule;

function without(index: number): FixRequest {
  return { safety: 'safe', title: 'delete the item', changes: [{ remove: ['bindings', index] }] };
}
