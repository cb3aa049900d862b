import { fieldsOf } from '../../../derive/forms/fields.ts';
import { activeModule } from '../../../derive/module-state.ts';
import { placeOf } from '../../../derive/yaml/node-place.ts';
import { textOfKey } from '../../../text/key-text.ts';
import type { Field } from '../../../kinds/field.ts';
import { kindNames, kinds } from '../../../kinds/index.ts';
import type { KindName } from '../../../kinds/kind.ts';
import type { DocumentNode, ListNode } from '../../../model/document.ts';
import type { Path } from '../../../model/value.ts';
import { historyOf, type Before } from '../../domain/documents/known-before.ts';
import {
  always,
  crossRules,
  documentRules,
  recommended,
  reportedRules,
  resourceRules,
} from '../../rule-group.ts';
import { isWritten } from '../../domain/specs/written.ts';
import { inWords, meantSeconds } from '../../domain/values/session-durations.ts';
import { onRoute, onEndpoint, presetDocument, removedDocument, inOneFile } from '../../rule-examples.ts';
import { type Rule, type Subject } from '../../rule.ts';
import { repeated } from '../../domain/specs/text-items.ts';
import { replacement, deletion } from '../../fix-request.ts';
import { listedTwice } from '../../list-findings.ts';

const modules = ['circuit_breaker', 'oauth', 'oidc', 'saml'];

/** In seconds. Longer durations have a rule of their own. */
const year = 31_536_000;

/** The fields that an update cannot clear. Those that a resource cannot exist without have rules of their own. */
const lasting: ReadonlyMap<KindName, readonly string[]> = new Map(
  kindNames.map((kind) => {
    const { fields, operations, identity, parent } = kinds[kind];
    const needed = [...identity.fields, parent?.field];
    const names = Object.keys(fields).filter(
      (name) => fields[name]?.onUnset === 'blocked' && !needed.includes(name),
    );
    return [kind, operations.update === undefined ? [] : names];
  }),
);

/** Lists of names and patterns that no other rule checks for duplicates. */
const lists = new Set([
  // In edgewright.yaml.
  'resources',
  'secrets',
  'protect',
  'files',
  'addresses',
  'kinds',
  // In resources.
  'uses',
  'environments',
  'certificate_authority_ids',
  'authorized_groups',
  'allow',
  'deny',
]);

/** Not searched: other languages, or plain data. */
const closed = new Set(['traffic_policy', 'vars', 'labels', 'options']);

