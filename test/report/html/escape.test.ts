import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, test } from 'vitest';
import { planHtml } from '../../../src/report/page/page.ts';
import type { SimulationPlace } from '../../../src/model/traffic/simulation.ts';
import type { TraceAnswer, WayStep } from '../../../src/model/traffic/trace.ts';
import { traceHtml } from '../../../src/report/trace/trace-page.ts';
import type { Trace } from '../../../src/report/trace/trace-text.ts';
import { stepOf, planOf } from '../made-plan.ts';
import { fullPlan, pageOf } from './page-of.ts';
import { hostilePlan, hostileText, hostileTexts } from './texts.ts';
import { runs, share } from '../../runs.ts';

type Element = DefaultTreeAdapterTypes.Element;

const tags = new Set(
  'html head meta link title style script body a header main section h1 h2 h3 h4 p ul ol li div span code strong details summary pre del ins mark table thead tbody tr th td form label input button fieldset legend noscript svg g rect path text'.split(
    ' ',
  ),
);
const sourceUrl = 'https://git.example.com/edges/blob/main/{path}#L{line}';

/** As a browser reads it: every element, with its attributes. */
function elementsOf(html: string): readonly Element[] {
  const problems: string[] = [];
  const tree = parse(html, {
    onParseError: ({ code }) => problems.push(code),
    scriptingEnabled: true,
  });
  expect(problems).toEqual([]);
  const all: Element[] = [];
  const walk = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      all.push(child);
      walk(child);
    }
  };
  walk(tree);
  return all;
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}

function textOf(node: DefaultTreeAdapterTypes.ChildNode | Element): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

function expectInert(html: string): void {
  const elements = elementsOf(html);
  expect(elements.filter(({ tagName }) => !tags.has(tagName)).map(({ tagName }) => tagName)).toEqual([]);
  const scripts = elements.filter(({ tagName }) => tagName === 'script');
  expect(scripts.map((script) => attribute(script, 'type'))).toEqual(['application/json', undefined]);
  for (const { attrs } of elements) {
    for (const { name, value } of attrs) {
      expect(name).not.toMatch(/^on|^style$|^src/);
      if (name === 'href')
        expect(value).toMatch(/^(?:#|data:,$|https:\/\/git\.example\.com\/edges\/blob\/main\/)/);
    }
  }
  // No control character or change of text direction is in the page.
  expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
}

describe('text of users and servers is text in the page', () => {
  test('any of it, anywhere', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 12 }), (texts) => {
        expectInert(planHtml([hostilePlan(texts)], { sourceUrl }));
      }),
      { numRuns: runs(150) },
    );
  });

  test.each(share(hostileTexts))('%j', (text) => {
    expectInert(planHtml([hostilePlan([text])], { sourceUrl }));
    // A plan whose steps are made by the script.
    const { plan, ...rest } = hostilePlan([text]);
    const steps = [
      ...plan.steps,
      ...Array.from({ length: 30 }, (_, index) => stepOf(`endpoint/e${index}`, 'delete')),
    ];
    expectInert(planHtml([{ ...rest, plan: planOf(steps, { environment: text }) }], { sourceUrl }));
  });
});

describe('the page of a trace', () => {
  test.each(share(hostileTexts))('has %j as text', (text) => {
    const html = traceHtml(hostileTrace(text));
    const elements = elementsOf(html);
    expect(elements.filter(({ tagName }) => !tags.has(tagName)).map(({ tagName }) => tagName)).toEqual([]);
    expect(elements.filter(({ tagName }) => tagName === 'script')).toEqual([]);
    expect(
      elements.flatMap(({ attrs }) => attrs).filter(({ name }) => /^on|^style$|^src/.test(name)),
    ).toEqual([]);
    expect(elements.filter(({ tagName }) => tagName === 'a')).toEqual([]);
    expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
  });
});

