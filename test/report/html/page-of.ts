import type { Step } from '../../../src/model/plan/step.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import type { Topology, TopologyLink, TopologyNode } from '../../../src/model/traffic/topology.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import { planHtml, type PlanOfPage } from '../../../src/report/page/page.ts';
import { changeOf, planOf, scope, stepOf } from '../made-plan.ts';

/** A page as `plan --format html` writes it. */
export function pageOf(
  plans: readonly (Partial<PlanOfPage> & { readonly plan: Plan })[],
  sourceUrl?: string,
): string {
  const full = plans.map((one) => ({ topology: topologyOf(one.plan.steps), diagnostics: [], ...one }));
  return planHtml(full, { sourceUrl });
}

/** Every route under one edge with one backend. */
export function topologyOf(steps: readonly Step[]): Topology {
  const edge: TopologyNode = {
    id: 'https-edge:e',
    role: 'https-edge',
    title: 'shop',
    change: 'same',
    isDangling: false,
  };
  const backend: TopologyNode = {
    id: 'backend:b',
    role: 'backend',
    title: 'shop',
    change: 'same',
    isDangling: false,
  };
  const routes = steps.map(({ address, kind, action }): TopologyNode => ({
    id: address,
    role: kind,
    title: address.slice(address.indexOf('/') + 1),
    detail: 'path_prefix /somewhere',
    address,
    change: action === 'create' ? 'added' : action === 'keep' ? 'same' : 'changed',
    isDangling: false,
  }));
  const links = routes.flatMap(({ id, role }): TopologyLink[] =>
    role === 'https-route'
      ? [
          { from: edge.id, to: id, through: 'edge_id', change: 'same' },
          { from: id, to: backend.id, through: 'backend', change: 'same' },
        ]
      : [],
  );
  return { nodes: [backend, edge, ...routes], links };
}

/** A finding at a line of a file. */
export function findingOf(rule: string, message: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const source = { path: 'resources/shop.yaml', text: 'kind: https-route\nname: shop\n' };
  return {
    rule,
    severity: 'warn',
    message,
    place: { source, start: 18, end: 22 },
    related: [],
    environments: [],
    ...more,
  };
}

const origin = { file: 'resources/shop.yaml', line: 9, column: 5 };
const policyBefore =
  'on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: 403\n';
const policyAfter =
  'on_http_request:\n  - name: "no robots"\n    actions:\n      - type: deny\n        config:\n          status_code: 429\n  - actions:\n      - type: log\n        config:\n          metadata:\n            team: shop\n';

