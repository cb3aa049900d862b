import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';
import type { Topology, TopologyLink, TopologyNode } from '../../../src/model/traffic/topology.ts';
import { changedPart, graphHtml } from '../../../src/report/graph/graph-page.ts';
import { boxHeight, layOut } from '../../../src/report/graph/layout.ts';
import { bigPlan } from '../made-plan.ts';
import { topologyOf } from '../html/page-of.ts';

/** Of 40 routes of one edge and one backend, two are changed. */
function fewChanges(): Topology {
  const { nodes, links } = topologyOf(bigPlan(40).steps.slice(0, 40));
  const change = (id: string): 'changed' | 'same' =>
    ['https-route/shop-3', 'https-route/shop-30'].includes(id) ? 'changed' : 'same';
  return { nodes: nodes.map((node) => ({ ...node, change: change(node.id) })), links };
}

function attributes(html: string, name: string): readonly string[] {
  const found: string[] = [];
  const walk = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!('attrs' in child)) continue;
      found.push(...child.attrs.filter((one) => one.name === name).map(({ value }) => value));
      walk(child);
    }
  };
  walk(parse(html, { onParseError: ({ code }) => expect(code).toBe('') }));
  return found;
}

test('what changes is drawn with its neighbors alone, each of them once', () => {
  const part = changedPart(fewChanges());
  const ids = ['backend:b', 'https-edge:e', 'https-route/shop-3', 'https-route/shop-30'];
  expect(part.nodes.map(({ id }) => id)).toEqual(ids);
  const { boxes, lines } = layOut(part);
  expect(boxes.map(({ node }) => node.id).sort()).toEqual(ids);
  expect(lines.length).toBe(4);
});

test('a target that does not exist is drawn only beside a change, and the rest is counted', () => {
  const { nodes, links } = fewChanges();
  const gone = (id: string): TopologyNode => ({
    id,
    role: 'endpoint',
    title: id,
    change: 'same',
    isDangling: true,
  });
  const toward = (from: string, to: string): TopologyLink => ({
    from,
    to,
    through: 'traffic_policy',
    change: 'same',
  });
  const topology = {
    nodes: [...nodes, gone('endpoint:near'), gone('endpoint:far')],
    links: [
      ...links,
      toward('https-route/shop-3', 'endpoint:near'),
      toward('https-route/shop-5', 'endpoint:far'),
    ],
  };
  const part = changedPart(topology);
  const ids = part.nodes.map(({ id }) => id);
  expect(ids).toContain('endpoint:near');
  expect(ids).not.toContain('endpoint:far');
  expect(ids).not.toContain('https-route/shop-5');
  const html = graphHtml(topology, 'production: what the plan changes');
  expect(html).toContain('38 other resources do not change.');
  expect(html.split('endpoint:far, not there').length).toBe(1);
});

test('a URL that the settings declare as served elsewhere is no missing one', () => {
  const elsewhere: TopologyNode = {
    id: 'endpoint:https://agent.internal',
    role: 'endpoint',
    title: 'https://agent.internal',
    change: 'same',
    isDangling: false,
    isElsewhere: true,
  };
  const { nodes, links } = fewChanges();
  const to = {
    from: 'https-route/shop-3',
    to: elsewhere.id,
    through: 'traffic_policy',
    change: 'same',
  } as const;
  const html = graphHtml({ nodes: [...nodes, elsewhere], links: [...links, to] }, 'production');
  expect(html).toContain('endpoint, served elsewhere');
  expect(html).not.toContain('class="box endpoint dangling"');
  expect(html).not.toContain('does not exist');
});

test('of files one drawing is open, with every resource, and no list repeats it', () => {
  const { nodes, links } = fewChanges();
  const still = { nodes: nodes.map((node) => ({ ...node, change: 'same' as const })), links };
  const html = graphHtml({ ...still, nodes: still.nodes.slice(0, 40) }, 'production: what the files say');
  expect(html.split('<svg').length).toBe(2);
  expect(html.indexOf('<svg')).toBeLessThan(html.indexOf('<details'));
  // In a larger one, the drawing has the first of each area, and the lists have the others.
  const large = graphHtml(still, 'production: what the files say');
  expect(large.indexOf('<svg')).toBeLessThan(large.indexOf('<details'));
});

test('boxes never overlap, also of endpoints that forward in a circle, and are the same each time', () => {
  const endpoint = (id: string): TopologyNode => ({
    id,
    role: 'endpoint',
    title: id,
    address: `endpoint/${id}`,
    change: 'same',
    isDangling: false,
  });
  const forward = (from: string, to: string): TopologyLink => ({
    from,
    to,
    through: 'traffic_policy',
    change: 'same',
  });
  const circle = {
    nodes: ['a', 'b', 'c'].map(endpoint),
    links: [forward('a', 'b'), forward('b', 'c'), forward('c', 'a'), forward('b', 'b')],
  };
  for (const topology of [circle, topologyOf(bigPlan(70).steps.slice(0, 70))]) {
    const { boxes, lines, width, height } = layOut(topology);
    expect(lines.length).toBe(topology.links.length);
    const overlapping = boxes.filter((box, at) =>
      boxes
        .slice(at + 1)
        .some(
          ({ x, y, width: other }) =>
            x < box.x + box.width && box.x < x + other && y < box.y + boxHeight && box.y < y + boxHeight,
        ),
    );
    expect(overlapping).toEqual([]);
    expect(
      boxes.filter((box) => box.x < 0 || box.x + box.width > width || box.y + boxHeight > height),
    ).toEqual([]);
    expect(layOut(topology)).toEqual(layOut(topology));
  }
});

test('every resource has an entry, and every link of the page leads to one', () => {
  const topology = fewChanges();
  const html = graphHtml(topology, 'production: what the plan changes');
  const ids = attributes(html, 'id');
  const links = attributes(html, 'href').filter((href) => href.startsWith('#'));
  expect(ids.length).toBe(topology.nodes.length);
  expect(new Set(links.map((href) => href.slice(1)))).toEqual(new Set(ids));
  expect(html).toContain('2 of 42 resources change.');
});

test('without changes, a short topology is open', () => {
  const { nodes, links } = fewChanges();
  const still = {
    nodes: nodes.slice(0, 5).map((node) => ({ ...node, change: 'same' as const })),
    links: links.slice(0, 3),
  };
  const html = graphHtml(still, 'production: what the files say');
  expect(html).not.toContain('their neighbors');
  expect(html).not.toMatch(/<details class="area">/);
});
