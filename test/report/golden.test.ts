import { expect, test } from 'vitest';
import type { OutcomeChange, OutcomeEnd } from '../../src/model/facts/request-outcomes.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { planMarkdown } from '../../src/report/plan/markdown/plan-markdown.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { bigPlan, changeOf, planOf, stepOf } from './made-plan.ts';

const command = (flags: readonly string[] = []): string =>
  ['edgewright apply --env production', ...flags].join(' ');

/** Recorded reports, for review by a person: `npm run record test/report/golden` writes the files again. */
const policy = (limit: number): string =>
  JSON.stringify({
    on_http_request: [
      { name: 'limit', actions: [{ type: 'rate-limit', config: { capacity: limit, rate: '60s' } }] },
      { name: 'deny', actions: [{ type: 'deny' }] },
    ],
  });

const keptOut: OutcomeEnd = { code: 'kept-out', by: 'ip_restriction', status: 403 };
const delivered: OutcomeEnd = { code: 'delivered', to: 'bkdhr_1', status: 200 };

function requestChange(
  code: Exclude<OutcomeChange['code'], 'moved'>,
  request: string,
  was: OutcomeEnd,
  willBe: OutcomeEnd,
): Exclude<OutcomeChange, { readonly code: 'moved' }> {
  return { code, request, conditions: [], parts: [], was, will_be: willBe };
}

const small = planOf([
  stepOf('https-route/checkout', 'update', {
    origin: { file: 'resources/storefront/checkout.yaml', line: 12, column: 7 },
    reason: { code: 'differs', fields: ['description', 'ip_restriction', 'traffic_policy'] },
    changes: [
      changeOf(
        'description',
        { before: 'Checkout, owned by the payments team', after: 'Checkout, owned by the shop team' },
        { origin: { file: 'resources/storefront/checkout.yaml', line: 14, column: 16 } },
      ),
      changeOf('ip_restriction.ip_policy_ids', {
        before: ['ipp_2EfProductionOffice', 'ipp_2EfProductionPartners', 'ipp_2EfProductionVpn'],
        after: ['ipp_2EfProductionOffice', 'ipp_2EfProductionVpn'],
      }),
      changeOf(
        'traffic_policy.value',
        { before: policy(100), after: policy(20) },
        { form: 'traffic-policy' },
      ),
      changeOf(
        'oidc.client_secret',
        { before: '(secret)', after: '$(secret:SHOP_OIDC_2)' },
        {
          isSecret: true,
          secret: { code: 'renamed', was: '$(secret:SHOP_OIDC)', is: '$(secret:SHOP_OIDC_2)' },
        },
      ),
    ],
    outcomes: {
      is: 'changed',
      changes: [
        requestChange('opens', 'GET /checkout from 203.0.113.7', keptOut, delivered),
        {
          ...requestChange('closes', 'GET /checkout', { code: 'delivered', to: 'bkdhr_1' }, keptOut),
          conditions: ['logged in with google'],
        },
        requestChange('page', 'GET /checkout/help', delivered, {
          code: 'answered',
          by: 'custom-response',
          status: 200,
        }),
        requestChange('upstream', 'PUT /checkout', delivered, {
          code: 'delivered',
          to: 'https://new.internal',
          status: 200,
        }),
        {
          ...requestChange('sent', 'POST /checkout', delivered, delivered),
          parts: ['request header x-user', 'url', 'response header vary'],
        },
        { code: 'moved', field: 'match', from: '/checkout (path_prefix)', to: '/pay (path_prefix)' },
      ],
      more: 2,
      not_compared: { code: 'fields', fields: ['circuit_breaker.num_buckets'] },
    },
    requests: [
      { operation: {} as never, method: 'PATCH', path: '/edges/https/edghts_1/routes/edghtsrt_1', body: {} },
    ],
  }),
  stepOf('endpoint/日本-shop', 'delete', {
    reason: { code: 'removed' },
    changes: [changeOf('url', { before: 'https://日本.example.com' })],
  }),
]);

const plans: readonly (readonly [string, Plan])[] = [
  ['small', small],
  ['big', bigPlan(400)],
];

test.each(plans)('the text of a %s plan', async (name, plan) => {
  for (const columns of [80, 120, 200]) {
    const text = planText(plan, { color: false, columns, command });
    await expect(text).toMatchFileSnapshot(`golden/${name}-${columns}.txt`);
  }
});

test('the text of a small plan in colour, with everything', async () => {
  const text = planText(small, { color: true, columns: 100, view: 'all' });
  await expect(text.replaceAll('\u001b', '^')).toMatchFileSnapshot('golden/small-100-color.txt');
});

test.each(plans)('the Markdown of a %s plan', async (name, plan) => {
  const page = planMarkdown([plan], { maxSize: 12_000, command: () => command });
  await expect(page).toMatchFileSnapshot(`golden/${name}.md.txt`);
});