/** One of everything that a plan can say. */
export function fullPlan(environment = 'production'): Plan {
  const steps: readonly Step[] = [
    stepOf('https-route/admin', 'update', {
      id: 'edghtsrt_2aPzAdmin000001',
      reason: { code: 'differs', fields: ['ip_restriction', 'oidc'] },
      labels: { team: 'platform', tier: 'internal' },
      changes: [
        changeOf(
          'ip_restriction.enabled',
          { before: true, after: false },
          { origin, attribution: 'pull-request' },
        ),
        changeOf(
          'oidc.client_secret',
          { before: '$(secret:OIDC)', after: '$(secret:OIDC_2)' },
          {
            isSecret: true,
            secret: { code: 'renamed', was: '$(secret:OIDC)', is: '$(secret:OIDC_2)' },
          },
        ),
        changeOf(
          'description',
          {
            before: 'The administration of the shop, for the office and for nobody else at all',
            after: 'The administration of the shop, for the office and for people on call',
          },
          { origin },
        ),
      ],
      exposure: {
        direction: 'weaker',
        reasons: [{ code: 'module-off', module: 'ip_restriction' }],
        isAllowed: false,
        change: '4afc6903b1d24e0f9a7c55d0c8e1b2f3',
      },
      missingSecrets: ['OIDC_2'],
      isProtected: true,
      attribution: ['pull-request'],
      origin,
      requests: [
        {
          operation: {} as never,
          method: 'PATCH',
          path: '/edges/https/edghts_2aPz/routes/edghtsrt_2aPzAdmin000001',
          body: {
            ip_restriction: { enabled: false, ip_policy_ids: ['ipp_1'] },
            oidc: { client_secret: '$(secret:OIDC_2)' },
          },
        },
      ],
    }),
    stepOf('endpoint/api', 'update', {
      reason: { code: 'differs', fields: ['traffic_policy'] },
      possibleExposure: [{ code: 'policy-unread', why: 'masked' }],
      labels: { team: 'shop' },
      changes: [
        changeOf(
          'traffic_policy',
          { before: policyBefore, after: policyAfter },
          { form: 'traffic-policy', origin },
        ),
      ],
      origin,
      requests: [
        {
          operation: {} as never,
          method: 'PATCH',
          path: '/endpoints/ep_1',
          body: { traffic_policy: policyAfter },
        },
      ],
    }),
    stepOf('https-route/new', 'create', {
      reason: { code: 'not-live' },
      labels: { team: 'shop' },
      changes: [
        changeOf('edge_id', { after: 'edghts_2aPz' }, { origin }),
        changeOf('match', { after: '/new' }, { origin }),
        changeOf(
          'response_headers.add',
          {
            after: {
              'strict-transport-security': 'max-age=31536000',
              'x-frame-options': 'DENY',
              'x-long': 'a'.repeat(80),
            },
          },
          { origin },
        ),
      ],
      origin: { ...origin, file: 'resources/new.yaml', layer: 'preset/secure' },
      attribution: ['pull-request'],
      requests: [
        {
          operation: {} as never,
          method: 'POST',
          path: '/edges/https/edghts_2aPz/routes',
          body: { match: '/new' },
        },
      ],
    }),
    stepOf('endpoint/old', 'delete', {
      reason: { code: 'removed' },
      changes: [changeOf('url', { before: 'https://old.example.com' }, { cause: 'removed' })],
      requests: [{ operation: {} as never, method: 'DELETE', path: '/endpoints/ep_2', body: undefined }],
      attribution: ['pending'],
    }),
    stepOf('https-route/docs', 'drift', {
      reason: { code: 'drifted' },
      changes: [
        changeOf(
          'compression.enabled',
          { before: false, after: true },
          { cause: 'outside', attribution: 'drift' },
        ),
      ],
      since: '2026-03-01T12:00:00Z',
      remedies: [
        { code: 'pull', command: 'edgewright pull https-route/docs --env production' },
        { code: 'remove-from-files' },
      ],
      attribution: ['drift'],
    }),
    stepOf('tls-edge/broker', 'blocked', {
      reason: { code: 'cannot-change', kind: 'tls-edge', fields: ['hostports'] },
      changes: [
        changeOf('hostports', {
          before: ['a.example.com:443'],
          after: ['a.example.com:443', 'b.example.com:443'],
        }),
      ],
      remedies: [{ code: 'change-in-dashboard' }],
    }),
    stepOf('https-route/wiki', 'keep', {
      formerly: 'https-route/notes' as Address,
      reason: { code: 'renamed', other: 'https-route/notes' },
      hash: 'aa11bb',
    }),
    stepOf('endpoint/quiet', 'keep'),
  ];
  return planOf(steps, {
    environment,
    refusals: [
      {
        gate: 'exposure',
        fact: { code: 'less-protected' },
        addresses: ['https-route/admin'],
      },
    ],
    traffic: [
      { space: 'https://shop.example.com/checkout/*', from: 'https-route/legacy', to: 'https-route/new' },
      { space: 'https://old.example.com/*', from: 'endpoint/old' },
    ],
    notes: [
      {
        topic: 'gate',
        fact: { code: 'limit-raised', limit: 'max_deletes', here: 5, there: 0, ref: 'origin/main' },
      },
      {
        topic: 'gate',
        address: 'https-route/admin',
        fact: { code: 'approval-new', allow: 'exposure', change: '4f1c09', reason: 'the office is closed' },
      },
      scope,
    ],
    base: { ref: 'origin/main', commit: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d' },
  });
}

/** A plan with drift that removed protection, a refusal, tests that fail, a blocked step and other drift. */
export function urgentPlan(environment = 'production'): Plan {
  const { steps, refusals, notes } = fullPlan();
  const at = { file: 'tests/shop.yaml', line: 4, column: 5 };
  const served = { code: 'served', status: 200, from: 'backend/shop' } as const;
  const failure = 'expected the response header `server: none`, got `server: nginx`';
  return planOf(
    [
      ...steps,
      stepOf('https-route/open', 'drift', {
        reason: { code: 'drifted' },
        origin,
        since: '2026-03-01T12:00:00Z',
        weakened: [{ code: 'module-off', module: 'ip_restriction' }],
        changes: [
          changeOf('ip_restriction.enabled', { before: false, after: true }, { cause: 'outside', origin }),
        ],
        remedies: [{ code: 'pull', command: 'edgewright pull https-route/open --env production' }],
      }),
    ],
    {
      environment,
      refusals,
      notes,
      tests: {
        count: 3,
        changed: [
          {
            name: 'the shop tells no server',
            origin: at,
            before: { result: 'ok', results: [served], missing: [] },
            after: { result: 'failed', results: [served], missing: [], failure },
          },
        ],
        failing: [
          { name: 'the shop tells no server', origin: at, result: 'failed' },
          { name: 'the office alone', origin: { ...at, line: 9 }, result: 'failed' },
        ],
      },
    },
  );
}

/** A plan with one refused step and the approval that it asks for. */
export function refusedPlan(): Plan {
  const { steps, base } = fullPlan();
  const [first] = steps;
  const refused = steps.slice(0, 1).map((step) => ({ ...step, missingSecrets: [], isProtected: false }));
  const change = first?.exposure?.change ?? '';
  const asked = {
    allow: 'exposure',
    address: 'https-route/admin',
    environment: 'production',
    change,
  } as const;
  return planOf([...refused, ...steps.slice(2, 4)], {
    ...(base === undefined ? {} : { base }),
    refusals: [
      {
        gate: 'exposure',
        fact: { code: 'less-protected' },
        addresses: ['https-route/admin'],
        approvals: [asked],
      },
    ],
  });
}
