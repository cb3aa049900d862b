import { isJsonMap } from '../../../text/json/json-access.ts';
import { writtenPolicyOf } from '../../domain/policy/policy-of.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { readYaml } from '../../../workspace/yaml/read-yaml.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'traffic-policy-parse',
  group: 'traffic-policy',
  severity: recommended('error'),
  source: 'traffic-policy',
  isMust: false,
  summary: 'A traffic policy is neither JSON nor a YAML mapping.',
  why: 'The service cannot read the policy, so it rejects it, or the protection that it should add is missing.',
  fix: 'none',
  fields: ['traffic_policy'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: '{"on_http_request": ['
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  traffic_policy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}'
`,
  check(subject, report) {
    const policy = writtenPolicyOf(subject);
    if (policy === undefined || policy.text.trim() === '') return;
    const { parsed, path, text } = policy;
    if ('problem' in parsed) {
      const start = Math.min(Math.max(parsed.offset, 0), text.length);
      const isJson = /^\s*[[{]/.test(text);
      const { diagnostics } = isJson ? { diagnostics: [] } : readYaml({ path: '', text });
      for (const { message, help, place } of diagnostics)
        report({
          at: { path, within: { start: place.start, end: place.end } },
          message,
          ...(help === undefined ? {} : { help }),
        });
      if (diagnostics.length > 0) return;
      report({
        at: { path, within: { start, end: Math.min(start + 1, text.length) } },
        message:
          parsed.isTwice === true
            ? 'a key of the traffic policy appears twice'
            : 'the traffic policy is neither valid JSON nor valid YAML',
      });
    } else if (!isJsonMap(parsed.tree)) {
      report({
        at: { path },
        message: 'a traffic policy must be a mapping of phases to rules',
        help: 'such as `on_http_request: [{ actions: [{ type: deny }] }]`',
      });
    }
  },
} satisfies ResourceRule;
