import { quoted } from '../../../model/problem.ts';
import { suggestions } from '../../../text/suggest.ts';
import { endpoint } from '../../../kinds/endpoint.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems, repeated } from '../../domain/specs/values.ts';
import type { Finding, FixRequest, ResourceRule } from '../../rule.ts';

const field = endpoint.fields['bindings'];
const knownBindings = (field?.type === 'list' ? field.knownValues : undefined) ?? [];

export default {
  scope: 'resource',
  id: 'endpoint-bindings',
  group: 'endpoint',
  severity: recommended('warn'),
  source: 'endpoint-bindings',
  isMust: false,
  summary: 'A binding of an endpoint is not known, repeated or blank.',
  why: 'Bindings decide who can reach an endpoint; an unknown one is rejected or makes the endpoint unreachable.',
  fix: 'safe',
  options: { known: [] },
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
  check({ spec }, report, { options }) {
    const known = [...knownBindings, ...textItems(options['known']).map(({ text }) => text)];
    const items = textItems(spec['bindings']);
    for (const { text, index } of items) {
      if (text.trim() === '')
        report({
          at: { path: ['bindings', index] },
          message: `item ${index + 1} of \`bindings\` is blank`,
          fix: without(index),
        });
      // A variable of another tool has a rule of its own.
      else if (!known.includes(text) && !/[${}]/.test(text)) report(unknown(text, index, known));
    }
    for (const { item } of repeated(
      items.filter(({ text }) => text.trim() !== ''),
      (text) => text,
    )) {
      report({
        at: { path: ['bindings', item.index] },
        message: `${quoted(item.text)} is listed twice in \`bindings\``,
        fix: without(item.index),
      });
    }
  },
} satisfies ResourceRule;

function without(index: number): FixRequest {
  return { safety: 'safe', title: 'delete the item', changes: [{ remove: ['bindings', index] }] };
}

function unknown(text: string, index: number, known: readonly string[]): Finding {
  const path = ['bindings', index];
  const [meant] = suggestions(text, known);
  return {
    at: { path },
    message: `unknown binding ${quoted(text)}`,
    help: `write one of ${known.map((one) => `\`${one}\``).join(', ')}; the option \`known\` adds to them`,
    ...(meant === undefined
      ? {}
      : {
          fix: { safety: 'unsafe', title: `write \`${meant}\``, changes: [{ replace: path, with: meant }] },
        }),
  };
}
