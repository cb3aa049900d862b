import type { Path, Value } from '../../../model/value.ts';
import { hiddenCharacter, withoutHidden } from '../../../text/hidden-characters.ts';
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
  check({ spec }, report) {
    for (const field of ['description', 'match', 'url', 'hostports']) {
      for (const { path, text } of texts(spec[field], field)) {
        const found = hiddenCharacter(text);
        if (found === undefined) continue;
        const code = (found.character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
        const meant = withoutHidden(text);
        report({
          at: { path, within: { start: found.index, end: found.index + found.character.length } },
          message: `\`${field}\` contains the invisible character U+${code}${inBrackets(code)}`,
          fix: {
            safety: 'unsafe',
            title:
              text.length - meant.length === found.character.length
                ? `delete U+${code}`
                : 'delete the invisible characters',
            changes: [{ replace: path, with: meant }],
          },
        });
      }
    }
  },
} satisfies ResourceRule;

function inBrackets(code: string): string {
  const name = names[code];
  return name === undefined ? '' : ` (${name})`;
}

/** Names of characters that get into files by copying, or are used to deceive readers. */
const names: Readonly<Record<string, string>> = {
  '0000': 'null',
  '0008': 'backspace',
  '001B': 'escape',
  '007F': 'delete',
  '200B': 'zero-width space',
  '200C': 'zero-width non-joiner',
  '200D': 'zero-width joiner',
  '200E': 'left-to-right mark',
  '200F': 'right-to-left mark',
  '202A': 'left-to-right embedding',
  '202B': 'right-to-left embedding',
  '202C': 'end of embedding',
  '202D': 'left-to-right override',
  '202E': 'right-to-left override',
  '2060': 'word joiner',
  '2066': 'left-to-right isolate',
  '2067': 'right-to-left isolate',
  '2068': 'first strong isolate',
  '2069': 'end of isolate',
  FEFF: 'byte order mark',
};

function texts(value: Value | undefined, field: string): readonly { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path: [field], text: value }];
  return textItems(value).map(({ text, index }) => ({ path: [field, index], text }));
}
