import { spawnSync } from 'node:child_process';
import * as nodeCrypto from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlayground } from '../../docs/site/playground/bundle.mjs';
import { repository } from '../docs/page.ts';
import { launch } from '../report/html/browser.ts';
import { noSite, serve } from './built-site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [, certificate] =
  /<ds:X509Certificate>([^<]+)/.exec(
    readFileSync(path.join(repository, 'examples/bookshop/saml/idp-metadata.xml'), 'utf8'),
  ) ?? [];

describe.skipIf(noSite)('the playground in Chromium', () => {
  let folder: string;
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'edgewright-playground-'));
    await buildPlayground(path.join(folder, 'playground'));
    server = await serve(folder);
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Opened {
    readonly page: Page;
    /** Paths of requests, and errors. */
    readonly trouble: string[];
    /** Waits until the page has shown what belongs to the last change. */
    readonly updated: () => Promise<void>;
  }

  async function open(hash = '', options: Parameters<Browser['newPage']>[0] = {}): Promise<Opened> {
    const page = await browser.newPage(options);
    const trouble: string[] = [];
    page.on('request', (request) => void trouble.push(request.url().replace(server.url, '')));
    page.on('pageerror', (error) => void trouble.push(error.message));
    page.on('console', (message) => void trouble.push(message.text()));
    let seen = 0;
    const updated = async (): Promise<void> => {
      // A watchdog for what hangs: a busy machine may take many times as long as an idle one.
      const next = page.locator(`body:not([data-busy]):not([data-updates="${seen}"])[data-updates]`);
      await next.waitFor({ timeout: 120_000 });
      seen = Number(await page.locator('body').getAttribute('data-updates'));
    };
    await page.goto(`${server.url}playground/${hash}`);
    await updated();
    return { page, trouble, updated };
  }

  async function choose({ page, updated }: Opened, title: string): Promise<void> {
    await page.getByLabel('Example').selectOption(title);
    await updated();
  }

  const textOf = async (page: Page, id: string): Promise<string> =>
    (await page.locator(id).textContent()) ?? '';

  test('loads its three files and nothing else, whatever is done', async () => {
    const opened = await open();
    const { page, trouble, updated } = opened;
    for (const title of ['A bookshop', 'A mistake in each file', 'A first endpoint'])
      await choose(opened, title);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('x');
    await updated();
    await page.reload();
    const files = ['playground/', 'playground/playground.css', 'playground/playground.js'];
    const sent = trouble.filter((line) => !line.startsWith('blob:'));
    expect(sent).toEqual([...files, ...files]);
    await page.close();
  });

  test('its worker may send as little as the page', async () => {
    const { page } = await open();
    // Run as a worker of the page is: from a text of the page.
    const tried = await page.evaluate(`new Promise((resolve) => {
      const code = "fetch('/').then(() => postMessage('sent'), (error) => postMessage(error.name))";
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.onmessage = ({ data }) => resolve(data);
    })`);
    expect(tried).toBe('TypeError');
    await page.close();
  });

  test('is typed in while the worker is busy, which checks the last text and none between', async () => {
    const page = await browser.newPage();
    await page.addInitScript(`
      const post = Worker.prototype.postMessage;
      window.asked = [];
      window.held = undefined;
      Worker.prototype.postMessage = function (message) {
        window.asked.push(message.name);
        if (window.held === undefined) post.call(this, message);
        else window.held.push(() => post.call(this, message));
      };
    `);
    await page.goto(`${server.url}playground/`);
    const idle = page.locator('body[data-updates]:not([data-busy])');
    await idle.waitFor();
    await page.evaluate('window.held = []; window.asked = []');
    await page.locator('.cm-line', { hasText: 'description: The shop' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' of books and more');
    expect(await textOf(page, '.cm-content')).toContain("The shop's back office of books and more");
    await page.evaluate('for (const post of window.held.splice(0)) post(); window.held = undefined');
    await idle.waitFor();
    const asked = await page.evaluate<readonly string[]>('window.asked');
    const count = (name: string): number => asked.filter((other) => other === name).length;
    expect([count('check'), count('report'), count('trace')]).toEqual([2, 1, 1]);
    expect(await textOf(page, '#plan')).toContain('of books and more');
    await page.close();
  });

  test('opens with a refusal, which is not applied until it is approved', async () => {
    const { page, updated } = await open();
    const verdict = page.locator('#verdict');
    expect(await verdict.textContent()).toBe(
      'Plan for production: 0 to create, 1 to update, 0 to delete, 1 refused, 1 test fails. Nothing will be applied until https-route/admin is approved.',
    );
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await textOf(page, '#note')).toContain('Not applied: the plan is refused.');
    expect(await textOf(page, '#plan')).toContain('REFUSED');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('Write why the change is right');
    await page.getByLabel('Reason').fill('the tools move, SEC-412');
    await page.keyboard.press('Enter');
    await updated();
    expect(await textOf(page, '.cm-content')).toContain('reason: "the tools move, SEC-412"');
    expect(await verdict.textContent()).toBe(
      'Plan for production: 0 to create, 1 to update, 0 to delete, 1 test fails.',
    );
    await page.getByRole('button', { name: 'Apply' }).click();
    await updated();
    expect(await verdict.textContent()).toBe(
      'Plan for production: 0 to create, 0 to update, 0 to delete, 1 test fails.',
    );
    for (let back = 0; back < 2; back++) {
      await page.goBack();
      await updated();
    }
    expect(await verdict.textContent()).toContain('1 refused');
    await page.close();
  });

  test('shows a finding at its text after a key, and fixes it with a click that undo takes back', async () => {
    const opened = await open();
    const { page, updated } = opened;
    await choose(opened, 'A bookshop');
    expect(await textOf(page, '#plan')).toContain('29 unchanged');
    await page.locator('.cm-line', { hasText: 'match_type: path_prefix' }).first().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.locator('.cm-lintRange-error').first().waitFor();
    await updated();
    expect(await textOf(page, '#plan')).toBe('No plan until the errors are fixed.');
    expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    const finding = page.locator('#findings li', { hasText: 'invalid-enum' });
    expect(await finding.textContent()).toContain('`match_type` must be `exact_path` or `path_prefix`');
    expect(await finding.getByRole('link').getAttribute('href')).toMatch(/^\.\.\/rules\/.*invalid-enum/);
    const wrong = await textOf(page, '.cm-content');
    await finding.getByRole('button', { name: /^Fix/ }).click();
    await updated();
    expect(await textOf(page, '#counts')).toBe('0 errors, 0 warnings, 0 hints');
    expect(await textOf(page, '#plan')).toContain('29 unchanged');
    // The button with the focus is gone.
    expect(await page.evaluate('document.activeElement.id')).toBe('counts');
    const right = await textOf(page, '.cm-content');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+z');
    await updated();
    expect(await textOf(page, '.cm-content')).toBe(wrong);
    await page.keyboard.press('Control+y');
    await updated();
    expect(await textOf(page, '.cm-content')).toBe(right);
    await page.getByRole('button', { name: 'Undo' }).click();
    await updated();
    expect(await textOf(page, '.cm-content')).toBe(wrong);
    await page.goForward();
    await updated();
    expect(await textOf(page, '.cm-content')).toBe(right);
    await page.close();
  });

  test('fixes all that is safe, in all files, and undoes it in each', async () => {
    const opened = await open();
    const { page, updated } = opened;
    await choose(opened, 'A mistake in each file');
    const filesWith = async (): Promise<number> => page.locator('#files li span').count();
    const before = await filesWith();
    await page.getByRole('button', { name: 'Fix all that is safe' }).click();
    await updated();
    expect(await page.getByRole('button', { name: 'Fix all that is safe' }).isHidden()).toBe(true);
    expect(await page.getByRole('button', { name: /^Fix: / }).count()).toBeGreaterThan(0);
    expect(await filesWith()).toBeLessThan(before);
    // A file that was never opened has a history, too.
    await page.getByRole('button', { name: 'resources/04-tls.yaml' }).click();
    const fixed = await textOf(page, '.cm-content');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+z');
    await updated();
    expect(await textOf(page, '.cm-content')).not.toBe(fixed);
    await page.keyboard.press('Control+y');
    await updated();
    await page.goBack();
    await updated();
    expect(await filesWith()).toBe(before);
    await page.close();
  });

  test('asks before an example replaces what was changed', async () => {
    const opened = await open();
    const { page, updated } = opened;
    await choose(opened, 'A first endpoint');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# mine');
    await updated();
    await page.getByLabel('Example').selectOption('A bookshop');
    expect(await page.getByRole('dialog').textContent()).toContain('Open “A bookshop”?');
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Example').inputValue()).toBe('first-endpoint');
    expect(await textOf(page, '.cm-content')).toContain('# mine');
    await page.getByLabel('Example').selectOption('A bookshop');
    await page.getByRole('button', { name: 'Replace my files' }).click();
    await updated();
    expect(await textOf(page, '#plan')).toContain('29 unchanged');
    await page.goBack();
    await updated();
    expect(await textOf(page, '.cm-content')).toContain('# mine');
    await page.reload();
    await updated();
    expect(await textOf(page, '.cm-content')).toContain('# mine');
    await page.close();
  });

  test('has all of its state in its address', async () => {
    const { page, updated } = await open();
    await page.getByLabel('Environment').selectOption('staging');
    await updated();
    const { hash } = new URL(page.url());
    expect(hash.length).toBeLessThan(200);
    const other = await open(hash);
    for (const id of ['#plan', '#tests', '#findings', '#files'])
      expect(await textOf(other.page, id)).toBe(await textOf(page, id));
    expect(await textOf(other.page, '#plan')).toContain('Plan for staging');
    expect(await textOf(other.page, '#tests')).toMatch(/Tests: \d+ ok/);
    expect(new URL(other.page.url()).hash).toBe(hash);
    const cut = await open(hash.slice(0, -4));
    expect(await textOf(cut.page, '#note')).toMatch(/^The link was cut: it has \d+ of \d+ characters\./);
    for (const { page: shown } of [{ page }, other, cut]) await shown.close();
  });

  test('plans against the files that were applied', async () => {
    const opened = await open();
    const { page, updated } = opened;
    await choose(opened, 'A first endpoint');
    expect(await textOf(page, '#plan')).toContain('1 to create');
    await page.getByLabel('with the requests to the API').check();
    await updated();
    expect(await textOf(page, '#plan')).toMatch(/POST \/endpoints[^]*"url": "https:\/\/hello\.example\.com"/);
    await page.getByRole('button', { name: 'Apply' }).click();
    await updated();
    expect(await textOf(page, '#plan')).toContain('0 to create');
    await page.close();
  });

  test('has files of the user: new, renamed, deleted, and each is a step back', async () => {
    const opened = await open();
    const { page, updated } = opened;
    await choose(opened, 'Your own files');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByLabel('Path').fill('../etc');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toContain('Write a path below the workspace');
    await page.getByLabel('Path').fill('resources/first.yaml');
    await page.keyboard.press('Enter');
    await updated();
    // An empty file is completed, too.
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-tooltip-autocomplete', { hasText: 'kind' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('kind: endpoint\nname: mine\nspec:\nurl: https://mine.example.com\n');
    await updated();
    expect(await textOf(page, '#files')).toContain('resources/first.yaml');
    const typed = await textOf(page, '.cm-content');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Path').fill('resources/yours.yaml');
    await page.keyboard.press('Enter');
    await updated();
    expect(await textOf(page, '#files')).not.toContain('first.yaml');
    expect(await textOf(page, '.cm-content')).toBe(typed);
    expect(await page.locator('.cm-content').getAttribute('aria-label')).toBe('resources/yours.yaml');
    await page.getByRole('button', { name: 'Delete' }).click();
    await updated();
    expect(await textOf(page, '#files')).not.toContain('yours.yaml');
    await page.getByRole('button', { name: 'Undo' }).click();
    await updated();
    expect(await textOf(page, '.cm-content')).toBe(typed);
    await page.close();
  });

  const policy = 'on_http_request:\n  - actions: [{ type: deny, config: { status_code: 403 } }]\n';

  test('wraps what is pasted and dropped, and says what was done', async () => {
    const opened = await open();
    const { page, updated } = opened;
    await choose(opened, 'Your own files');
    await page.getByRole('button', { name: 'Paste or open' }).click();
    await page.getByLabel('Text').fill(policy);
    await page.getByRole('button', { name: 'Add' }).click();
    await updated();
    expect(await textOf(page, '#note')).toContain('Recognized a traffic policy.');
    expect(await textOf(page, '#counts')).toBe('0 errors, 0 warnings, 0 hints');
    expect(await textOf(page, '#files')).not.toContain('resources/mine.yaml');
    expect(await textOf(page, '#plan')).toContain('+ create endpoint/pasted-example-com');
    await page.evaluate(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(policy)}], 'second.yml'));
      transfer.items.add(new File(['kind: endpoint\\nname: own\\nspec: { url: https://own.example.com }\\n'], 'own.yaml'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
    })()`);
    await updated();
    expect(await textOf(page, '#note')).toContain('Added resources/own.yaml.');
    expect(await textOf(page, '#plan')).toContain('3 to create');
    await page.goBack();
    await updated();
    expect(await textOf(page, '#plan')).toContain('1 to create');
    await page.close();
  });

  test('offers to wrap a policy that is pasted into the file of a resource', async () => {
    const opened = await open();
    const { page, updated } = opened;
    await choose(opened, 'A first endpoint');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(policy)});
      document.querySelector('.cm-content').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    })()`);
    await page.getByRole('button', { name: 'Wrap it' }).click();
    await updated();
    expect(await textOf(page, '#counts')).toMatch(/^0 errors/);
    expect(await textOf(page, '#files')).toContain('policies/hello-example-com.yaml');
    expect(await textOf(page, '#files')).not.toContain('resources/hello.yaml');
    await page.close();
  });

  test('gives the files away as a zip file, as commands and as a link', async () => {
    const opened = await open();
    const { page } = opened;
    await choose(opened, 'A first endpoint');
    await page.getByRole('button', { name: 'Download' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Zip file' }).click();
    const file = path.join(folder, 'files.zip');
    await (await downloading).saveAs(file);
    const { unzipSync, strFromU8 } = (await import(
      path.join(repository, 'docs/site/node_modules/fflate/esm/index.mjs')
    )) as {
      readonly unzipSync: (bytes: Uint8Array) => Readonly<Record<string, Uint8Array>>;
      readonly strFromU8: (bytes: Uint8Array) => string;
    };
    const inside = unzipSync(readFileSync(file));
    const hello = readFileSync(path.join(repository, 'examples/minimal/resources/hello.yaml'), 'utf8');
    expect(strFromU8(inside['edgewright-playground/resources/hello.yaml']!)).toBe(hello);
    expect(Object.keys(inside)).toHaveLength(3);
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('button', { name: 'Commands' }).click();
    expect(await page.getByRole('textbox', { name: 'Commands' }).inputValue()).toContain(
      `<<'EOF'\n${hello}EOF\n`,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Link' }).click();
    expect(await page.getByRole('textbox', { name: 'Link' }).inputValue()).toBe(page.url());
    await page.close();
  });

  test('traces a request that is typed in, and the one that a refused change lets in', async () => {
    const { page } = await open();
    expect(await textOf(page, '#witnesses')).toContain(
      'is let in by https-route/admin, if logged in with github',
    );
    await page.getByRole('button', { name: 'Trace GET /admin' }).first().click();
    await page.locator('summary').click();
    await page.getByLabel('Other facts').fill('given.ip_restriction: refused\n');
    await page.getByLabel('URL').focus();
    await page.locator('#trace', { hasText: 'result: 403 from ip_restriction' }).waitFor();
    expect(await textOf(page, '#trace')).toMatch(
      /^GET https-edge\/internal\/admin in production\n[^]*desired at[^]*result: a login with github[^]*live at[^]*result: 403 from ip_restriction/,
    );
    await page.getByLabel('URL').fill('https://nowhere.example.org/');
    await page.keyboard.press('Enter');
    await page.locator('#trace', { hasText: 'nowhere' }).waitFor();
    expect(await textOf(page, '#trace')).toContain('(not served)');
    await page.getByLabel('URL').fill('nowhere');
    await page.keyboard.press('Enter');
    await page.locator('#trace', { hasText: 'write `https://nowhere`' }).waitFor();
    await page.close();
  });

  test('completes and explains as the language server does', async () => {
    const opened = await open();
    const { page } = opened;
    await choose(opened, 'A first endpoint');
    await page.locator('.cm-line', { hasText: 'url:' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('pool');
    await page.locator('.cm-tooltip-autocomplete', { hasText: 'pooling_enabled' }).waitFor();
    expect(await textOf(page, '.cm-completionInfo')).toContain('share the same URL');
    // The editor takes no key for a suggestion that has only just appeared.
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'pooling_enabled' }).click();
    expect(await textOf(page, '.cm-content')).toContain('  pooling_enabled: ');
    await page.locator('.cm-line', { hasText: 'traffic_policy' }).getByText('traffic_policy').hover();
    await page.locator('.cm-tooltip-hover', { hasText: 'The traffic policy of the endpoint' }).waitFor();
    await page.close();
  });

  test('is used with the keyboard alone', async () => {
    const opened = await open();
    const { page, updated } = opened;
    await choose(opened, 'A mistake in each file');
    const focused = (): Promise<string> =>
      page.evaluate(
        `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()`,
      );
    const reach = async (name: RegExp): Promise<void> => {
      for (let presses = 0; presses < 300 && !name.test(await focused()); presses++)
        await page.keyboard.press('Tab');
      expect(await focused()).toMatch(name);
    };
    await page.getByLabel('Example').focus();
    await reach(/^New$/);
    await reach(/^resources\/05-circuit-breaker\.yaml/);
    await page.keyboard.press('Enter');
    // The list of files was made again, and the focus is where it was.
    expect(await focused()).toMatch(/^resources\/05-circuit-breaker\.yaml/);
    await reach(/^resources\/05-circuit-breaker\.yaml$/);
    expect(await page.evaluate('document.activeElement.className')).toContain('cm-content');
    // Tab leaves the editor.
    await reach(/^Fix all that is safe$/);
    await reach(/^Fix: /);
    const fixed = await focused();
    await page.keyboard.press('Enter');
    await updated();
    expect(await focused()).toMatch(/./);
    expect(await page.evaluate('document.activeElement.closest("#findings") !== null')).toBe(true);
    expect(fixed).toMatch(/^Fix: /);
    await page.close();
  });

  test('has the result on the first screen of a phone', async () => {
    const { page } = await open('', { viewport: { width: 390, height: 844 } });
    for (const id of ['#verdict', '#counts']) {
      const box = await page.locator(id).boundingBox();
      expect([id, (box?.y ?? 844) + (box?.height ?? 0) < 844]).toEqual([id, true]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.close();
  });

  test.each(['light', 'dark'] as const)('axe finds nothing to object to in %s', async (colorScheme) => {
    for (const width of [1280, 390]) {
      const opened = await open('', {
        colorScheme,
        viewport: { width, height: 844 },
        bypassCSP: true,
      });
      const { page } = opened;
      const objections = async (): Promise<unknown> => {
        await page.evaluate(axe);
        return page.evaluate<unknown>(
          'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length, nodes.slice(0, 2).map(({ html, failureSummary }) => html + failureSummary)]))',
        );
      };
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.locator('summary').click();
      expect([width, await objections()]).toEqual([width, []]);
      await page.getByRole('button', { name: 'Paste or open' }).click();
      expect([width, await objections()]).toEqual([width, []]);
      await page.keyboard.press('Escape');
      await choose(opened, 'A mistake in each file');
      expect([width, await objections()]).toEqual([width, []]);
      await page.close();
    }
  });

  test('has types', () => {
    const tsc = path.join(repository, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'docs/site/playground'], {
      cwd: repository,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  });

  test('hashes and reads certificates as Node does', async () => {
    const outfile = path.join(folder, 'node-in-page.mjs');
    const entry = path.join(repository, 'docs/site/playground/node-in-page.ts');
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'browser' });
    const { Buffer: PageBuffer, ...page } = (await import(outfile)) as Pick<
      typeof nodeCrypto,
      'createHash' | 'createHmac' | 'X509Certificate'
    > & { readonly Buffer: typeof Buffer };
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array({ minLength: 1 }), (text, key) => {
        expect(page.createHash('sha256').update(text).digest('hex')).toBe(
          nodeCrypto.createHash('sha256').update(text).digest('hex'),
        );
        expect(page.createHmac('sha256', key).update(text).update(key).digest('hex')).toBe(
          nodeCrypto.createHmac('sha256', key).update(text).update(key).digest('hex'),
        );
        expect(PageBuffer.byteLength(text)).toBe(Buffer.byteLength(text));
        expect(PageBuffer.from(text).toString('base64')).toBe(Buffer.from(text).toString('base64'));
      }),
    );
    const der = Buffer.from(certificate!, 'base64');
    const end = (read: new (bytes: Buffer) => { readonly validTo: string }): number =>
      new Date(new read(der).validTo).getTime();
    expect(end(page.X509Certificate)).toBe(end(nodeCrypto.X509Certificate));
    for (let length = 0; length < der.length; length++)
      expect(() => new page.X509Certificate(der.subarray(0, length))).toThrow();
  });
});
