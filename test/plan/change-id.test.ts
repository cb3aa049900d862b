import type { Step } from '../../src/model/plan/step.ts';
import { describe, expect, it, test } from 'vitest';
import type { UsedApproval } from '../../src/model/approval.ts';
import { secretShape } from '../../src/derive/compare/secret-shape.ts';
import { Secret } from '../../src/model/secret.ts';
import { exposing } from '../../src/plan/exposure/exposure.ts';
import { openPlanning, type PlanInput } from '../../src/plan/input.ts';
import { plan } from '../../src/plan/plan.ts';
import { decisionId } from '../../src/plan/steps/decision-id.ts';
import { baseInput, planCases, type PlanCase } from './plan-case.ts';

const route = { edge_id: 'edghts_1', match_type: 'path_prefix', match: '/docs' };
const docs = 'https-route/docs';

type Change = (input: PlanInput) => PlanInput;

function idOf(one: Omit<PlanCase, 'name' | 'expect'>, change: Change = (input) => input): string {
  const made = plan(change(baseInput({ name: '', expect: '', ...one })));
  const step = made.steps.find(({ hash }) => hash !== '');
  const secret = made.notes.find(({ topic }) => topic === 'secret')?.values?.[0];
  return step?.exposure?.change ?? step?.hash ?? secret?.change ?? 'none';
}

const policy = (...rules: readonly object[]): object => ({
  traffic_policy: { value: JSON.stringify({ on_http_request: rules }) },
});
const key = {
  actions: [{ type: 'add-headers', config: { headers: { authorization: 'Bearer $(secret:UP)' } } }],
};
const keyLive = {
  actions: [{ type: 'add-headers', config: { headers: { authorization: 'Bearer correct-horse' } } }],
};
const deny = (text: string): object => ({ expressions: [text], actions: [{ type: 'deny' }] });

/** Texts of one policy: whatever compares as equal is one decision. */
const oneMeaning = [
  '{"on_http_request":[{"name":"a","actions":[{"type":"deny","config":{"status_code":403}}]}]}',
  '{ "on_http_request": [ { "actions": [{ "config": { "status_code": 403 }, "type": "deny" }], "name": "a" } ] }',
  'on_http_request: # the shop is closed\n  - name: a\n    actions: [{ type: deny, config: { status_code: 403 } }]\n',
  'on_http_request:\n  - actions:\n      - type: "deny"\n        config:\n          status_code: 403\n    name: \'a\'\n',
];

const withPolicy = {
  [docs]: { ...route, traffic_policy: { value: JSON.stringify({ on_http_request: [key] }) } },
};
const ipOf = (...ids: readonly string[]): object => ({ ip_restriction: { ip_policy_ids: ids } });

