import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import {
  accountWith,
  checkFiles,
  fixed,
  fixedSafely,
  planOf as planOfFiles,
  planTextOf,
  testTextOf,
  type CheckedFiles,
} from '../../docs/site/playground/engine.ts';
import { examples } from '../../docs/site/playground/examples.mjs';
import { answers } from '../../docs/site/playground/answers.ts';
import { requestOfText } from '../../docs/site/playground/requests.ts';
import { commandsOf, downloadFolder } from '../../docs/site/playground/shell-commands.ts';
import { packed, playgroundLink } from '../../docs/site/playground/link.mjs';
import { fromHash, toHash } from '../../docs/site/playground/state.ts';
import { repository } from '../docs/page.ts';
import { playCommand } from '../scenarios/play-command.ts';
import { onStage } from '../scenarios/play-scenario.ts';

const folder = path.join(repository, 'docs/site/playground');

type Texts = Readonly<Record<string, string>>;

async function checkedTexts(texts: Texts): Promise<Exclude<CheckedFiles, { readonly failure: string }>> {
  const checked = await checkFiles(new Map(Object.entries(texts)));
  if ('failure' in checked) throw new Error(checked.failure);
  return checked;
}

/** The plan of these files where those are live, without colors. */
async function planOf(files: Texts, live: Texts, name = 'production'): Promise<string> {
  const checked = await checkedTexts(files);
  const environment = checked.workspace.environments.get(name);
  if (environment === undefined) throw new Error(`there is no ${name}`);
  const account = await accountWith(new Map(Object.entries(live)), name);
  const text = planTextOf(await planOfFiles(checked, environment, account), { columns: 80 });
  return text.replaceAll(/\u001b\[[\d;]*m/g, '');
}

const withoutResources = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !name.startsWith('resources/')));

