import type { Path, Value } from '../../../model/value.ts';
import { hiddenCharacter, withoutHidden } from '../../../domain/hidden-characters.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'control-characters',
  group: 'text',
  severity: recommended('warn'),
  source: 'byte-limits',
  isMust: false,
  summary: 'A string has control or invisible characters in it.',
  why: 'Invisible characters make different strings look alike and can reverse the text that a reviewer sees.',
  fix: 'unsafe',
  fields: ['description', 'match', 'url', 'hostports'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: "the shop\\u200b"
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: "the shop"
`,
  *check({ spec }) {
    for (const field of ['description', 'match', 'url', 'hostports']) {
      for (const { path, text } of texts(spec[field], field)) {
        const found = hiddenCharacter(text);
        if (found === undefined) continue;
        const code = (found.character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
        const meant = withoutHidden(text);
        yield {
          at: { path, within: { start: found.index, end: found.index + found.character.length } },
          message: `\`${field}\` contains the invisible character U+${code}`,
          fix: {
            safety: 'unsafe',
            title: 'delete the invisible characters',
            changes: [{ replace: path, with: meant }],
          },
        };
      }
    }
  },
} satisfies ResourceRule;

function texts(value: Value | undefined, field: string): readonly { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path: [field], text: value }];
  return textItems(value).map(({ text, index }) => ({ path: [field, index], text }));
}