/** Pairs of changes that each need an approval of their own, so their change ids must differ. */
const different: readonly (readonly [
  name: string,
  Omit<PlanCase, 'name' | 'expect'>,
  Omit<PlanCase, 'name' | 'expect'>,
])[] = [
  [
    'two outside changes of a policy with a secret',
    { was: withPolicy, live: { [docs]: policy(deny('a'), keyLive) as never } },
    { was: withPolicy, live: { [docs]: policy(deny('b'), keyLive) as never } },
  ],
  [
    'what a recreate will create',
    { was: { [docs]: { ...route, ...ipOf('ipp_1') } }, live: { [docs]: 'missing' } },
    {
      was: { [docs]: { ...route, ...ipOf('ipp_1') } },
      live: { [docs]: 'missing' },
      desired: { [docs]: { ip_restriction: null } },
    },
  ],
  [
    'the policies that are switched off',
    {
      was: { [docs]: { ...route, ...ipOf('ipp_1') } },
      desired: { [docs]: { ip_restriction: null } },
    },
    {
      was: { [docs]: { ...route, ...ipOf('ipp_2') } },
      desired: { [docs]: { ip_restriction: null } },
    },
  ],
  [
    'what is deleted',
    { was: { 'endpoint/www': { url: 'https://a.example.com' } }, desired: { 'endpoint/www': null } },
    { was: { 'endpoint/www': { url: 'https://b.example.com' } }, desired: { 'endpoint/www': null } },
  ],
  [
    'the names of the headers of a module that is switched off',
    {
      was: { [docs]: { ...route, request_headers: { add: { a: '1' } } } },
      desired: { [docs]: { request_headers: null } },
    },
    {
      was: { [docs]: { ...route, request_headers: { add: { b: '1' } } } },
      desired: { [docs]: { request_headers: null } },
    },
  ],
  [
    'the name of a live header that goes',
    {
      was: { [docs]: { ...route, request_headers: { add: { a: '1' } } } },
      live: { [docs]: { request_headers: { add: { a: '1', b: '2' } } } },
    },
    {
      was: { [docs]: { ...route, request_headers: { add: { a: '1' } } } },
      live: { [docs]: { request_headers: { add: { a: '1', c: '2' } } } },
    },
  ],
  [
    'what goes with a module that is sent to write a secret',
    {
      was: { [docs]: { ...route, request_headers: { add: { a: '$(secret:UP)' } } } },
      applied: { [docs]: null },
      live: { [docs]: { request_headers: { add: { a: '***' }, remove: ['x'] } } },
      observed: { [docs]: { request_headers: { add: { a: '***' }, remove: ['x'] } } },
    },
    {
      was: { [docs]: { ...route, request_headers: { add: { a: '$(secret:UP)' } } } },
      applied: { [docs]: null },
      live: { [docs]: { request_headers: { add: { a: '***' }, remove: ['y'] } } },
      observed: { [docs]: { request_headers: { add: { a: '***' }, remove: ['y'] } } },
    },
  ],
];

const weaker = {
  was: { [docs]: { ...route, ...ipOf('ipp_1', 'ipp_2') } },
  desired: { [docs]: { ip_restriction: null } },
} as unknown as Omit<PlanCase, 'name' | 'expect'>;
const used = (address: string, change = '0'.repeat(32)): UsedApproval => ({
  address: address as UsedApproval['address'],
  allow: 'exposure',
  change,
  at: '2026-03-01T12:00:00Z',
});
const withUsed =
  (...approvals: readonly UsedApproval[]): Change =>
  (input) => ({ ...input, ledger: { ...input.ledger, approvals } });

