import { quoted } from '../../../../model/problem.ts';
import { suggestionOr } from '../../../../text/suggest.ts';
import { always } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'adopt-owner-unknown',
  group: 'reference',
  severity: always('error'),
  source: 'adoption',
  isMust: false,
  summary: 'The owner named by an adoption does not exist.',
  why: '`from` names the environment or workspace that stops managing the object; an owner that does not exist cannot hand it over.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: environments/production.yaml
adopt: { endpoint/www: { id: ep_2NG, from: staging } }
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: environments/production.yaml
adopt: { endpoint/www: { id: ep_2NG, from: staging } }
# file: environments/staging.yaml
{}
`,
  *check({ environments }) {
    const names = [...environments.keys()];
    for (const { name, adopt } of environments.values()) {
      for (const { from, place } of adopt) {
        if (from === undefined || isForeign.test(from)) continue;
        if (from !== name && environments.has(from)) continue;
        const others = names.filter((other) => other !== name);
        yield {
          at: { place },
          message:
            from === name
              ? `\`from: ${from}\` is this environment itself`
              : `\`from\` names ${quoted(from)}, which is not an environment`,
          help:
            from === name
              ? 'write the id alone'
              : suggestionOr(
                  from,
                  others,
                  'write the environment that manages the object now, or the owner that `plan` names',
                ),
        };
      }
    }
  },
} satisfies WorkspaceRule;

/** An owner in another workspace, in the form used by ownership markers. */
const isForeign = /^[0-9a-f]{16}$/;
