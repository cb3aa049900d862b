import { placeOf } from '../../derive/yaml/node-place.ts';
import type { DocumentNode, Place, ScalarNode, Source } from '../../model/document.ts';
import { rememberLast } from '../../text/remember-last.ts';
import { mayBeTypo } from '../../text/suggest.ts';
import { scalarsIn } from '../domain/specs/each-text.ts';
import { always, documentRules, recommended, reportedRules } from '../rule-group.ts';
import { fieldOf, writtenSpecs } from '../domain/specs/written.ts';
import {
  onRoute,
  onEndpoint,
  onTlsEdge,
  inside,
  presetDocument,
  inOneFile,
  githubWebhook,
} from '../rule-examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../../text/quoted.ts';

/** A cheap test of the whole text before each scalar is checked. */
const suspicious = /\b(?:yes|no|on|off|0[0-7]+)\b|\d[:_]\d/i;

/**
 * The names of all aliases in a file's text, including those in unread parts, and those in other documents of the file,
 * where a missing anchor is reported as such.
 */
const aliasesIn = rememberLast(
  ({ text }: Source): ReadonlySet<string> =>
    new Set(Array.from(text.matchAll(/\*([^\s,[\]{}]+)/g), ([, name = '']) => name)),
);

export const yamlRules: readonly Rule[] = [
  ...reportedRules(
    { group: 'yaml', source: 'yaml', by: 'reader' },
    {
      'byte-order-mark': {
        severity: recommended('warn'),
        summary: 'A file begins with a byte order mark.',
        why: 'Other tools read the byte order mark as part of the first key.',
        fix: 'safe',
        bad: `\ufeff${onEndpoint()}`,
        good: onEndpoint(),
      },
      'yaml-alias-bomb': {
        severity: always('error'),
        source: 'untrusted-files',
        summary: 'Aliases expand to too many values, or to themselves.',
        why: 'Nested aliases multiply and could exhaust memory, so a file is limited to 10,000 aliased values.',
        ignorable: false,
        bad: onEndpoint(`
        traffic_policy:
          on_http_request:
            - actions:
                - type: set-vars
                  config:
                    vars:
                      - a: &a [x, x, x, x, x, x, x, x, x, x]
                      - b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
                      - c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
                      - d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
                      - e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
                      - f: *e
                - type: deny
      `),
        good: onEndpoint(),
      },
      'yaml-complex-key': {
        severity: always('error'),
        summary: 'A key is not a plain string.',
        why: 'A list, a map or nothing as a key has no meaning in this file format.',
        ignorable: false,
        bad: onEndpoint('? [description]\n: the shop'),
        good: onEndpoint('description: the shop'),
      },
      'yaml-duplicate-key': {
        severity: always('error'),
        summary: 'A map has the same key twice.',
        why: 'YAML allows a key only once in a map: some tools stop here, others silently use the last value.',
        ignorable: false,
        bad: onEndpoint('description: one\ndescription: two'),
        good: onEndpoint('description: one'),
      },
      'yaml-limit': {
        severity: always('error'),
        source: 'untrusted-files',
        summary: 'A file, or the expansion of its expressions, is too deep or too large.',
        why: 'Files are untrusted input, so oversized ones are rejected before they exhaust time and memory.',
        ignorable: false,
        bad: `kind: endpoint
name: www
spec: { url: https://www.example.com }
labels: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
`,
        good: onEndpoint(),
      },
      'yaml-merge-key': {
        severity: always('error'),
        summary: 'The merge key `<<` is used.',
        why: '`<<` is not part of YAML 1.2 and tools disagree about it; shared fields belong in a preset, named under `uses`.',
        ignorable: false,
        bad: onRoute(inside('response_headers', '<<: { add: { x-a: "1" } }', 'remove: [server]')),
        good: inOneFile(
          onRoute('', { uses: '[plain]' }),
          presetDocument('plain', 'response_headers: { add: { x-a: "1" }, remove: [server] }'),
        ),
      },
      'yaml-scalar-type': {
        severity: always('error'),
        source: 'types-and-fields',
        by: 'shape',
        isMust: true,
        summary: 'A number or boolean is used where a string is required.',
        why: 'The API takes a string; without quotes YAML reads a number or a boolean, and `1.0` becomes `1`.',
        fix: 'safe',
        bad: onTlsEdge('tls_termination: { terminate_at: edge, min_version: 1.2 }'),
        good: onTlsEdge('tls_termination: { terminate_at: edge, min_version: "1.2" }'),
      },
      'yaml-syntax': {
        severity: always('error'),
        summary: 'The file is not valid YAML.',
        why: 'A document that cannot be parsed is not checked, planned or applied.',
        isEvident: true,
        ignorable: false,
        fix: 'unsafe',
        bad: `kind: endpoint
name: www
spec: { url: https://www.example.com
`,
        good: onEndpoint(),
      },
      'yaml-undefined-alias': {
        severity: always('error'),
        summary: 'An alias has no anchor.',
        why: 'An alias copies the value of an anchor declared earlier in the document; without the anchor the alias has no value.',
        isEvident: true,
        ignorable: false,
        fix: 'unsafe',
        bad: onTlsEdge('tls_termination: { terminate_at: edge, min_version: *version }'),
        good: onTlsEdge('tls_termination: { terminate_at: edge, min_version: "1.2" }'),
      },
      'yaml-unknown-tag': {
        severity: always('error'),
        summary: 'A value has a tag.',
        why: 'Files are read as YAML 1.2 without tags, so `!secret`, `!include` and the like have no effect.',
        ignorable: false,
        bad: onRoute('webhook_verification: { provider: github, secret: !secret GITHUB }'),
        good: onRoute(githubWebhook),
      },
    },
  ),
  ...documentRules(
    { group: 'yaml', source: 'yaml' },
    {
      'yaml-ambiguous-scalar': {
        severity: recommended('warn'),
        summary: 'A value without quotes means something else to older YAML tools.',
        why: 'Tools that read YAML 1.1 take `yes` for true, `12:30` for 750 and `0777` for 511, so they see a different value.',
        fix: 'safe',
        bad: onEndpoint('description: yes'),
        good: onEndpoint('description: "yes"'),
        *check({ source, range, root }, { meaning }) {
          if (meaning === undefined || root === undefined) return;
          if (!suspicious.test(source.text.slice(range.start, range.end))) return;
          const specs = writtenSpecs(meaning).flatMap((spec) => [...scalarsIn(spec.node)]);
          for (const { node, path } of [...specs, ...stringsOutsideSpecs(root)]) {
            if (node.style !== 'plain') continue;
            const text = source.text.slice(node.start, node.end);
            const older = readBefore(text, node.value);
            const field = older === undefined || path === undefined ? undefined : fieldOf(meaning, path);
            if (older === undefined || field?.type === 'boolean') continue;
            const isNumber = typeof node.value === 'number';
            if (isNumber === (field === undefined || field.type === 'string')) continue;
            const meant = isNumber ? String(node.value) : JSON.stringify(text);
            yield {
              at: { place: placeOf(source, node) },
              message: `${quoted(text)} is ${isNumber ? meant : 'a string'} here, but ${older} to YAML 1.1`,
              fix: {
                safety: 'safe',
                title: `write ${meant}`,
                changes: [{ edit: placeOf(source, node), text: meant }],
              },
            };
          }
        },
      },
      'yaml-unused-anchor': {
        severity: recommended('warn'),
        summary: 'An anchor is never used.',
        why: 'The anchor has no effect; often it is left over from a rename.',
        fix: 'safe',
        bad: onEndpoint('description: &text the shop'),
        good: onEndpoint('description: the shop'),
        *check({ root, source, range }) {
          if (root === undefined || !source.text.includes('&')) return;
          // `&&` is an operator behind a `!` that YAML takes for a tag.
          const anchors = [...anchored(root)].filter(({ anchor }) => /\w/.test(anchor));
          if (anchors.length === 0) return;
          const used = aliasesIn(source);
          const known = new Set(anchors.map(({ anchor }) => anchor));
          const dangling = [...used].filter((alias) => !known.has(alias));
          for (const { start, anchor } of anchors) {
            if (used.has(anchor)) continue;
            const at = source.text.lastIndexOf(`&${anchor}`, start);
            // A misspelled alias is reported where it is.
            if (at < range.start || dangling.some((alias) => mayBeTypo(alias, anchor))) continue;
            const place = { source, start: at, end: at + anchor.length + 1 };
            yield {
              at: { place },
              message: `unused anchor ${quoted(`&${anchor}`)}`,
              fix: {
                safety: 'safe',
                title: 'delete the anchor',
                changes: [{ edit: withSpace(place), text: '' }],
              },
            };
          }
        },
      },
    },
  ),
];