describe('a change id', () => {
  it.each(different)('covers %s', (_, one, other) => {
    const [a, b] = [idOf(one), idOf(other)];
    expect(a).toMatch(/^[0-9a-f]{32}$/);
    expect(b).toMatch(/^[0-9a-f]{32}$/);
    expect(a).not.toBe(b);
  });

  it('covers the environment, the address, the object and the approvals that were used for the address', () => {
    const other = JSON.parse(
      JSON.stringify(weaker).replaceAll('https-route/docs', 'https-route/other'),
    ) as typeof weaker;
    const ids = [
      idOf(weaker),
      idOf(other),
      idOf(weaker, (input) => ({ ...input, ledger: { ...input.ledger, environment: 'staging' } })),
      idOf(weaker, (input) => ({
        ...input,
        live: {
          ...input.live,
          known: new Map(
            [...input.live.known].map(([at, live]) => [
              at,
              live === 'missing' ? live : { ...live, id: 'another' },
            ]),
          ),
        },
      })),
      idOf(weaker, withUsed(used(docs))),
      idOf(weaker, withUsed(used(docs), used(docs, '1'.repeat(32)))),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(idOf(weaker, withUsed(used('https-route/other')))).toBe(ids[0]);
  });

  it.each([
    ['the letters of a header', 'response_headers', { add: { 'x-a': '1' } }, { add: { 'X-A': '1' } }],
    [
      'the order of a set',
      'ip_restriction',
      { ip_policy_ids: ['a', 'b'] },
      { ip_policy_ids: ['b', 'a', 'b'] },
    ],
    ['the letters of a removed header', 'request_headers', { remove: ['x-a'] }, { remove: ['X-A'] }],
  ])('is the same for %s', (_, module, one, other) => {
    const ids = [one, other].map((value) => idOf({ desired: { [docs]: { ...route, [module]: value } } }));
    expect(new Set(ids).size).toBe(1);
  });

  it.each([
    ['a policy', (text: string) => text],
    ['a policy with a secret', (text: string) => text.replace(/"a"|'a'|\ba\b(?=\n)/, '"a $(secret:UP)"')],
  ])('is the same for %s that is only written in another way', (_, written) => {
    const texts = oneMeaning.map(written);
    const asModule = texts.map((value) =>
      idOf({
        was: { [docs]: { ...route, ...ipOf('ipp_1') } },
        desired: { [docs]: { ip_restriction: null, traffic_policy: { value } } },
      }),
    );
    const asText = texts.map((value) =>
      idOf({
        was: {
          'endpoint/www': {
            url: 'https://a.example.com',
            traffic_policy: JSON.stringify({ on_http_request: [deny('a')] }),
          },
        },
        desired: { 'endpoint/www': { traffic_policy: value } },
      }),
    );
    for (const ids of [asModule, asText]) {
      expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
      expect(new Set(ids).size).toBe(1);
    }
    const other = texts[0]?.replace('403', '404');
    expect(
      idOf({
        was: { [docs]: { ...route, ...ipOf('ipp_1') } },
        desired: { [docs]: { ip_restriction: null, traffic_policy: { value: other } } },
      } as never),
    ).not.toBe(asModule[0]);
  });

  it('covers a live policy with a secret that nothing declares, but not the secret', () => {
    const shape = (path: string, secret: string): string | undefined => {
      const guard = { actions: [{ type: 'verify-webhook', config: { provider: 'github', secret } }] };
      const text = JSON.stringify({ on_http_request: [deny(path), guard] });
      return secretShape(new Secret(text), undefined);
    };
    expect(shape('a', 'q7')).toMatch(/^[0-9a-f]{32}$/);
    expect(shape('a', 'q7')).not.toBe(shape('b', 'q7'));
    expect(shape('a', 'q7')).toBe(shape('a', 'q8'));
  });

  it('differs for each kind of decision', () => {
    const input = baseInput({ name: '', expect: '', ...weaker });
    const [step] = plan(input).steps as [Step];
    const kinds = ['exposure', 'delete', 'recreate', 'revert', 'write-secret'] as const;
    expect(new Set(kinds.map((allow) => decisionId(input, step, allow, step.changes))).size).toBe(5);
  });

  it('does not depend on wording or on the order of the changes', () => {
    for (const [, one] of planCases()) {
      const input = baseInput(one);
      for (const step of plan(input).steps) {
        const changes = step.changes.map((change) => ({
          ...change,
          note: 'put in other words',
          cause: 'removed' as const,
        }));
        const id = decisionId(
          input,
          Object.assign({ ...step }, { reason: { code: 'not-live' } }),
          'exposure',
          [...changes].reverse(),
        );
        expect(id).toBe(decisionId(input, step, 'exposure', step.changes));
      }
    }
  });

  it('is the same whether secrets resolve or not', () => {
    let compared = 0;
    for (const [file, one] of planCases()) {
      if (one.secrets === undefined) continue;
      const blind = plan({ ...withoutKey(baseInput(one)), secrets: () => undefined });
      for (const step of plan(baseInput(one)).steps) {
        const twin = blind.steps.find(
          ({ address, action }) => address === step.address && action === step.action,
        );
        const seen = (each: Step): string[] =>
          each.changes.filter(({ isByValue }) => isByValue !== true).map(({ path }) => path);
        if (twin === undefined || seen(twin).join() !== seen(step).join()) continue;
        compared++;
        expect([file, one.name, twin.hash]).toEqual([file, one.name, step.hash]);
      }
    }
    expect(compared).toBeGreaterThan(25);
  });
});

function withoutKey({ fingerprint: _none, ...input }: PlanInput): PlanInput {
  return input;
}

describe('the id of a group', () => {
  const names = ['a', 'b', 'c', 'd'] as const;
  const weaken = (count: number): Omit<PlanCase, 'name' | 'expect'> => {
    const was = names.map((name) => [
      `https-route/${name}`,
      { ...route, match: `/${name}`, ...ipOf('ipp_1') },
    ]);
    const off = names
      .slice(0, count)
      .map((name) => [
        `https-route/${name}`,
        { ip_restriction: { ip_policy_ids: ['ipp_1'], enabled: false } },
      ]);
    return {
      was: Object.fromEntries(was) as never,
      desired: Object.fromEntries(off) as never,
    };
  };
  const planned = (count: number, exposure: readonly string[] = []): ReturnType<typeof plan> =>
    plan({ ...baseInput({ name: '', expect: '', ...weaken(count) }), allow: { exposure } });
  const groupsOf = ({ refusals }: ReturnType<typeof plan>): readonly (string | undefined)[] =>
    refusals.flatMap(({ approvals = [] }) => approvals.map(({ group }) => group));

  it('covers the same change of three resources, and no other one', () => {
    expect(groupsOf(planned(2))).toEqual([undefined, undefined]);
    const [group = '', ...others] = groupsOf(planned(3));
    expect(others).toEqual([group, group]);
    expect(planned(3, [group]).refusals).toEqual([]);
    expect(planned(4, [group]).refusals).toHaveLength(1);
    expect(planned(3, [group.slice(0, 12)]).refusals).toHaveLength(1);
  });

  it('allows one of them by its own change id', () => {
    const [first] = planned(3).steps.filter(({ exposure }) => exposure !== undefined);
    const left = planned(3, [first?.exposure?.change ?? '']);
    expect(left.refusals.flatMap(({ addresses }) => addresses)).toHaveLength(2);
  });
});

describe('an approval', () => {
  const approving =
    (change: string): Change =>
    (input) => ({
      ...input,
      approvals: [
        {
          kind: 'approval',
          document: { source: { path: 'resources/approvals.yaml', text: '' } },
          kindNode: { start: 0 },
          allow: 'exposure',
          address: docs,
          environment: undefined,
          change,
          reason: 'x',
        } as never,
      ],
    });
  const planned = (...changes: readonly Change[]): ReturnType<typeof plan> =>
    plan(changes.reduce((input, change) => change(input), baseInput({ name: '', expect: '', ...weaker })));

  it('is used by the step that it allows', () => {
    const change = idOf(weaker);
    const made = planned(approving(change));
    expect(made.refusals).toEqual([]);
    expect(made.steps[0]?.approvals).toEqual([{ address: docs, allow: 'exposure', change }]);
  });

  it('approves nothing after it was used, even if its change id matches', () => {
    const change = idOf(weaker);
    const made = planned(approving(change), withUsed(used(docs, change)));
    expect(made.refusals.map(({ gate }) => gate)).toEqual(['exposure']);
    expect(made.notes.find(({ topic }) => topic === 'approval')?.fact.code).toBe('approval-used');
    const again = made.refusals[0]?.approvals?.[0]?.change ?? '';
    expect(again).not.toBe(change);
    expect(planned(approving(again), withUsed(used(docs, change))).refusals).toEqual([]);
    const sameAgain = planned(approving(again), withUsed(used(docs, change), used('https-route/x', again)));
    expect(sameAgain.refusals).toEqual([]);
  });

  it('must name the whole change id; a shorter one is reported', () => {
    const change = idOf(weaker);
    for (const digits of [6, 12, 31]) {
      const made = planned(approving(change.slice(0, digits)));
      expect(made.refusals.map(({ gate }) => gate)).toEqual(['exposure']);
      expect(made.notes.find(({ topic }) => topic === 'approval')?.fact).toMatchObject({
        code: 'approval-partial',
        now: change,
      });
    }
  });

  test('a flag leaves no recorded approval', () => {
    const made = planned((input) => ({ ...input, allow: { ...input.allow, exposure: [docs] } }));
    expect(made.refusals).toEqual([]);
    expect(made.steps[0]?.approvals).toBeUndefined();
  });

  test('a deletion and the exposure that it causes are approved separately', () => {
    const one = {
      was: { 'endpoint/www': { url: 'https://a.example.com' } },
      desired: { 'endpoint/www': null },
    };
    const input = baseInput({ name: '', expect: '', ...one });
    const [step] = plan(input).steps as [Step];
    const exposed = exposing(openPlanning(input), step, {
      direction: 'weaker',
      reasons: [{ code: 'not-compared' }],
    });
    expect(exposed.exposure?.change).not.toBe(exposed.hash);
  });
});
