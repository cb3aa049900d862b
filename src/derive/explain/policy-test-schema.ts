import type { JsonSchema } from '../schema/json-schema.ts';

/** A test file of policies, as far as it is explained; `workspace/policy-tests.ts` reads it. */
export const policyTestSchema: JsonSchema = {
  type: 'object',
  properties: {
    tests: {
      type: 'array',
      description: 'The tests of the file.',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'What is tested, in a few words.' },
          policy: { type: 'string', description: 'The policy, by its name in edgewright.yaml.' },
          environment: {
            type: 'string',
            description: 'The environment to compile for. May be left out where there is one.',
          },
          resource: { type: 'object', description: 'A document as in a resource file.' },
          expect: {
            enum: ['pass', 'fail', 'not-applicable'],
            description: 'What the policy is expected to say of it.',
          },
          message: { type: 'string', description: 'With `expect: fail`: the message that it is to give.' },
        },
        required: ['name', 'policy', 'resource', 'expect'],
        additionalProperties: false,
      },
    },
  },
  required: ['tests'],
  additionalProperties: false,
};