describe('the playground', () => {
  test.each(['minimal', 'bookshop'])('plans examples/%s as the command line does', async (name) => {
    const title = { minimal: 'A first endpoint', bookshop: 'A bookshop' }[name];
    const { files } = examples.find((example) => example.title === title) ?? examples[0] ?? { files: {} };
    const { workspace } = await checkedTexts(files);
    const names = [...workspace.settings.secrets.keys()];
    const env = Object.fromEntries(
      names.map((each) => [`EDGEWRIGHT_SECRET_${each}`, `the value of ${each}`]),
    );
    const { stdout } = await onStage({ title: '', copy: `examples/${name}`, env, steps: [] }, (stage) =>
      playCommand(stage, {}, 'plan --local --env production'),
    );
    expect(await planOf(files, withoutResources(files))).toBe(stdout);
  });

  test('shows the names of the files for ids', async () => {
    const [removed] = examples;
    const plan = await planOf(removed?.files ?? {}, removed?.live ?? {});
    expect(plan).toContain('not in ip-policy/office');
    expect(plan).not.toMatch(/\b(?:ipp|bkdhr|edghts)_/);
  });

  test('has six examples, of which those with live files have a plan against them', async () => {
    expect(examples.map(({ title }) => title)).toHaveLength(6);
    const [removed, , bookshop] = examples;
    expect(bookshop && (await planOf(bookshop.files, bookshop.live))).toMatch(
      /0 to create.*\n[^]*29 unchanged/,
    );
    const refused = removed && (await planOf(removed.files, removed.live));
    expect(refused).toContain('REFUSED: becomes less protected, not approved');
  });

  test('runs the tests of requests, and the plan names those with another outcome', async () => {
    const [removed] = examples;
    const resultsOf = async (texts: Texts): Promise<string> => {
      const checked = await checkedTexts(texts);
      const environment = checked.workspace.environments.get('production');
      const text = environment === undefined ? '' : await testTextOf(checked, environment, 80);
      return text.replaceAll(/\u001b\[[\d;]*m/g, '');
    };
    expect(await resultsOf(removed?.live ?? {})).toMatch(/\nTests: \d+ ok, 0 failed, 0 undecided\n$/);
    const closed = 'the back office is closed to the internet';
    expect(await resultsOf(removed?.files ?? {})).toContain(`FAILED     ${closed} (production)`);
    const plan = await planOf(removed?.files ?? {}, removed?.live ?? {});
    expect(plan).toMatch(new RegExp(`Requests with another outcome\n  ! ${closed}: was 403`));
  });

  test('applies the fixes that are clicked', async () => {
    const { files } = examples.find(({ title }) => title.includes('mistake')) ?? { files: {} };
    const checked = await checkedTexts(files);
    const { findings } = checked;
    const breaker = findings.filter(({ rule }) => rule === 'cb-error-threshold-range');
    expect(breaker).toHaveLength(1);
    const after = Object.fromEntries(fixed(checked, breaker));
    const { findings: left } = await checkedTexts({ ...files, ...after });
    expect(left.map(({ rule }) => rule)).not.toContain('cb-error-threshold-range');
    expect(left.length).toBeLessThan(findings.length);
  });

  test('fixes all that is safe, and nothing else', async () => {
    const { files } = examples.find(({ example }) => example === 'mistakes') ?? { files: {} };
    const checked = await checkedTexts(files);
    const safetyOf = (found: typeof checked.findings): ReadonlySet<string | undefined> =>
      new Set(found.map(({ fix }) => fix?.safety));
    expect(safetyOf(checked.findings)).toEqual(new Set(['safe', 'unsafe', undefined]));
    const after = await fixedSafely(new Map(Object.entries(files)), checked);
    const { findings } = await checkedTexts({ ...files, ...Object.fromEntries(after) });
    expect(safetyOf(findings)).toEqual(new Set(['unsafe', undefined]));
  });

  test('links its findings to the pages of the rules and the fields, whatever the files say', async () => {
    const files: Texts = examples.find(({ example }) => example === 'mistakes')?.files ?? {};
    const settings = `${files['edgewright.yaml'] ?? ''}lint: { docs_url: 'https://example.org/other' }\n`;
    const { findings } = await checkedTexts({ ...files, 'edgewright.yaml': settings });
    const own = findings.filter(({ rule }) => !rule.startsWith('policy/'));
    expect(own.length).toBeGreaterThan(15);
    const isThere = (url: string): boolean =>
      existsSync(path.join(repository, 'docs', url.replace(/#.*/, '').replace('../', '')));
    for (const { url = '' } of own) {
      expect(url).toMatch(/^\.\.\/rules\/[\w/-]+\.md$/);
      expect(isThere(url)).toBe(true);
    }
    const fields = findings.flatMap(({ reference }) => reference ?? []);
    expect(fields.length).toBeGreaterThan(15);
    for (const field of fields) {
      expect(field).toMatch(/^\.\.\/reference\/[\w-]+\.md(?:#[\w-]+)?$/);
      expect(isThere(field)).toBe(true);
    }
  });

  test('says why files cannot be read', async () => {
    expect(await checkFiles(new Map())).toEqual({
      failure: 'edgewright.yaml cannot be read: there is no such file',
    });
  });

  test.each(examples)('keeps the difference to $title in its address', async (example) => {
    const { title: _title, ...state } = example;
    const untouched = await toHash(state, examples);
    expect(untouched).toMatch(/^#1-[\da-z]+-[\w-]+$/);
    expect(untouched.length).toBeLessThan(200);
    const [first = '', second = ''] = Object.keys(state.files);
    const { [second]: _gone, ...kept } = state.files;
    const files = { ...kept, [first]: '# changed\n', 'new/file.yaml': '__proto__: x\n' };
    for (const changed of [
      state,
      { ...state, files },
      { ...state, files, live: files },
      { ...state, live: kept, open: first, environment: 'staging' },
    ]) {
      const read = await fromHash(await toHash(changed, examples), examples);
      expect(read).toEqual({ state: { environment: undefined, ...changed } });
    }
  });

  test('reads a link of other pages, to an example and to nothing but files', async () => {
    const files = { 'edgewright.yaml': 'version: 1\n', 'resources/a.yaml': 'kind: endpoint\n' };
    const own = await fromHash(await playgroundLink(files, { open: 'resources/a.yaml' }), examples);
    expect(own).toEqual({ state: { example: '', files, live: {}, open: 'resources/a.yaml' } });
    const [, first] = examples;
    const added = await playgroundLink(
      { 'resources/hello.yaml': null, 'resources/a.yaml': 'kind: endpoint\n' },
      { example: 'first-endpoint' },
    );
    const read = await fromHash(added, examples);
    expect(read !== undefined && 'state' in read && Object.keys(read.state.files).sort()).toEqual([
      ...Object.keys(first?.files ?? {}).filter((name) => name !== 'resources/hello.yaml'),
      'resources/a.yaml',
    ]);
  });

  test('says that a link was cut at any place', async () => {
    const hash = await playgroundLink({ 'edgewright.yaml': 'version: 1\n' });
    for (let length = 6; length < hash.length; length++)
      expect(await fromHash(hash.slice(0, length), examples)).toEqual({
        problem: `The link was cut: it has ${length - 6} of ${hash.length - 6} characters`,
      });
    for (const other of [
      `${hash}x`,
      '#!',
      '#AAAA',
      '#2-1-A',
      '#1--',
      `${hash.slice(0, 9)}AAAA${hash.slice(13)}`,
    ])
      expect(await fromHash(other, examples)).toEqual({ problem: expect.any(String) as unknown });
    expect(await fromHash('', examples)).toBe(undefined);
    expect(await fromHash('#', examples)).toBe(undefined);
  });

  test('reads no link that unpacks to more than a playground holds', async () => {
    const large = await packed({ example: '', files: { a: ' '.repeat(3_000_000) }, live: {}, open: '' });
    expect(large.length).toBeLessThan(5000);
    expect(await fromHash(large, examples)).toEqual({
      problem: 'The link unpacks to more than 2 MB, which no playground makes',
    });
  });

  test.each<readonly [unknown]>([
    [null],
    [[]],
    [{}],
    [{ example: '', files: [], live: {}, open: '' }],
    [{ example: '', files: { a: 1 }, live: {}, open: '' }],
    [{ example: 7, files: {}, live: {}, open: '' }],
    [{ example: '', files: {}, live: 'all', open: '' }],
    ...['../a', '/a', 'a//b', 'a/./b', 'C:\\a', 'a\n', '', 'a '].map((name): [unknown] => [
      { example: '', files: { [name]: '' }, live: {}, open: '' },
    ]),
  ])('takes no state from %j', async (value) => {
    expect(await fromHash(await packed(value), examples)).toEqual({
      problem: 'The link does not hold files',
    });
  });

  test('says that an example is gone, and that it has changed since', async () => {
    const link = { example: 'bookshop', sum: '0', files: {}, live: {}, open: '' };
    expect(await fromHash(await packed(link), examples)).toMatchObject({
      note: 'The example has changed since this link was made',
    });
    expect(await fromHash(await packed({ ...link, example: 'gone' }), examples)).toEqual({
      problem: 'The playground has no example `gone`',
    });
  });

  test('answers the page with what a person must see first, and with requests that a refusal lets in', async () => {
    const [removed] = examples;
    const { files, live } = removed ?? { files: {}, live: {} };
    const asked = { files, live, environment: 'production', columns: 80, showsRequests: false };
    const report = await answers.report(asked);
    expect(report).toMatchObject({
      tone: 'bad',
      headline: 'Plan for production: 0 to create, 1 to update, 0 to delete, 1 refused, 1 test fails',
      refused: ['Nothing will be applied until https-route/admin is approved.'],
      canApprove: true,
      witnesses: [{ label: 'GET /admin', request: { method: 'GET', url: 'https-edge/internal/admin' } }],
    });
    expect(report.urls).toContain('https-edge/internal/admin');
    const { path: name, text } = await answers.approve({ ...asked, reason: 'they move' });
    const approved = await answers.report({ ...asked, files: { ...files, [name]: text } });
    expect(approved).toMatchObject({ tone: 'bad', refused: [] });
  });

  test.each([
    ['GET /', { method: 'GET', url: 'https://a.example.com/' }],
    [
      "POST /admin?x=1 from 203.0.113.7 in DE with x-user: ann, x-list: a, b, x-empty: ''",
      {
        method: 'POST',
        url: 'https://a.example.com/admin?x=1',
        ip: '203.0.113.7',
        country: 'DE',
        headers: 'x-user: ann\nx-list: a, b\nx-empty:',
      },
    ],
    ['a connection from 203.0.113.7', undefined],
  ])('reads the request %j of a plan', (text, request) => {
    expect(requestOfText(text, 'https://a.example.com')).toEqual(request);
  });

  test('says in commands what makes the same files', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-commands-'));
    const { files } = examples[0] ?? { files: {} };
    const odd = { "it's/a file.yaml": 'EOF\n$(x) `y`\n', 'no-end.txt': "it's", 'empty.yaml': '' };
    const all: Texts = { ...files, ...odd };
    execFileSync('bash', ['-e'], { cwd: folder, input: commandsOf(all) });
    for (const [name, text] of Object.entries(all))
      expect(readFileSync(path.join(folder, downloadFolder, name), 'utf8')).toBe(text);
    rmSync(folder, { recursive: true });
  });

  test('takes nothing of Node into the page but hashes, certificates and paths', async () => {
    const { metafile } = await build({
      entryPoints: [path.join(folder, 'answers.ts')],
      absWorkingDir: repository,
      bundle: true,
      write: false,
      metafile: true,
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['browser'],
      external: ['node:*'],
      define: { edgewrightBuild: '"test"' },
      logLevel: 'error',
    });
    const outside = Object.values(metafile.inputs).flatMap(({ imports }) =>
      imports.flatMap(({ path: name, external }) => (external === true ? [name] : [])),
    );
    expect([...new Set(outside)].sort()).toEqual(['node:crypto', 'node:path']);
  });

  test('has at most 2,700 lines of code', () => {
    const lines = readdirSync(folder)
      .filter((name) => /(?<!\.d)\.m?ts$|(?:examples|link)\.mjs$/.test(name))
      .map((name) => readFileSync(path.join(folder, name), 'utf8').split('\n').length - 1);
    expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(2700);
  });
});
