import { placeOf } from '../../../derive/yaml/node-place.ts';
import { textOfKey } from '../../../text/key-text.ts';
import { deleteDocument } from '../../domain/documents/delete-document.ts';
import { mentionsIn } from '../../domain/specs/values-mentioned.ts';
import { isReadWhole } from '../../domain/specs/read-whole.ts';
import { lostFields, lostHeaders, type LostFields } from '../../domain/specs/replaced-modules.ts';
import {
  always,
  documentRules,
  recommended,
  reportedRules,
  resourceRules,
  workspaceRules,
} from '../../rule-group.ts';
import {
  onRoute,
  onEndpoint,
  presetDocument,
  inOneFile,
  besideFiles,
  withSettings,
  usualIds,
} from '../../rule-examples.ts';
import type { Finding, Rule } from '../../rule.ts';
import { plainValue } from '../../../derive/schema/plain-value.ts';
import { quoted } from '../../../text/quoted.ts';

const secureHeaders = presetDocument(
  'secure-headers',
  'response_headers: { add: { strict-transport-security: max-age=31536000 }, remove: [server] }',
);

export const referenceEnvironmentRules: readonly Rule[] = [
  ...reportedRules(
    { group: 'reference', source: 'edgewright-file-format', by: 'reader' },
    {
      'environment-duplicate': {
        severity: always('error'),
        summary: 'A name is declared in two files of one environment.',
        why: 'The files of an environment are merged, and a name can have only one value.',
        ignorable: false,
        bad: besideFiles(onRoute(), {
          'environments/production/more.yaml': 'ids: { backend/shop: bkdhr_2ND }',
        }),
        good: onRoute(),
      },
      'environment-name': {
        severity: always('error'),
        summary: 'A file in environments/ does not have a valid environment name.',
        why: 'The file name is the name of the environment, so no command could select this one.',
        ignorable: false,
        bad: besideFiles(onRoute(), { 'environments/Staging_2.yaml': usualIds }),
        good: besideFiles(onRoute(), { 'environments/staging-2.yaml': usualIds }),
      },
      'no-environment': {
        severity: always('error'),
        summary: 'The workspace has no environment.',
        why: 'Resources are compiled, planned and applied for an environment; without one they are not checked at all.',
        ignorable: false,
        bad: withSettings(onEndpoint()),
        good: besideFiles(withSettings(onEndpoint()), { 'environments/production.yaml': '' }),
      },
      'no-resources': {
        severity: always('error'),
        summary: 'No file matches `resources`.',
        why: 'Without a match, a misspelt pattern would look like a workspace with all resources removed.',
        ignorable: false,
        bad: `# file: edgewright.yaml
version: 1
resources: ["resorces/**/*.yaml"]
`,
        good: withSettings(onEndpoint(), 'resources: ["resources/**/*.yaml"]'),
      },
      'override-unknown-environment': {
        severity: always('error'),
        by: 'compiler',
        summary: 'An unknown environment is named.',
        why: 'An entry for an environment that does not exist never applies.',
        fix: 'unsafe',
        ignorable: false,
        bad: `${onRoute()}overrides:\n  prodution: { compression: {} }\n`,
        good: `${onRoute()}overrides:\n  production: { compression: {} }\n`,
      },
    },
  ),
  ...resourceRules(
    { group: 'reference', source: 'edgewright-file-format' },
    {
      'layer-replaced': {
        severity: recommended('warn'),
        summary: 'A layer replaces a module of a lower layer and loses part of it.',
        why: 'A module replaces the same module of the layer below as a whole, so fields and headers that are not repeated are lost.',
        fix: 'unsafe',
        bad: inOneFile(
          onRoute('response_headers: { add: { x-shop: books } }', { uses: '[secure-headers]' }),
          secureHeaders,
        ),
        good: inOneFile(onRoute('', { uses: '[secure-headers]' }), secureHeaders),
        check(subject, report, context) {
          for (const { module, list, name, value, layer, place } of lostHeaders(subject, context)) {
            const canInsert = list === 'add' && value !== undefined;
            report({
              at: { path: [module], on: 'key' },
              message: `\`${module}\` loses ${quoted(name)}, which \`${layer}\` ${list === 'add' ? 'adds' : 'removes'}`,
              help: 'a module replaces that of the layer below whole: write it again, or leave the module to the layer below',
              related: [{ place, label: 'lost' }],
              fix: canInsert
                ? {
                    safety: 'unsafe' as const,
                    title: `copy ${quoted(name)}`,
                    changes: [{ insert: [module, 'add'], key: name, value }],
                  }
                : undefined,
            });
          }
          for (const lost of lostFields(subject, context)) report(withoutFields(lost));
        },
      },
    },
  ),
  ...documentRules(
    { group: 'reference', source: 'edgewright-file-format' },
    {
      'override-unused': {
        severity: recommended('warn'),
        summary: 'An override names an environment that the resource excludes.',
        why: 'The resource does not exist in that environment, so the override never applies.',
        bad: withOverride('[production]'),
        good: withOverride('[production, staging]'),
        *check({ source }, { meaning, workspace }) {
          if (meaning === undefined || !('overrides' in meaning) || meaning.environments === undefined)
            return;
          const { environments, overrides } = meaning;
          for (const { name, node } of overrides.values()) {
            // An unknown environment name has been reported.
            if (
              environments.some((environment) => environment.name === name) ||
              !workspace.environments.has(name)
            )
              continue;
            const [first] = environments;
            yield {
              at: { place: placeOf(source, node) },
              message: `the override for ${quoted(name)} is not used: \`environments\` does not list it`,
              help: `add ${quoted(name)} to \`environments\`, or delete the override`,
              related:
                first === undefined ? [] : [{ place: placeOf(source, first.node), label: 'only there' }],
            };
          }
        },
      },
    },
  ),
  ...workspaceRules(
    { group: 'reference', source: 'edgewright-file-format' },
    {
      'unused-preset': {
        severity: recommended('warn'),
        summary: 'A preset is not used.',
        why: 'The preset has no effect, although it looks as if it had.',
        fix: 'unsafe',
        bad: inOneFile(onRoute(), presetDocument('base', 'compression: {}')),
        good: inOneFile(onRoute('', { uses: '[base]' }), presetDocument('base', 'compression: {}')),
        *check(workspace) {
          if (!isReadWhole(workspace)) return;
          const { presets } = mentionsIn(workspace);
          for (const { name, nameNode, document } of workspace.presets.values()) {
            if (presets.has(name)) continue;
            const fix = deleteDocument(document, workspace.yaml, {
              safety: 'unsafe',
              title: 'delete the preset',
            });
            yield {
              at: { place: placeOf(document.source, nameNode) },
              message: `unused preset ${quoted(name)}`,
              fix,
            };
          }
        },
      },
    },
  ),
];

function withoutFields({ module, entries: [first, ...more], layer, source }: LostFields): Finding {
  const all = [first, ...more];
  const rest =
    more.length === 0 ? '' : more.length === 1 ? ' and 1 more field' : ` and ${more.length} more fields`;
  return {
    at: { path: [module], on: 'key' },
    message: `\`${module}\` loses ${quoted(textOfKey(first))}${rest} of \`${layer}\``,
    help: 'write the whole module here, or leave it to the layer below',
    related: [{ place: placeOf(source, first.key), label: 'lost' }],
    fix: {
      safety: 'unsafe',
      title: all.length === 1 ? `copy ${quoted(textOfKey(first))}` : `copy the ${all.length} fields`,
      changes: all.map((entry) => ({
        insert: [module],
        key: textOfKey(entry),
        value: plainValue(entry.value),
      })),
    },
  };
}

function withOverride(environments: string): string {
  const overrides = 'overrides:\n  staging: { description: for tests }\n';
  return besideFiles(onEndpoint('', { environments }) + overrides, {
    'environments/staging.yaml': 'ids: {}',
  });
}
