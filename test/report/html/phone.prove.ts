import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { planHtml } from '../../../src/report/page/page.ts';
import { changeOf, planOf, stepOf } from '../made-plan.ts';
import { launch, noBrowser } from './browser.ts';
import { findingOf, fullPlan, refusedPlan, topologyOf } from './page-of.ts';

const unbroken = 'x'.repeat(300);
const address = `https-route/${'very-long-'.repeat(20)}name`;
const origin = { file: `resources/${'folder/'.repeat(12)}${unbroken}.yaml`, line: 4711, column: 42 };

/** A plan with long texts without a place to break in every field. */
function longPlan(): Plan {
  const full = fullPlan(`production-${unbroken}`);
  const steps = full.steps.flatMap((step, index) => [
    step,
    stepOf(`${address}-${index}`, step.action, {
      ...step,
      reason: { code: 'differs', fields: [unbroken] },
      formerly: `${address}-old` as never,
      labels: { [unbroken]: unbroken },
      remedies: [{ code: 'declare-kept', command: unbroken }],
      missingSecrets: [unbroken.toUpperCase()],
      origin: { ...origin, layer: `preset/${unbroken}` },
      changes: [
        changeOf(unbroken, { before: unbroken, after: `${unbroken}y` }, { origin, applied: unbroken }),
        changeOf('metadata', { after: { [unbroken]: [unbroken] } }),
        changeOf('policy', { before: `a:\n  ${unbroken}\n`, after: `a:\n  - ${unbroken}\n` }),
      ],
      exposure: {
        direction: 'weaker',
        reasons: [{ code: 'module-off', module: unbroken }],
        isAllowed: false,
        change: 'a'.repeat(32),
      },
      requests: step.requests.map((request) => ({ ...request, path: `/edges/${unbroken}` })),
    }),
  ]);
  return planOf(steps, {
    ...full,
    steps,
    notes: [
      ...full.notes,
      { topic: 'orphan', address: address as never, fact: { code: 'stray', id: unbroken } },
    ],
    refusals: [
      {
        gate: 'exposure',
        fact: { code: 'less-protected' },
        addresses: [address as never],
      },
    ],
    traffic: [{ space: `https://${unbroken}/*`, from: address, to: `${address}-2` as never }],
    base: { ref: unbroken, commit: 'b'.repeat(40) },
  });
}

/** A plan with weaker gates and a request with another outcome beside its refused step. */
function testedPlan(environment: string): Plan {
  const changed = {
    name: 'the back office is closed',
    origin: { file: 'tests/admin.yaml', line: 3, column: 5 },
    before: {
      result: 'ok',
      results: [{ code: 'refused', status: 403, by: 'ip_restriction', from: 'https-route/admin' }],
      missing: [],
    },
    after: {
      result: 'failed',
      results: [{ code: 'served', status: 200, from: 'backend/admin' }],
      missing: [],
    },
  } as const;
  const { notes } = fullPlan();
  return {
    ...refusedPlan(),
    environment,
    notes,
    tests: {
      count: 1,
      changed: [changed],
      failing: [{ name: changed.name, origin: changed.origin, result: 'failed' }],
    },
  };
}

function longPage(): string {
  const plan = longPlan();
  return planHtml(
    [
      {
        plan,
        topology: topologyOf(plan.steps),
        diagnostics: [
          findingOf('a-rule', unbroken, { address: 'https-route/new' }),
          findingOf('b', unbroken),
        ],
        binding: [{ name: 'api', value: `https://${unbroken}` }],
        command: () => `edgewright apply --env ${unbroken}`,
      },
    ],
    {
      sourceUrl: 'https://git.example.com/{path}#L{line}',
      madeBy: { version: '0.1.0', apis: [`https://${unbroken}`], commit: 'c'.repeat(40), time: 'now' },
    },
  );
}

describe.skipIf(noBrowser)('the page on a small screen', () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'edgewright-phone-'));
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(width: number): Promise<Page> {
    const file = path.join(folder, 'plan.html');
    writeFileSync(file, longPage());
    const page = await browser.newPage({ viewport: { width, height: 780 }, isMobile: width < 600 });
    await page.goto(pathToFileURL(file).href);
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    return page;
  }

  test.each([
    { plans: [refusedPlan()], badge: 'Needs 1 approval' },
    { plans: [testedPlan('production'), testedPlan('staging')], badge: 'Needs 2 approvals' },
  ])(
    'the first screen of a phone has the verdict and the first refusal: $badge',
    async ({ plans, badge }) => {
      const file = path.join(folder, 'refused.html');
      const madeBy = {
        version: '0.1.0',
        apis: ['https://api.example.com'],
        commit: 'c'.repeat(40),
        time: 'now',
        by: 'mona',
      };
      const command = (): string => 'edgewright apply --env production';
      const pages = plans.map((plan) => ({ plan, diagnostics: [], command }));
      writeFileSync(file, planHtml(pages, { madeBy }));
      const page = await browser.newPage({ viewport: { width: 390, height: 780 }, isMobile: true });
      await page.goto(pathToFileURL(file).href);
      for (const words of [
        badge,
        '1 refused',
        'Refused: becomes less protected, not approved',
        'is turned off',
      ]) {
        const box = await page.getByText(words).locator('visible=true').first().boundingBox();
        expect(box!.y + box!.height, words).toBeLessThan(780);
      }
      await page.close();
    },
  );

  test.each([320, 360, 768, 1280])(
    'nothing scrolls sideways at %i px, even with long texts',
    async (width) => {
      const page = await open(width);
      const wide = await page.evaluate<string[]>(`
      [...document.querySelectorAll('body *')]
        .filter((one) => one.checkVisibility() && one.closest('.unseen, svg') === null)
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
        .map((one) => one.tagName + '.' + one.className).slice(0, 8)`);
      expect(wide).toEqual([]);
      expect(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
        0,
      );
      await page.close();
    },
  );

  test('controls are at least 44 px high and wide', async () => {
    const page = await open(360);
    const small = await page.evaluate<string[]>(`
      [...document.querySelectorAll('button, summary, .counts a, .tabs a, fieldset label, input[type=search]')]
        .filter((one) => one.checkVisibility())
        .filter((one) => { const { width, height } = one.getBoundingClientRect(); return width < 44 || height < 44; })
        .map((one) => one.tagName + '.' + one.className + ' ' + one.getBoundingClientRect().height + ' ' + one.parentElement.className)`);
    expect([...new Set(small)]).toEqual([]);
    await page.close();
  });
});
