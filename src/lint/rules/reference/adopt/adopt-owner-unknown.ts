import { quoted } from '../../../../model/problem.ts';
import { didYouMean } from '../../../../text/suggest.ts';
import { always } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'adopt-owner-unknown',
  group: 'reference',
  severity: always('error'),
  source: 'DESIGN 2',
  isMust: false,
  summary: 'The owner that an adoption names is not another environment.',
  why: '`from` says which environment, or which other workspace, lets go of the object. An owner that does not exist can let go of nothing.',
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
              ? `\`from: ${from}\` is this environment: nothing is taken over from it`
              : `\`from\` names ${quoted(from)}, which is not an environment${didYouMean(from, others)}`,
          help:
            from === name
              ? 'write the id alone'
              : 'write the environment that has the object now, or the owner that `plan` names',
        };
      }
    }
  },
} satisfies WorkspaceRule;

/** As a marker names the owner in another workspace. */
const isForeign = /^[0-9a-f]{16}$/;
