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
  source: 'house',
  isMust: false,
  summary: 'A text has control or invisible characters in it.',
  why: 'Control, bidirectional and zero-width characters do not show, make two texts look the same that are not, and can reverse what a reviewer sees.',
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
          message: `\`${field}\` has the invisible character U+${code} in it`,
          fix: {
            safety: 'unsafe',
            title: 'take invisible characters out',
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
