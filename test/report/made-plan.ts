import type { Step, StepAction } from '../../src/model/plan/step.ts';
import type { FieldChange } from '../../src/model/plan/change.ts';
import type { Plan, PlanNote } from '../../src/model/plan/plan.ts';
import type { Address } from '../../src/model/workspace/address.ts';

/** A step; fields that are not given are empty. */
export function stepOf(address: string, action: StepAction, more: Partial<Step> = {}): Step {
  const kind = address.slice(0, address.indexOf('/')) as Step['kind'];
  return {
    action,
    address: address as Address,
    kind,
    reason: { code: 'differs', fields: ['circuit_breaker'] },
    changes: [],
    requests: [],
    remedies: [],
    missingSecrets: [],
    hash: action === 'keep' ? '' : hashOf(address),
    isProtected: false,
    ...more,
  };
}

export function changeOf(
  path: string,
  sides: Pick<FieldChange, 'before' | 'after'>,
  more: Partial<FieldChange> = {},
): FieldChange {
  return { path, cause: 'configuration', isSecret: false, ...sides, ...more };
}

export function planOf(steps: readonly Step[], more: Partial<Plan> = {}): Plan {
  const actions: readonly StepAction[] = [
    'create',
    'update',
    'delete',
    'adopt',
    'retire',
    'forget',
    'drift',
    'keep',
    'blocked',
  ];
  const counts = actions.map((action) => [action, steps.filter((step) => step.action === action).length]);
  return {
    format: 1,
    environment: 'production',
    lineage: '7c0e0000-0000-4000-8000-000000000001',
    serial: 7,
    steps,
    notes: [scope],
    refusals: [],
    summary: Object.fromEntries(counts) as Plan['summary'],
    ...more,
  };
}

export const scope: PlanNote = {
  topic: 'unlisted',
  fact: { code: 'routes-unlisted' },
};

function hashOf(text: string): string {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 0xff_ff_ff;
  return hash.toString(16).padStart(6, '0');
}

const places = ['resources/storefront', 'resources/internal', 'resources/hooks', 'resources'] as const;

/**
 * A plan of a platform of many teams: most updates are one preset that changed, some are on their own, a few must be
 * judged. The same for the same number.
 */
export function bigPlan(count: number): Plan {
  const steps = Array.from({ length: count }, (_, index) => bigStep(index));
  return planOf(
    [...steps, ...Array.from({ length: 3000 }, (_, index) => stepOf(`endpoint/kept-${index}`, 'keep'))],
    {
      refusals: [
        {
          gate: 'exposure',
          fact: { code: 'less-protected' },
          addresses: ['https-route/shop-0'],
        },
      ],
      traffic: Array.from({ length: Math.ceil(count / 100) }, (_, index) => ({
        space: `https://shop.example.com/area-${index}/*`,
        from: `https-route/legacy-${index}` as Address,
        to: `https-route/shop-${index * 100}` as Address,
      })),
    },
  );
}

function bigStep(index: number): Step {
  const folder = places[index % places.length] ?? 'resources';
  const address = `https-route/shop-${index}`;
  const origin = { file: `${folder}/shop-${index}.yaml`, line: 12, column: 7 };
  const id = `edghtsrt_2aPzShop${String(index).padStart(10, '0')}`;
  const path = `/edges/https/edghts_2aPzProductionShopEdge0001/routes/${id}`;
  const update = {
    origin,
    id,
    requests: [{ operation: {} as never, method: 'PATCH' as const, path, body: {} }],
  };
  if (index % 250 === 0) {
    return stepOf(address, 'update', {
      ...update,
      reason: { code: 'differs', fields: ['ip_restriction'] },
      changes: [changeOf('ip_restriction.enabled', { before: true, after: false }, { cause: 'removed' })],
      exposure: {
        direction: 'weaker',
        reasons: [{ code: 'module-off', module: 'ip_restriction' }],
        isAllowed: false,
        change: hashOf(address),
      },
      protection: {
        before: ['oidc', 'ip_restriction'],
        after: ['oidc'],
        changed: ['ip_restriction.enabled'],
      },
    });
  }
  if (index % 97 === 0) {
    return stepOf(address, 'blocked', {
      reason: { code: 'cannot-delete', kind: 'https-route' },
      remedies: [{ code: 'delete-in-dashboard' }],
    });
  }
  if (index % 3 === 0) {
    return stepOf(address, 'update', {
      ...update,
      changes: [
        changeOf(
          'circuit_breaker.tripped_duration',
          { before: 20, after: 25 },
          { origin: { file: 'resources/presets.yaml', line: 4, column: 9, layer: 'preset/breaker' } },
        ),
      ],
    });
  }
  if (index % 10 === 1) {
    return stepOf(address, 'create', {
      origin,
      reason: { code: 'not-live' },
      changes: [
        changeOf('edge_id', { after: 'edghts_2aPzProductionShopEdge0001' }, { origin }),
        changeOf('match_type', { after: 'path_prefix' }, { origin }),
        changeOf('match', { after: `/shop-${index}` }, { origin }),
      ],
      requests: [
        {
          operation: {} as never,
          method: 'POST',
          path: '/edges/https/edghts_2aPzProductionShopEdge0001/routes',
          body: {},
        },
      ],
    });
  }
  return stepOf(address, 'update', {
    ...update,
    reason: { code: 'differs', fields: ['description', 'response_headers'] },
    changes: [
      changeOf(
        'description',
        {
          before: `The shop number ${index}, of the old team`,
          after: `The shop number ${index}, of the new team`,
        },
        { origin },
      ),
      changeOf('response_headers.add.x-shop', { after: `shop-${index}` }, { origin }),
    ],
  });
}