/** The text in each place that a user or a server writes. */
function hostileTrace(text: string): Trace {
  const at: SimulationPlace = {
    address: `endpoint/${text}`,
    path: ['traffic_policy'],
    inside: [text, 0, text, 1],
  };
  const origin = { file: text, line: 1, column: 1 };
  const unknown = { why: 'not-given', of: text, give: `given.${text}` } as const;
  const got = { code: 'refused', by: text, from: text } as const;
  const changes = [
    { code: 'header', of: 'request', name: text, value: text },
    { code: 'url', of: 'request', value: text },
    { code: 'variable', name: text },
  ] as const;
  const steps: readonly WayStep[] = [
    { code: 'selected', address: text, edge: text },
    { code: 'undecided', unknown, assumed: true, at, origin, otherwise: [got] },
    { code: 'not-matched', rule: text, because: text, at, origin },
    { code: 'changed', by: text, changes, at, origin },
    { code: 'asked', by: text, providers: [text], at, origin },
    { code: 'forwarded', url: text, to: text, at },
    { code: 'reached', upstream: text, status: 200 },
    { code: 'failed', of: text },
    { code: 'lost', unknown, at },
  ];
  const outcome = { events: [], forwardedTo: [text], connection: 'open' } as const;
  const address = 'endpoint/x';
  const reason = { code: 'other-host', host: text } as const;
  const answer: TraceAnswer = {
    edge: text,
    isAssumed: true,
    because: { code: 'host-named', by: text },
    servers: [{ address, kind: 'endpoint', id: text, origin, reason, doesAnswer: true }],
    others: [{ address, reason }],
    way: {
      steps,
      results: [got, { code: 'moved', to: text }],
      missing: [unknown],
      contradictions: [],
      outcome,
      changes,
    },
  };
  const target = { type: 'edge', name: text } as const;
  const request = { url: text, method: 'GET', headers: new Map([[text, [text]]]), target, path: text };
  return {
    environment: text,
    request,
    given: { given: { [text]: text } },
    sides: [{ side: 'desired', answers: [answer] }],
  };
}

describe('the head of the page', () => {
  const elements = elementsOf(pageOf([{ plan: fullPlan() }], sourceUrl));
  const policy = attribute(
    elements.find((one) => attribute(one, 'http-equiv') === 'Content-Security-Policy')!,
    'content',
  )!;
  const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  test('allows the one style and the one script that are there, and nothing else', () => {
    const style = elements.find(({ tagName }) => tagName === 'style')!;
    const script = elements.filter(({ tagName }) => tagName === 'script').at(-1)!;
    const directives = new Map(
      policy.split('; ').map((one) => [one.split(' ')[0]!, one.split(' ').slice(1).join(' ')]),
    );
    expect(Object.fromEntries(directives)).toEqual({
      'default-src': "'none'",
      'style-src': hashOf(textOf(style)),
      'script-src': hashOf(textOf(script)),
      'img-src': 'data:',
      'base-uri': "'none'",
      'form-action': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  test('comes before anything that it forbids', () => {
    const names = elements.map(({ tagName }) => tagName);
    const at = elements.findIndex((one) => attribute(one, 'http-equiv') === 'Content-Security-Policy');
    expect(names.slice(0, at)).toEqual(['html', 'head', 'meta']);
  });
});

test('ids are there once, and every link within the page leads to one of them or to a filter', () => {
  const plans = [{ plan: fullPlan('staging') }, { plan: fullPlan() }];
  const elements = elementsOf(pageOf(plans));
  const ids = elements.flatMap((one) => attribute(one, 'id') ?? []);
  expect(ids).toEqual([...new Set(ids)]);
  const anchors = elements
    .filter(({ tagName }) => tagName === 'a')
    .map((one) => attribute(one, 'href')!.slice(1));
  expect(anchors.length).toBeGreaterThan(10);
  expect(anchors.filter((anchor) => !ids.includes(anchor) && !anchor.startsWith('environment='))).toEqual([]);
});
