import { parsedJson } from '../../text/json/json-access.ts';
import { placeOf } from '../../derive/yaml/node-place.ts';
import type { Path, Value } from '../../model/value.ts';
import { codePointOf, hiddenCharacter, withoutHidden } from '../../text/hidden-characters.ts';
import { scalarsIn } from '../domain/specs/each-text.ts';
import {
  always,
  documentRules,
  recommended,
  reportedRules,
  resourceRules,
  strictOnly,
} from '../rule-group.ts';
import { onRoute, onEndpoint } from '../rule-examples.ts';
import { type Rule } from '../rule.ts';
import { textItems } from '../domain/specs/text-items.ts';
import { replacement } from '../fix-request.ts';

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

/** In UTF-8 source only an escape can produce a surrogate. */
const mayHave = /\\u[dD][89A-Fa-f]/;
const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

export const textRules: readonly Rule[] = [
  ...resourceRules(
    { group: 'text', source: 'byte-limits' },
    {
      'control-characters': {
        severity: recommended('warn'),
        fields: ['description', 'match', 'url', 'hostports'],
        summary: 'A string has control or invisible characters in it.',
        why: 'Invisible characters make different strings look alike and can reverse the text that a reviewer sees.',
        fix: 'unsafe',
        bad: onEndpoint('description: "the shop\\u200b"'),
        good: onEndpoint('description: "the shop"'),
        check({ spec }, report) {
          for (const field of ['description', 'match', 'url', 'hostports']) {
            for (const { path, text } of texts(spec[field], field)) {
              const found = hiddenCharacter(text);
              if (found === undefined) continue;
              const code = codePointOf(found.character);
              const meant = withoutHidden(text);
              report({
                at: { path, within: { start: found.index, end: found.index + found.character.length } },
                message: `\`${field}\` contains the invisible character ${code}${inBrackets(code)}`,
                fix: replacement(
                  'unsafe',
                  path,
                  meant,
                  text.length - meant.length === found.character.length
                    ? `delete ${code}`
                    : 'delete the invisible characters',
                ),
              });
            }
          }
        },
      },
      'endpoint-text-bytes': {
        severity: strictOnly('info'),
        kinds: ['endpoint'],
        fields: ['description', 'metadata'],
        summary: 'A string of an endpoint is longer than edges and routes allow.',
        why: 'The API documents limits of 255 and 4096 bytes for edges and routes only, but may reject longer strings here too.',
        options: { description: 255, metadata: 4096 },
        bad: onEndpoint(`description: ${'a'.repeat(256)}`),
        good: onEndpoint('description: the shop'),
        check({ spec }, report, { options }) {
          for (const name of ['description', 'metadata']) {
            const text = spec[name];
            const limit = Number(options[name]);
            if (typeof text !== 'string') continue;
            const bytes = Buffer.byteLength(text);
            if (bytes <= limit) continue;
            report({
              at: { path: [name] },
              message: `\`${name}\` is ${bytes} bytes; on edges and routes the limit is ${limit} bytes`,
            });
          }
        },
      },
      'metadata-json': {
        severity: strictOnly('info'),
        fields: ['metadata'],
        summary: 'Metadata looks like JSON but is not valid.',
        why: 'A program that expects JSON in the metadata fails at the first mistake.',
        bad: onEndpoint(`metadata: '{region: eu}'`),
        good: onEndpoint(`metadata: '{"region": "eu"}'`),
        check({ spec }, report) {
          const text = spec['metadata'];
          if (typeof text !== 'string' || !/^\s*[{[]/.test(text) || parsedJson(text) !== undefined) return;
          report({ at: { path: ['metadata'] }, message: '`metadata` looks like JSON, but does not parse' });
        },
      },
    },
  ),
  ...reportedRules(
    { group: 'text', source: 'byte-limits', by: 'shape' },
    {
      'description-bytes': {
        severity: always('error'),
        isMust: true,
        summary: 'A description is longer than 255 bytes.',
        why: 'The API rejects a longer description; it counts bytes, and `ü` is 2 bytes, an emoji 4.',
        bad: onRoute(`description: ${'ä'.repeat(128)}`),
        good: onRoute(`description: ${'ä'.repeat(100)}`),
      },
      'metadata-bytes': {
        severity: always('error'),
        isMust: true,
        judgesBodies: false,
        summary: 'Metadata is longer than 4096 bytes.',
        why: 'The API rejects longer metadata; it counts bytes, and the ownership marker takes 120 of them unless `marker: false`.',
        bad: onRoute(`metadata: ${'a'.repeat(3977)}`),
        good: onRoute(`metadata: ${'a'.repeat(3900)}`),
      },
    },
  ),
  ...documentRules(
    { group: 'text', source: 'byte-limits' },
    {
      'lone-surrogate': {
        severity: recommended('error'),
        standard: 'RFC 3629 3',
        summary: 'A string has half of a surrogate pair in it.',
        why: 'Half a surrogate pair cannot be encoded, so a replacement character is sent and every plan shows a difference.',
        bad: onEndpoint('description: "the shop \\ud83d"'),
        good: onEndpoint('description: "the shop \\U0001F6CD"'),
        *check({ root, source, range }) {
          if (root === undefined || !mayHave.test(source.text.slice(range.start, range.end))) return;
          for (const { node } of scalarsIn(root)) {
            if (typeof node.value !== 'string') continue;
            const half = lone.exec(node.value)?.[0];
            if (half === undefined) continue;
            const code = half.charCodeAt(0).toString(16).toUpperCase();
            yield {
              at: { place: placeOf(source, node) },
              message: `unpaired surrogate U+${code}`,
              help: 'write the whole character, or both of its `\\u` escapes',
            };
          }
        },
      },
    },
  ),
];

function inBrackets(code: string): string {
  const name = names[code.slice(2)];
  return name === undefined ? '' : ` (${name})`;
}

function texts(value: Value | undefined, field: string): readonly { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path: [field], text: value }];
  return textItems(value).map(({ text, index }) => ({ path: [field, index], text }));
}
