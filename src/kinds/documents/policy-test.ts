import type { DocumentTable } from './document-field.ts';
import { expectations } from './words.ts';

export const policyTests = {
  name: 'policy-test',
  aliases: ['policy-tests'],
  title: 'a test of policies',
  doc: 'The expected result of a lint policy for a resource; `edgewright test` runs it.',
  file: 'policies/**/*.test.yaml',
  called: 'a policy test file',
  always: [],
  readOn: ['edgewright test --help', 'edgewright explain policy'],
  fields: {
    tests: {
      type: 'list',
      doc: 'The tests of the file.',
      required: true,
      item: {
        type: 'group',
        doc: '',
        called: 'a policy test',
        fields: {
          name: {
            type: 'string',
            doc: 'The name of the test, a few words.',
            required: true,
            example: 'a minute is quick',
          },
          policy: {
            type: 'string',
            doc: 'The policy, by its name in edgewright.yaml.',
            required: true,
            example: 'quick-recovery',
          },
          environment: {
            type: 'string',
            doc: 'The environment to compile for. May be left out where there is one.',
            names: 'environment',
            example: 'production',
          },
          resource: {
            type: 'document',
            doc: 'A document as in a resource file.',
            required: true,
            example: {
              kind: 'https-route',
              name: 'shop',
              spec: {
                edge_id: 'https-edge/main',
                match_type: 'path_prefix',
                match: '/shop',
                backend: { backend_id: 'backend/shop' },
                circuit_breaker: { tripped_duration: 600 },
              },
            },
          },
          expect: {
            type: 'word',
            doc: 'The expected result of the policy.',
            called: 'expectation',
            values: expectations,
            required: true,
            example: 'fail',
          },
          message: {
            type: 'string',
            doc: 'With `expect: fail`: the message that it is to give.',
            example: '`tripped_duration` of shop is more than a minute',
          },
        },
      },
    },
  },
} as const satisfies DocumentTable;
