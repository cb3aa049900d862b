import fc from 'fast-check';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** An edit of a workspace between two runs of the linter. */
export type Edit =
  | { readonly type: 'replace'; readonly file: number; readonly word: number }
  | { readonly type: 'drop-line'; readonly file: number; readonly line: number }
  | { readonly type: 'append'; readonly file: number; readonly text: string }
  | { readonly type: 'copy'; readonly file: number }
  | { readonly type: 'delete'; readonly file: number }
  | { readonly type: 'move'; readonly file: number }
  | { readonly type: 'touch'; readonly file: number }
  | { readonly type: 'mode'; readonly file: number }
  | { readonly type: 'link'; readonly file: number }
  | { readonly type: 'write'; readonly file: number; readonly text: number };

/** Words of the bookshop, each with a replacement of different meaning or without one. */
const words: readonly (readonly [string, string])[] = [
  ['path_prefix', 'exact_path'],
  ['exact_path', 'path_perfix'],
  ['https-route', 'endpoint'],
  ['kind: preset', 'kind: presets'],
  ['corp-login', 'corp-logn'],
  ['secure-headers', 'corp-login'],
  ['client_id', 'client_secret'],
  ['example.com', 'example.org'],
  ['$(domain)', '$(domian)'],
  ['$(secret:', '$(secrets:'],
  ['policies/', 'policy/'],
  ['https-edge/', 'backend/'],
  ['"1.2"', '1.2'],
  ['production', 'staging'],
  ['rolling_window: 60', 'rolling_window: 0'],
  ['recommended', 'strict'],
  ['match: /', 'match: '],
  ['  ', '   '],
  ['name: ', 'name: x'],
];

const appended = [
  '\n# edgewright-ignore route-unprotected: it is public\n',
  '---\nkind: approval\n',
  '---\nkind: preset\nname: corp-login\nspec: {}\n',
  'formerly: [older]\n',
  '\n---\n',
  'extra: true\n',
  '   : :\n',
  'labels: { team: "a" }\n',
];

/** Files that a bookshop does not have, with contents that matter. */
const written: readonly (readonly [file: string, texts: readonly string[]])[] = [
  ['.gitignore', ['saml/\n', 'policies/*.json\n', '*\n', '']],
  ['resources/.gitignore', ['endpoints/\n', '*.yaml\n!shop.yaml\n']],
  ['../.gitignore', ['storefront/\n', '']],
  ['../.git/HEAD', ['ref: refs/heads/main\n']],
  ['.edgewright/production/ledger.json', ['{', '']],
  ['edgewright-baseline.json', ['{', '{ "version": 1, "findings": [] }\n']],
  ['environments/third.yaml', ['', 'vars: { domain: third.example.com }\n']],
  ['stray.yaml', ['kind: endpoint\nname: stray\nspec: { url: "https://stray.example.com" }\n', 'a: 1\n']],
];

const file = fc.nat({ max: 1000 });

export const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('replace' as const), file, word: fc.nat({ max: 500 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('drop-line' as const), file, line: fc.nat({ max: 40 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('append' as const), file, text: fc.constantFrom(...appended) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('copy' as const), file }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), file }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('move' as const), file }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('touch' as const), file }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('mode' as const), file }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('link' as const), file }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('write' as const), file, text: fc.nat({ max: 50 }) }),
  },
);

/** Does it on disk. The settings stay readable: without them nothing is linted at all. */
export function doEdit(root: string, edit: Edit): void {
  const all = filesBelow(root);
  const name = all[edit.file % all.length];
  if (name === undefined) return;
  const place = path.join(root, name);
  const text = readFileSync(place, 'utf8');
  const isSettings = name === 'edgewright.yaml';
  switch (edit.type) {
    case 'replace': {
      const fitting = words.filter(([from]) => text.includes(from));
      const [from, to] = fitting[edit.word % Math.max(1, fitting.length)] ?? ['', ''];
      if (from !== '' && !(isSettings && from === '  ')) writeFileSync(place, text.replace(from, to));
      return;
    }
    case 'drop-line': {
      const lines = text.split('\n');
      if (!isSettings)
        writeFileSync(place, lines.filter((_, index) => index !== edit.line % lines.length).join('\n'));
      return;
    }
    case 'append':
      if (!isSettings) writeFileSync(place, text + edit.text);
      return;
    case 'copy':
      if (!isSettings) writeFileSync(place.replace(/(\.\w+)$/, '-2$1'), text);
      return;
    case 'delete':
      if (!isSettings) rmSync(place);
      return;
    case 'move': {
      const there = path.join(path.dirname(place), `moved-${path.basename(place)}`);
      if (!isSettings && !existsSync(there)) renameSync(place, there);
      return;
    }
    case 'touch':
      writeFileSync(place, text);
      return;
    case 'mode':
      chmodSync(place, 0o600 + (edit.file % 2) * 0o40);
      return;
    case 'link': {
      const target = `${place}.target`;
      if (isSettings || existsSync(target)) return;
      renameSync(place, target);
      symlinkSync(path.basename(target), place);
      return;
    }
    case 'write': {
      const [inside = '', texts = []] = written[edit.file % written.length] ?? [];
      const there = path.join(root, inside);
      mkdirSync(path.dirname(there), { recursive: true });
      writeFileSync(there, texts[edit.text % texts.length] ?? '');
    }
  }
}

function filesBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
