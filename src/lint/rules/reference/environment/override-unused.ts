import { placeOf } from '../../../../edit/tree.ts';
import { quoted } from '../../../../model/problem.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { DocumentRule } from '../../../rule.ts';

export default {
  scope: 'document',
  id: 'override-unused',
  group: 'reference',
  severity: recommended('warn'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'An override names an environment that the resource excludes.',
  why: 'The resource does not exist in that environment, so the override never applies.',
  fix: 'none',
  bad: `kind: endpoint
name: www
environments: [production]
spec: { url: https://www.example.com }
overrides:
  staging: { description: for tests }
# file: environments/staging.yaml
ids: {}
`,
  good: `kind: endpoint
name: www
environments: [production, staging]
spec: { url: https://www.example.com }
overrides:
  staging: { description: for tests }
# file: environments/staging.yaml
ids: {}
`,
  *check({ source }, { meaning, workspace }) {
    if (meaning === undefined || !('overrides' in meaning) || meaning.environments === undefined) return;
    const { environments, overrides } = meaning;
    for (const { name, node } of overrides.values()) {
      // An unknown environment name has been reported.
      if (environments.some((one) => one.name === name) || !workspace.environments.has(name)) continue;
      const [first] = environments;
      yield {
        at: { place: placeOf(source, node) },
        message: `the override for ${quoted(name)} is not used: \`environments\` does not list it`,
        help: `add ${quoted(name)} to \`environments\`, or delete the override`,
        related: first === undefined ? [] : [{ place: placeOf(source, first.node), label: 'only there' }],
      };
    }
  },
} satisfies DocumentRule;
