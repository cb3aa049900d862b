/* The examples of the playground: folders of examples/, some with an edit that has not been applied yet. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../examples');

/** What a workspace of one's own begins with, beside its settings. */
const ownFiles = {
  'environments/production.yaml': '{}\n',
  'resources/mine.yaml':
    '# Your resources. Ctrl+Space suggests what can be written; "Paste or open" takes what you have.\n',
};

const list = [
  {
    title: 'A restriction that is removed',
    example: 'removed-restriction',
    from: 'bookshop',
    isLive: true,
    open: 'resources/internal/tools.yaml',
    edit: ['uses: [engineer-login, office-only, secure-headers]', 'uses: [engineer-login, secure-headers]'],
  },
  { title: 'A first endpoint', example: 'first-endpoint', from: 'minimal', isLive: false },
  {
    title: 'A bookshop',
    example: 'bookshop',
    from: 'bookshop',
    isLive: true,
    open: 'resources/storefront/shop.yaml',
  },
  {
    title: 'A mistake in each file',
    example: 'mistakes',
    from: 'mistakes',
    isLive: false,
    open: 'resources/05-circuit-breaker.yaml',
  },
  { title: 'Several teams', example: 'teams', from: 'teams', isLive: false },
  { title: 'Your own files', example: 'own', from: 'minimal', isLive: false, own: ownFiles },
];

const besideWorkspace = /^(?:README\.md|CODEOWNERS|fixture\.yaml|edgewright\.dev\.yaml|urls\.txt)$/;

/**
 * The first one opens the playground. Each with its name, its files as they are, the file that is open, and the files
 * that were applied.
 */
export const examples = list.map(({ title, example, from, isLive, open, edit, own }) => {
  const all = filesOfExample(from);
  const live = own === undefined ? all : { 'edgewright.yaml': all['edgewright.yaml'], ...own };
  const first = open ?? Object.keys(live).find((name) => name.startsWith('resources/'));
  const files = edit === undefined ? live : { ...live, [open]: edited(live[open], edit) };
  return { title, example, files, open: first, live: isLive ? live : {} };
});

export function filesOfExample(from) {
  const names = readdirSync(path.join(folder, from), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !besideWorkspace.test(entry.name))
    .map((entry) => path.relative(path.join(folder, from), path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'));
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(path.join(folder, from, name), 'utf8')]),
  );
}

function edited(text, [before, after]) {
  if (!text.includes(before)) throw new Error(`the example no longer has \`${before}\``);
  return text.replace(before, after);
}
