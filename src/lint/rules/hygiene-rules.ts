import { fieldsOf } from '../../derive/forms/fields.ts';
import { lineEnd } from '../../edit/lines.ts';
import { placeOf } from '../../derive/yaml/node-place.ts';
import { textOfKey } from '../../text/key-text.ts';
import { formatSource } from '../../edit/canonical/format-source.ts';
import { misplacedKeys } from '../../edit/canonical/misplaced-keys.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { specFieldsOf } from '../shape/format-position.ts';
import type { Edit } from '../../model/fix.ts';
import type { DocumentNode, ListNode, MapNode, ScalarNode, YamlDocument } from '../../model/document.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import { changedDecidingFiles, changedSettings } from '../domain/documents/changed-settings.ts';
import { loosenedLint } from '../domain/documents/loosened-lint.ts';
import { loosenedSafety, newApprovals } from '../domain/documents/loosened-safety.ts';
import {
  always,
  documentRules,
  recommended,
  reportedRules,
  strictOnly,
  workspaceRules,
} from '../rule-group.ts';
import {
  onRoute,
  onEndpoint,
  onTlsEdge,
  inside,
  besideFiles,
  withSettings,
  githubWebhook,
} from '../rule-examples.ts';
import type { Finding, Rule } from '../rule.ts';
import { quoted } from '../../text/quoted.ts';

/**
 * Limit of a fix, which reorders the maps one by one and parses the result each time. For more, run `edgewright fmt`.
 */
const mostMaps = 100;

