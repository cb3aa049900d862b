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
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A file looks like a resource or an environment but is not read.',
  why: 'The file declares nothing: its objects are not created, and existing ones count as removed.',
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
        message: `this file is not read, but contains ${what}`,
        help: whereItBelongs(workspace.settings.resources, source.path, seems),
      };
    }
  },
} satisfies WorkspaceRule;