export const structureFieldRules: readonly Rule[] = [
  ...resourceRules(
    { group: 'structure', source: 'sessions', kinds: ['https-route'], fields: modules },
    {
      'duration-milliseconds': {
        severity: recommended('warn'),
        summary: 'A duration appears to be in milliseconds.',
        why: 'The API counts in seconds, so this duration is a thousand times as long as intended.',
        fix: 'unsafe',
        bad: onRoute('circuit_breaker: { volume_threshold: 20, tripped_duration: 30000 }'),
        good: onRoute('circuit_breaker: { volume_threshold: 20, tripped_duration: 30 }'),
        check({ kind, spec }, report) {
          for (const name of modules) {
            const config = activeModule(spec, name);
            const module = kinds[kind].fields[name];
            if (config === undefined || module === undefined) continue;
            // A session may last thousands of seconds, an open circuit breaker may not.
            const least = name === 'circuit_breaker' ? 5_000 : 100_000;
            const fields = fieldsOf(module) ?? {};
            for (const field of Object.keys(fields)) {
              const value = config[field];
              if (typeof value !== 'number' || !isInSeconds(fields[field])) continue;
              const meant = value > year ? undefined : meantSeconds(value, least);
              if (meant === undefined) continue;
              const path = [name, field];
              report({
                at: { path },
                message: `\`${field}\` is ${inWords(value)}: ${value} looks like milliseconds`,
                fix: replacement('unsafe', path, meant, `write \`${meant}\` (${inWords(meant)})`),
              });
            }
          }
        },
      },
    },
  ),
  ...crossRules(
    { group: 'structure', source: 'module-updates' },
    {
      'field-clear-unsupported': {
        severity: recommended('info'),
        summary: 'A field was removed from the files, and the API cannot clear it.',
        why: 'An update without the field leaves it unchanged, and the API has no value that clears it, so the plan is blocked.',
        bad: onEndpoint(),
        good: onEndpoint('bindings: [public]'),
        *check(resources, context) {
          for (const { subject, before } of historyOf(resources, context).continued) {
            const { address } = subject;
            for (const name of unsetFields(subject, before)) {
              if (isWritten(subject, [name], context)) continue;
              yield {
                of: address,
                at: { path: [], on: 'key' },
                message: `\`${address}\` ${before.words} with \`${name}\`: the API has no way to unset it`,
                help: `write a value for \`${name}\``,
              };
            }
          }
        },
      },
    },
  ),
  ...reportedRules(
    { group: 'structure', source: 'types-and-fields', by: 'shape' },
    {
      'integer-range': {
        severity: always('error'),
        isMust: true,
        summary: 'A whole number is out of its range.',
        why: 'The API takes a whole number from 0 to 4294967295 here and rejects anything else.',
        isEvident: true,
        fix: 'unsafe',
        bad: onRoute('circuit_breaker: { volume_threshold: -1 }'),
        good: onRoute('circuit_breaker: { volume_threshold: 1 }'),
      },
      'invalid-enum': {
        severity: always('error'),
        isMust: true,
        summary: 'A value is not one of the allowed values.',
        why: 'The field has a fixed set of values, and the API rejects any other.',
        isEvident: true,
        fix: 'unsafe',
        bad: onRoute('', { match_type: 'prefix' }),
        good: onRoute(),
      },
      'invalid-format': {
        severity: always('error'),
        source: 'edgewright-file-format',
        summary: 'A value of the file format is malformed.',
        why: 'A malformed value cannot be used: its document has no effect, and a setting stops every command.',
        fix: 'unsafe',
        bad: removedDocument('old-shop', 'forget'),
        good: removedDocument('https-route/old-shop', 'forget'),
      },
      'misplaced-field': {
        severity: always('error'),
        isMust: true,
        summary: 'A field is in the wrong place.',
        why: 'The API takes this field in a different place and would ignore or reject it here.',
        isEvident: true,
        fix: 'unsafe',
        bad: onRoute('saml: { enabled: false, auth_check_interval: 300 }'),
        good: onRoute(
          'oauth: { provider: { google: { email_domains: [example.com] } }, auth_check_interval: 300 }',
        ),
      },
      'missing-field': {
        severity: always('error'),
        source: 'edgewright-file-format',
        summary: 'A required field is missing.',
        why: 'Without this field the document is incomplete and has no effect.',
        isEvident: true,
        bad: `kind: removed
then: forget
`,
        good: removedDocument('https-route/old', 'forget'),
      },
      'non-finite-number': {
        severity: always('error'),
        isMust: true,
        summary: 'A number is infinite or not a number.',
        why: 'JSON has neither infinity nor NaN, so the API would get null.',
        bad: onRoute('circuit_breaker: { volume_threshold: 10, error_threshold_percentage: .nan }'),
        good: onRoute('circuit_breaker: { volume_threshold: 10, error_threshold_percentage: 0.5 }'),
      },
      'read-only-field': {
        severity: always('error'),
        source: 'read-and-write-forms',
        isMust: true,
        summary: 'A read-only field is set.',
        why: 'The API returns the field and accepts it in no request.',
        isEvident: true,
        fix: 'safe',
        bad: onEndpoint('public_url: https://www.example.com'),
        good: onEndpoint(),
      },
      'unknown-field': {
        severity: always('error'),
        isMust: true,
        summary: 'A field is unknown.',
        why: 'The API ignores or rejects a field that it does not know.',
        isEvident: true,
        fix: 'unsafe',
        bad: onEndpoint('descripton: the shop'),
        good: onEndpoint('description: the shop'),
      },
      'wrong-type': {
        severity: always('error'),
        isMust: true,
        summary: 'A value has the wrong type.',
        why: 'The API takes one type for each field and rejects any other.',
        isEvident: true,
        fix: 'unsafe',
        bad: onRoute('compression: { enabled: "yes" }'),
        good: onRoute('compression: { enabled: true }'),
      },
    },
  ),
  ...documentRules(
    { group: 'structure', source: 'edgewright-file-format' },
    {
      'repeated-item': {
        severity: recommended('warn'),
        summary: 'A list has a repeated entry.',
        why: 'The second entry changes nothing; often a different one was meant.',
        fix: 'safe',
        bad: inOneFile(onRoute('', { uses: '[small, small]' }), presetDocument('small', 'compression: {}')),
        good: inOneFile(onRoute('', { uses: '[small]' }), presetDocument('small', 'compression: {}')),
        *check({ root, source }) {
          if (root === undefined) return;
          for (const { list, path } of listsIn(root)) {
            const texts = list.items.flatMap((item, index) => {
              const text = item.alias === undefined ? scalarText(item) : undefined;
              return text === undefined ? [] : [{ text, index, item }];
            });
            for (const { item, first } of repeated(texts, ({ text }) => text)) {
              // In `uses` the last occurrence of a preset counts, so the first is deleted; in other lists the second.
              const surplus = path.at(-1) === 'uses' ? first : item;
              yield {
                ...listedTwice([...path, item.index], item.text),
                related: [{ place: placeOf(source, first.item), label: 'first here' }],
                fix: deletion('safe', [...path, surplus.index], 'one of the two'),
              };
            }
          }
        },
      },
    },
  ),
];

function isInSeconds(field: Field | undefined): boolean {
  return field?.type === 'uint32' && field.unit === 'seconds';
}

function unsetFields({ kind, spec }: Subject, before: Before): readonly string[] {
  const names = lasting.get(kind) ?? [];
  return names.filter((name) => !(name in spec) && before.spec?.[name] !== undefined);
}

interface ListAtPath {
  readonly list: ListNode;
  readonly path: Path;
}

function listsIn(root: DocumentNode): readonly ListAtPath[] {
  const found: ListAtPath[] = [];
  collect(root, [], found);
  return found;
}

/** `path` changes with the walk. */
function collect(node: DocumentNode, path: (string | number)[], found: ListAtPath[]): void {
  if (node.type === 'scalar' || node.alias !== undefined) return;
  if (node.type === 'list') {
    for (let index = 0; index < node.items.length; index++) {
      const item = node.items[index];
      path.push(index);
      if (item !== undefined && item.type !== 'scalar') collect(item, path, found);
      path.pop();
    }
    return;
  }
  for (const entry of node.entries) {
    if (entry.value.type === 'scalar') continue;
    const key = textOfKey(entry);
    if (closed.has(key)) continue;
    path.push(key);
    if (entry.value.type === 'list' && lists.has(key)) found.push({ list: entry.value, path: [...path] });
    else collect(entry.value, path, found);
    path.pop();
  }
}

function scalarText(node: DocumentNode): string | undefined {
  return node.type === 'scalar' && typeof node.value === 'string' && node.value !== ''
    ? node.value
    : undefined;
}