export const hygieneRules: readonly Rule[] = [
  ...reportedRules(
    { group: 'hygiene', source: 'edgewright-file-format', by: 'engine' },
    {
      'test-contradiction': {
        severity: always('error'),
        summary: 'A fact of a test cannot be: the request or another fact decides it.',
        why: 'The fact would replace the look at the request, and the test would pass for a request that cannot be sent.',
        ignorable: false,
        bad: withTest('https://www.example.com/', 'given: { variables: { req.method: POST } }'),
        good: withTest('https://www.example.com/', 'given: { variables: { conn.server_region: eu } }'),
      },
      'test-foreign-host': {
        severity: always('error'),
        summary: 'A test is for a host that no resource serves.',
        why: '`edgewright test --send` sends requests only to hosts that an environment serves: a request to any other host could give a secret away.',
        fix: 'unsafe',
        ignorable: false,
        bad: withTest('https://ww.example.com/'),
        good: withTest('https://www.example.com/'),
      },
      'test-same-name': {
        severity: recommended('warn'),
        summary: 'Two tests of a file have one name, and are for the same environment.',
        why: 'Results, reports of CI systems and `--name` tell tests apart by their names.',
        bad: withSameName(),
        good: withTest('https://www.example.com/'),
      },
      'test-secret-in-clear': {
        severity: always('error'),
        summary: 'A test would send a secret without TLS.',
        why: 'Everyone on the way could read the secret.',
        ignorable: false,
        bad: withSecret('http://www.example.com/'),
        good: withSecret('https://www.example.com/'),
      },
      'test-unserved': {
        severity: recommended('warn'),
        fix: 'unsafe',
        summary: 'A test is for a URL that no resource serves.',
        why: 'It tests what the service does on its own, and stays as it is when the resource that was meant changes.',
        bad: withTest('http://www.example.com/'),
        good: withTest('https://www.example.com/'),
      },
    },
  ),
  ...reportedRules(
    { group: 'hygiene', source: 'suppressions-and-baselines', by: 'engine' },
    {
      'baseline-format': {
        severity: always('error'),
        summary: 'The baseline does not have the format that `edgewright baseline create` writes.',
        why: 'Entries that cannot be read hide nothing, so lint reports more than the baseline intends.',
        ignorable: false,
        fix: 'unsafe',
        bad: withBaseline(
          '{ "rule": "endpoint-url-scheme", "resource": "endpoint/www", "pointer": "/spec/url" }',
        ),
        good: withBaseline(),
      },
      'baseline-stale': {
        severity: recommended('warn'),
        summary: 'The baseline has an entry that no longer matches a finding.',
        why: 'A stale entry hides the next mistake of that rule at the same place; `edgewright baseline prune` removes all of them.',
        fix: 'safe',
        bad: withBaseline(
          '{ "rule": "endpoint-url-scheme", "address": "endpoint/www", "pointer": "/spec/url" }',
        ),
        good: withBaseline(),
      },
      'suppression-not-allowed': {
        severity: always('error'),
        summary: 'A comment suppresses a finding that cannot be suppressed.',
        why: 'Hiding it would not change the outcome: a committed secret is readable, and a file that cannot be compiled would count as removed.',
        bad: onRoute(
          'webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) } # edgewright-ignore no-plaintext-secret: only a test',
        ),
        good: onRoute(githubWebhook),
      },
      'suppression-without-reason': {
        severity: recommended('warn'),
        summary: 'A suppression has no reason.',
        why: 'Without a reason a later reader cannot tell whether the suppression is still needed.',
        bad: onEndpoint('description: the shop # edgewright-ignore yaml-ambiguous-scalar'),
        good: onEndpoint('description: the shop'),
      },
      'unknown-suppression-rule': {
        severity: always('error'),
        summary: 'A comment or setting names an unknown rule.',
        why: 'A misspelt rule id suppresses or configures nothing.',
        fix: 'unsafe',
        bad: withSettings(onEndpoint(), 'lint: { rules: { route-unprotect: error } }'),
        good: withSettings(onEndpoint(), 'lint: { rules: { route-unprotected: error } }'),
      },
      'unused-suppression': {
        severity: recommended('warn'),
        summary: 'A suppression hides no finding.',
        why: 'A leftover suppression hides the next mistake at the same place.',
        fix: 'safe',
        bad: onEndpoint('description: the shop # edgewright-ignore yaml-ambiguous-scalar: it is a word'),
        good: onEndpoint('description: the shop'),
      },
    },
  ),
  ...workspaceRules(
    { group: 'hygiene', source: 'approvals-and-removals' },
    {
      'gate-loosened': {
        severity: recommended('info'),
        summary:
          'A setting, a suppression or an approval that decides what may be applied is not as on the base.',
        why: 'These decide what may be applied without a person: of limits and lint settings the stricter version counts until this is merged, and the reviewer decides about the rest.',
        bad: withSettings(onEndpoint(), 'safety: { max_deletes: 100 }'),
        good: withSettings(onEndpoint(), 'safety: { max_deletes: 0 }'),
        *check(workspace, { base, ledgers, textOf }) {
          if (base === undefined) return;
          yield* loosenedSafety(workspace, base);
          yield* loosenedLint(workspace.settings, base.workspace.settings, textOf);
          yield* changedSettings(workspace.settings.document, base.workspace.settings.document, base);
          yield* changedDecidingFiles(base);
          yield* newApprovals(workspace, base, ledgers);
        },
      },
    },
  ),
  ...documentRules(
    { group: 'hygiene', source: 'edgewright-file-format' },
    {
      'key-order': {
        severity: strictOnly('info'),
        summary: 'Keys are not in the order that `edgewright fmt` writes.',
        why: 'With one key order in all files, a field is easy to find and a diff shows only real changes.',
        fix: 'safe',
        bad: `name: www
kind: endpoint
spec:
  url: https://www.example.com
`,
        good: onEndpoint(),
        *check(document, { meaning }) {
          if (meaning === undefined) return;
          const misplaced = misplacedKeys(document);
          const [first] = [...misplaced].sort((a, b) => a.key.start - b.key.start);
          if (first === undefined) return;
          const edit = misplaced.length > mostMaps ? undefined : inOrder(document);
          // If the keys cannot be reordered without a change of meaning, there is nothing to report.
          if (edit === undefined && misplaced.length <= mostMaps) return;
          const others = misplaced.length - 1;
          const more =
            others === 0 ? '' : `, and ${others} more ${others === 1 ? 'map is' : 'maps are'} out of order`;
          yield {
            at: { place: placeOf(document.source, first.key) },
            message: `${quoted(String(first.key.value))} belongs before ${quoted(first.before)}${more}`,
            help: 'run `edgewright fmt` to sort the keys',
            fix:
              edit === undefined
                ? undefined
                : {
                    safety: 'safe',
                    title: 'put the keys in order',
                    changes: [{ edit, text: edit.text }],
                  },
          };
        },
      },
      'list-order': {
        severity: strictOnly('info'),
        summary: 'A list whose order has no meaning is not sorted.',
        why: 'In a sorted list an entry is easy to find, and two branches do not add the same entry twice.',
        fix: 'safe',
        bad: onTlsEdge('', { hostports: '["db.example.com:5432", "a.example.com:5432"]' }),
        good: onTlsEdge('', { hostports: '["a.example.com:5432", "db.example.com:5432"]' }),
        *check(document, { meaning }) {
          if (meaning === undefined || !('spec' in meaning)) return;
          const fields = specFieldsOf(meaning.kind);
          if (meaning.spec !== undefined) yield* unsortedIn(document, meaning.spec, fields);
          if (meaning.kind === 'preset') return;
          for (const { spec } of meaning.overrides.values())
            if (spec !== undefined) yield* unsortedIn(document, spec, fields);
        },
      },
    },
  ),
];

