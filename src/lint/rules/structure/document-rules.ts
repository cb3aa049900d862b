import {
  approvalDocument,
  besideFiles,
  inOneFile,
  inside,
  onEndpoint,
  withSettings,
} from '../../rule-examples.ts';
import { always, recommended, reportedRules } from '../../rule-group.ts';

export const structureDocumentRules = reportedRules(
  { group: 'structure', source: 'edgewright-file-format', by: 'shape' },
  {
    'approval-without-reason': {
      severity: always('error'),
      source: 'approvals-and-removals',
      summary: 'An approval has no reason.',
      why: 'An approval replaces the decision of a person, and a later reader must be able to see why.',
      bad: approvalDocument('exposure', 'https-route/docs'),
      good: approvalDocument('exposure', 'https-route/docs', 'docs go public, SEC-412'),
    },
    'document-empty': {
      severity: recommended('warn'),
      summary: 'A file or document is empty.',
      why: 'An empty document declares nothing: its content is missing, or a `---` is left over.',
      bad: inOneFile(onEndpoint(), ``),
      good: onEndpoint(),
    },
    'resource-name-format': {
      severity: always('error'),
      summary: 'A name has characters other than lower-case letters, digits and hyphens.',
      why: 'Names are part of resource addresses, file names and patterns, which other characters would break.',
      bad: onEndpoint('', { name: 'My_Shop' }),
      good: onEndpoint('', { name: 'my-shop' }),
    },
    'resource-name-required': {
      severity: always('error'),
      summary: 'A resource or preset has no name.',
      why: 'The name is part of the resource address; without it plans and the ledger cannot refer to the resource.',
      ignorable: false,
      bad: onEndpoint('', { name: undefined }),
      good: onEndpoint(),
    },
    'unknown-kind': {
      severity: always('error'),
      summary: 'The kind of a document is missing or unknown.',
      why: 'Without a valid `kind` the document cannot be read, and `plan` and `apply` stop.',
      fix: 'unsafe',
      ignorable: false,
      bad: `kind: endpiont
name: www
spec:
  url: https://www.example.com
`,
      good: onEndpoint(),
    },
    'unknown-schema-version': {
      severity: always('error'),
      by: 'reader',
      summary: 'The version of edgewright.yaml is missing or unknown.',
      why: 'The version decides how the file is read; in a different version the same words may have a different meaning.',
      fix: 'unsafe',
      ignorable: false,
      bad: besideFiles(onEndpoint(), { 'edgewright.yaml': 'version: 2' }),
      good: withSettings(onEndpoint()),
    },
  },
);

export const ownPolicyRules = reportedRules(
  { group: 'policy', source: 'lint-policies', by: 'engine' },
  {
    'policy-expression': {
      severity: always('error'),
      summary: 'The expression of a lint policy is invalid, or does not fit the fields of its kinds.',
      why: 'A policy that cannot be evaluated checks nothing, so lint does not run it.',
      isEvident: true,
      fix: 'unsafe',
      ignorable: false,
      bad: withAssertion('has(spec.circut_breaker)'),
      good: withAssertion('has(spec.circuit_breaker)'),
    },
  },
);

function withAssertion(assertion: string): string {
  const lines = [
    'kinds: [https-route]',
    `assert: ${assertion}`,
    'message: "{{ name }} has no circuit breaker"',
  ];
  return withSettings(onEndpoint(), inside('policies.has-breaker', ...lines));
}