/** The YAML 1.1 reading of a scalar that YAML 1.2 reads differently; undefined if both agree. */
function readBefore(text: string, value: ScalarNode['value']): string | undefined {
  if (typeof value === 'number') return /^0[0-7]+$/.test(text) ? String(Number.parseInt(text, 8)) : undefined;
  if (typeof value !== 'string' || text.length > 40) return undefined;
  if (/^(?:yes|Yes|YES|on|On|ON)$/.test(text)) return 'true';
  if (/^(?:no|No|NO|off|Off|OFF)$/.test(text)) return 'false';
  if (/^[-+]?\d+(?::[0-5]?\d)+(?:\.\d*)?$/.test(text) || /^[-+]?\d[\d_]*_[\d_]*(?:\.[\d_]*)?$/.test(text))
    return 'a number';
  return undefined;
}

/** The keys of a document, and the values in fields such as `labels`, in which all are strings. */
function* stringsOutsideSpecs(root: DocumentNode): Generator<{ node: ScalarNode; path?: undefined }> {
  if (root.type !== 'map') return;
  yield* keysIn(root);
  for (const { key, value } of root.entries)
    if (key.value !== 'spec' && key.value !== 'overrides')
      for (const { node } of scalarsIn(value)) yield { node };
}

function* keysIn(node: DocumentNode): Generator<{ node: ScalarNode }> {
  if (node.alias !== undefined) return;
  if (node.type === 'list') for (const item of node.items) yield* keysIn(item);
  if (node.type !== 'map') return;
  for (const { key, value } of node.entries) {
    yield { node: key };
    yield* keysIn(value);
  }
}

function* anchored(node: DocumentNode): Generator<{ start: number; anchor: string }> {
  if (node.alias !== undefined) return;
  if (node.anchor !== undefined) yield { start: node.start, anchor: node.anchor };
  if (node.type === 'list') for (const item of node.items) yield* anchored(item);
  if (node.type === 'map') {
    for (const { key, value } of node.entries) {
      yield* anchored(key);
      yield* anchored(value);
    }
  }
}

function withSpace({ source, start, end }: Place): Place {
  const { text } = source;
  if (text[start - 1] === ' ') return { source, start: start - 1, end };
  return { source, start, end: Math.min(end + 1, text.length) };
}