/** The minimal edit that turns the document into the output of `fmt`. */
function inOrder({ source, range }: YamlDocument): Edit | undefined {
  const before = source.text.slice(range.start, range.end);
  const after = formatSource(
    { path: source.path, text: before },
    { read: (text) => readYaml(text).documents },
  );
  if (after === before) return undefined;
  let head = 0;
  while (before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const text = after.slice(head, after.length - tail);
  return { source, start: range.start + head, end: range.end - tail, text };
}

function* unsortedIn(document: YamlDocument, map: MapNode, fields: Fields): Generator<Finding> {
  if (map.alias !== undefined) return;
  for (const entry of map.entries) {
    const field = Object.hasOwn(fields, textOfKey(entry)) ? fields[textOfKey(entry)] : undefined;
    if (field === undefined) continue;
    if (entry.value.type === 'map') yield* unsortedIn(document, entry.value, fieldsOf(field) ?? {});
    const found = isSet(field) ? unsorted(document, entry.value) : undefined;
    if (found !== undefined) yield found;
  }
}

function isSet(field: Field): boolean {
  return field.type === 'list' && field.as === 'set';
}

function unsorted(document: YamlDocument, list: DocumentNode): Finding | undefined {
  if (list.type !== 'list' || list.alias !== undefined || hasComments(document, list)) return undefined;
  const items = list.items.filter(isPlainItem);
  if (items.length < list.items.length || hasTagOrAnchor(document, list)) return undefined;
  const at = items.findIndex((item, index) => index > 0 && scalarText(items[index - 1]) > scalarText(item));
  const item = items[at];
  if (item === undefined) return undefined;
  const { source } = document;
  const written = (node: ScalarNode): string => source.text.slice(node.start, node.end).trimEnd();
  if (items.some((node) => written(node).includes('\n'))) return undefined;
  const sorted = [...items].sort((a, b) =>
    scalarText(a) < scalarText(b) ? -1 : scalarText(a) > scalarText(b) ? 1 : 0,
  );
  const edits = items.flatMap((node, index): Edit[] => {
    const text = written(sorted[index] ?? node);
    const end = node.start + written(node).length;
    return text === written(node) ? [] : [{ source, start: node.start, end, text }];
  });
  return {
    at: { place: placeOf(source, { start: item.start, end: item.start + written(item).length }) },
    message: `${quoted(scalarText(item))} belongs before ${quoted(scalarText(items[at - 1]))}: the list is not sorted`,
    fix: {
      safety: 'safe',
      title: 'sort the list',
      changes: edits.map((edit) => ({ edit, text: edit.text })),
    },
  };
}

/** Includes a comment beside the last item, which is after the end of the list. */
function hasComments({ comments, source }: YamlDocument, { start, items }: ListNode): boolean {
  const last = lineEnd(source.text, items.at(-1)?.end ?? start);
  return comments.some((comment) => comment.start >= start && comment.start < last);
}

/**
 * Whether an item has an anchor or a tag (also `!!str`): it is written before the item and would stay behind when the
 * item moves.
 */
function hasTagOrAnchor({ source }: YamlDocument, { start, items }: ListNode): boolean {
  return items.some((item, index) =>
    /[!&]/.test(source.text.slice(items[index - 1]?.end ?? start, item.start)),
  );
}

function isPlainItem(node: DocumentNode): node is ScalarNode {
  const isLine = node.type === 'scalar' && node.style !== 'literal' && node.style !== 'folded';
  return isLine && node.alias === undefined && typeof node.value === 'string';
}

function scalarText(node: ScalarNode | undefined): string {
  return String(node?.value ?? '');
}

function withSameName(): string {
  const tests = ['', 'cart'].map(
    (path) => `- { name: open, request: "https://www.example.com/${path}", expect: { status: 200 } }`,
  );
  return besideFiles(onEndpoint(), { 'tests/www.yaml': inside('tests', ...tests) });
}

function withSecret(url: string): string {
  const [scheme = ''] = url.split(':');
  const request = `{ url: "${url}", headers: { x-key: "$(secret:WEBHOOK_SECRET)" } }`;
  const test = `- { name: open, request: ${request}, expect: { status: 200 } }`;
  const endpoint = onEndpoint().replace(/\bhttps:/, `${scheme}:`);
  return besideFiles(endpoint, { 'tests/www.yaml': inside('tests', test) });
}

function withTest(request: string, ...more: readonly string[]): string {
  const lines = [
    '- name: the shop is open',
    `  request: ${request}`,
    ...more.map((line) => `  ${line}`),
    '  expect: { status: 200 }',
  ];
  return besideFiles(onEndpoint(), { 'tests/www.yaml': inside('tests', ...lines) });
}

function withBaseline(entry?: string): string {
  const findings = entry === undefined ? '[]' : `[\n    ${entry}\n  ]`;
  const text = `{\n  "version": 1,\n  "findings": ${findings}\n}`;
  return besideFiles(onEndpoint(), { 'edgewright-baseline.json': text });
}
