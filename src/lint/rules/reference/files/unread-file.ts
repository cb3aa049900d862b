import { quoted } from '../../../../model/problem.ts';
import { unreadFilesOf } from '../../../domain/documents/unread-files-of.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import { whereItBelongs } from '../../../domain/documents/where-it-belongs.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'unread-file',
  group: 'reference',
  severity: recommended('warn'),
  source: 'house',
  isMust: false,
  summary: 'A file holds a resource or an environment, and nothing reads it.',
  why: 'A file outside of `resources` and environments/, or with another ending, declares nothing: what it describes is not created, and what exists of it counts as removed.',
  fix: 'none',
  bad: `# file: resource/www.yaml
kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: resources/api.yaml
kind: endpoint
name: api
spec:
  url: https://api.example.com
`,
  good: `# file: resources/www.yaml
kind: endpoint
name: www
spec:
  url: https://www.example.com
# file: resources/api.yaml
kind: endpoint
name: api
spec:
  url: https://api.example.com
`,
  *check(workspace) {
    for (const { source, seems, start, end } of unreadFilesOf(workspace)) {
      const what = seems === 'environment' ? 'an environment' : `a document of kind ${quoted(seems)}`;
      yield {
        at: { place: { source, start, end } },
        message: `nothing reads this file, which holds ${what}`,
        help: whereItBelongs(workspace.settings.resources, source.path, seems),
      };
    }
  },
} satisfies WorkspaceRule;
