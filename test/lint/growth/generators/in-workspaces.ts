import { endpoint, file, filled, partsOf, route, type Hostile, type Hostiles } from './hostile-files.ts';

/** Each document in a file of its own. */
function files(document: (index: number) => string): Hostile {
  return (bytes) =>
    Object.fromEntries(partsOf(bytes, document).map((text, i) => [`resources/f${i}.yaml`, text]));
}

function documents(document: (index: number) => string): Hostile {
  return file((bytes) => filled(bytes, (i) => `---\n${document(i)}`));
}

function environment(text: (bytes: number) => string): Hostile {
  return (bytes) => ({ 'environments/staging.yaml': text(bytes), 'resources/a.yaml': endpoint('a', '') });
}

/** Hostile workspaces for rules that compare several places. */
export const inWorkspaces: Hostiles = {
  'many endpoints': files((i) => endpoint(`e${i}`, '')),
  'many endpoints in one file': documents((i) => endpoint(`e${i}`, '')),
  'many routes that are duplicates': documents((i) =>
    route(`r${i}`, '').replace(/match: .*/, 'match: /same'),
  ),
  'many routes that are duplicates, in files': files((i) =>
    route(`r${i}`, '').replace(/match: .*/, 'match: /same'),
  ),
  'many routes that are twins': documents((i) =>
    route(`r${i}`, '').replace(/match: .*/, `match: /same${'/'.repeat(i % 2)}`),
  ),
  'many routes that overlap': documents((i) =>
    route(`r${i}`, '')
      .replace('exact_path', 'path_prefix')
      .replace(/match: .*/, `match: /a${'/b'.repeat(i % 100)}`),
  ),
  'many names that are the same': documents(() => endpoint('same', '')),
  'many names that are the same, in files': files(() => endpoint('same', '')),
  'many urls that are the same': documents((i) =>
    endpoint(`e${i}`, '').replace(/url: .*/, 'url: https://same.example.com'),
  ),
  'many hostports that are the same': documents(
    (i) =>
      `kind: tls-edge\nname: e${i}\nspec:\n  hostports: [a.example.com:443]\n  backend: { backend_id: backend/shop }\n`,
  ),
  'many logins with one cookie': documents((i) =>
    route(
      `r${i}`,
      `  oauth: { cookie_prefix: c., provider: { google: { email_domains: [d${i}.example.com] } } }\n`,
    ),
  ),
  'many presets': documents((i) => `kind: preset\nname: p${i}\nspec: {}\n`),
  'many presets of one name': documents(() => `kind: preset\nname: p\nspec: {}\n`),
  'many uses of one resource': file(
    (bytes) =>
      `${endpoint('a', '')}uses:\n${filled(bytes, () => '  - base\n')}---\nkind: preset\nname: base\nspec: { description: x }\n`,
  ),
  'many presets, all used': file(
    (bytes) =>
      `${endpoint('a', '')}uses: [${filled(bytes / 6, (i) => `p${i}, `)}]\n${filled(bytes, (i) => `---\nkind: preset\nname: p${i}\nspec: { description: x }\n`)}`,
  ),
  'uses of presets that do not exist': file(
    (bytes) =>
      `${endpoint('a', '')}uses:\n${filled(bytes / 2, (i) => `  - preset-${i}\n`)}${filled(bytes / 2, (i) => `---\nkind: preset\nname: presett-${i}\nspec: {}\n`)}`,
  ),
  'uses of presets that are almost right': file(
    (bytes) =>
      `${filled(bytes - 7000, (i) => `${i % 15_000 === 0 ? `---\n${endpoint(`a${i}`, '')}uses:\n` : ''}  - preset-of-the-house-and-of-many-teams-${i}\n`)}${filled(7000, (i) => `---\nkind: preset\nname: preset-of-the-house-and-of-many-teams${i}x\nspec: {}\n`)}`,
  ),
  'many overrides': file(
    (bytes) => `${endpoint('a', '')}overrides:\n${filled(bytes, (i) => `  env${i}: { description: x }\n`)}`,
  ),
  'many overrides of one environment': documents(
    (i) => `${endpoint(`a${i}`, '')}overrides: { production: { description: null } }\n`,
  ),
  'many environments named': file(
    (bytes) => `${endpoint('a', '')}environments:\n${filled(bytes, (i) => `  - env${i}\n`)}`,
  ),
  'many labels': file((bytes) => `${endpoint('a', '')}labels:\n${filled(bytes, (i) => `  l${i}: x\n`)}`),
  'many former names': file(
    (bytes) => `${endpoint('a', '')}formerly:\n${filled(bytes, (i) => `  - f${i}\n`)}`,
  ),
  'many removed': documents((i) => `kind: removed\naddress: endpoint/e${i}\nthen: forget\n`),
  'many approvals': documents(
    (i) =>
      `kind: approval\nallow: delete\naddress: endpoint/e${i}\nchange: abcdef03b1d24e0f9a7c55d0c8e1b2f3\nreason: because ${i}\n`,
  ),
  'many documents of no kind': documents((i) => `a: ${i}\n`),
  'many documents of a wrong kind': documents((i) => `kind: endpoin\nname: a${i}\n`),
  'many documents of a long wrong kind': documents((i) => `kind: endpoint${'t'.repeat(1000)}\nname: a${i}\n`),
  'many variables': environment(
    (bytes) => `vars:\n${filled(bytes, (i) => (i < 4900 ? `  v${i}: ${i}\n` : `# ${i}\n  `))}\n`,
  ),
  'many ids': environment((bytes) => `ids:\n${filled(bytes, (i) => `  backend/b${i}: bkdhr_${i}\n`)}`),
  'many ids that are wrong': environment((bytes) => `ids:\n${filled(bytes, (i) => `  b${i}: x y\n`)}`),
  'many adoptions': environment((bytes) => `adopt:\n${filled(bytes, (i) => `  endpoint/a${i}: ep_${i}\n`)}`),
  'one id for many adoptions': environment(
    (bytes) => `adopt:\n${filled(bytes, (i) => `  endpoint/a${i}: ep_1\n`)}`,
  ),
  'references to nothing': documents((i) => route(`r${i}`, '').replace('backend/shop', `backend/shop${i}`)),
  'many environments': (bytes) => ({
    ...Object.fromEntries(
      partsOf(bytes, (i) => `vars: { v: ${i} }\n`)
        .slice(0, 300)
        .map((text, i) => [`environments/e${i}.yaml`, text]),
    ),
    'resources/a.yaml': endpoint('a', ''),
  }),
  'comments that ignore': file((bytes) =>
    endpoint(
      'a',
      `  bindings:\n${'    # edgewright-ignore endpoint-bindings: because\n    - x\n'.repeat(bytes / 63)}`,
    ),
  ),
  'comments that ignore, in a row': file((bytes) =>
    endpoint('a', '  # edgewright-ignore endpoint-bindings: because\n'.repeat(bytes / 50)),
  ),
  'comments that ignore beside values': file((bytes) =>
    endpoint(
      'a',
      `  bindings:\n${'    - x # edgewright-ignore endpoint-bindings: because\n'.repeat(bytes / 54)}`,
    ),
  ),
  'comments that ignore unknown rules': file((bytes) =>
    endpoint(
      'a',
      `  bindings:\n${filled(bytes, (i) => `    - x # edgewright-ignore endpoint-binding${i}: because\n`)}`,
    ),
  ),
  'comments that ignore, in documents': documents(
    (i) => `# edgewright-ignore endpoint-url-duplicate: because\n${endpoint(`e${i}`, '')}`,
  ),
  'one comment that ignores many': file(
    (bytes) => `# edgewright-ignore ${'unknown-field, '.repeat(bytes / 15)}: because\n${endpoint('a', '')}`,
  ),
  'keys that are almost right': documents((i) =>
    endpoint(`e${i}`, '  descripton: a\n  metdata: b\n  bindngs: []\n'),
  ),
  'long keys that are almost right': documents((i) =>
    endpoint(`e${i}`, `  description${'n'.repeat(900)}: a\n`),
  ),
  'many keys that are wrong': file((bytes) =>
    endpoint(
      'a',
      filled(bytes, (i) => `  descripton${i}: a\n`),
    ),
  ),
  'many keys that are wrong, in modules': documents((i) =>
    route(`r${i}`, `  circuit_breaker:\n${filled(20_000, (j) => `    num_bucket${j}: 1\n`)}`),
  ),
  'one long key that is wrong': file((bytes) =>
    endpoint('a', `  ? ${'description'.repeat(bytes / 11)}\n  : a\n`),
  ),
  'many wrong types': documents((i) =>
    endpoint(`e${i}`, '  description: [a]\n  metadata: {}\n  bindings: 1\n'),
  ),
  'many wrong items': file((bytes) => endpoint('a', `  bindings:\n${'    - 1\n'.repeat(bytes / 8)}`)),
  'a literal secret in each document': documents((i) =>
    route(`r${i}`, '  webhook_verification: { provider: github, secret: hunter2 }\n'),
  ),
  'many literal secrets on one line': file(
    (bytes) => `[${'{kind: x, client_secret: hunter2}, '.repeat(bytes / 34)}]\n`,
  ),
  'literal secrets in a broken file': file(
    (bytes) => `a: b: c\n${'  client_secret: hunter2\n'.repeat(bytes / 25)}`,
  ),
  'findings on one long line': file(
    (bytes) => `${endpoint('a', '')}labels: {${filled(bytes, (i) => `l${i}: ${i}, `)}}\n`,
  ),
  'aliases in each document': documents((i) => endpoint(`e${i}`, '  description: &a x\n  metadata: *a\n')),
};
