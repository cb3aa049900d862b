import { createRequire } from 'node:module';
import path from 'node:path';
import { instance, type Viz } from '@viz-js/viz';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { topologyDot } from '../../../src/report/graph/dot.ts';
import { topologyMermaid } from '../../../src/report/graph/mermaid.ts';
import { topologySvg } from '../../../src/report/graph/svg.ts';
import { launch, noBrowser } from '../html/browser.ts';
import { arbitraryNames, hostileNames, topologyOf } from './topologies.ts';
import { runs } from '../../runs.ts';
import { labelLines } from '../../../src/report/graph/topology-look.ts';

const nodes = topologyOf(['x']).nodes.length;
const links = topologyOf(['x']).links.length;

describe('dot, read by Graphviz', () => {
  let viz: Viz;
  beforeAll(async () => {
    viz = await instance();
  });

  /** Node labels as Graphviz draws them, and how many edges there are. */
  function read(text: string): { readonly labels: readonly string[]; readonly edges: number } {
    const parser = new SaxesParser();
    const labels: string[][] = [];
    let edges = 0;
    let within = '';
    let isText = false;
    parser.on('opentag', ({ name, attributes }) => {
      if (name === 'g') within = String(attributes['class']);
      if (name === 'g' && within === 'node') labels.push([]);
      if (name === 'g' && within === 'edge') edges++;
      isText = name === 'text' && within === 'node';
    });
    parser.on('text', (one) => {
      if (isText) labels.at(-1)?.push(one);
    });
    parser.on('closetag', () => (isText = false));
    parser.write(viz.renderString(text, { format: 'svg' })).close();
    return { labels: labels.map((lines) => hard(lines.join('\n'))), edges };
  }

  const hard = (text: string): string => text.replaceAll('\u00a0', ' ');

  function expectNames(names: readonly string[]): void {
    const topology = topologyOf(names);
    const { labels, edges } = read(topologyDot(topology));
    expect(edges).toBe(links);
    // Graphviz writes spaces as non-breaking ones.
    const wanted = topology.nodes.map((node) => hard(labelLines(node).join('\n')));
    expect([...labels].sort()).toEqual([...wanted].sort());
  }

  test.each(hostileNames)('%j', (name) => expectNames([name]));
  test('any names', () => {
    fc.assert(fc.property(arbitraryNames, expectNames), { numRuns: 60 });
  });
});

describe('svg', () => {
  /** Text elements, and what else is in it. */
  function read(text: string): { readonly titles: readonly string[]; readonly tags: ReadonlySet<string> } {
    const parser = new SaxesParser();
    const titles: string[] = [];
    const tags = new Set<string>();
    let tag = '';
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name, attributes }) => {
      tag = name;
      tags.add(name);
      expect(Object.keys(attributes).filter((one) => /^on|href|style/.test(one))).toEqual([]);
    });
    parser.on('text', (one) => {
      if (tag === 'title' && one.trim() !== '') titles.push(one);
    });
    parser.on('closetag', () => (tag = ''));
    parser.write(text).close();
    return { titles, tags };
  }

  test('is well formed, contains each name in full, and nothing active', () => {
    fc.assert(
      fc.property(arbitraryNames, (names) => {
        const { titles, tags } = read(topologySvg(topologyOf(names), names[0] ?? ''));
        expect([...tags].sort()).toEqual(['g', 'path', 'rect', 'style', 'svg', 'text', 'title']);
        expect(titles.length).toBeGreaterThanOrEqual(nodes);
      }),
      { numRuns: runs(100) },
    );
  });

  test('hundreds of routes of one edge do not overlap, and no line is longer than a screen', () => {
    const topology = topologyOf(['x']);
    const routes = Array.from({ length: 400 }, (_, index) => ({
      ...topology.nodes[6]!,
      id: `https-route/r${index}`,
      address: `https-route/r${index}` as const,
    }));
    const all = {
      nodes: [...topology.nodes, ...routes],
      links: [
        ...topology.links,
        ...routes.flatMap(({ id }) => [
          { from: 'https-edge:e', to: id, through: 'edge_id', change: 'same' as const },
          { from: id, to: 'backend:b', through: 'backend', change: 'same' as const },
        ]),
      ],
    };
    const text = topologySvg(all, 'many');
    const boxes = [...text.matchAll(/translate\((\d+) (\d+)\)"><title>/g)].map(([, x, y]) => `${x} ${y}`);
    expect(new Set(boxes).size).toBe(boxes.length);
    const curves = [...text.matchAll(/d="M\d+ (\d+)C\d+ \d+ \d+ \d+ \d+ (\d+)"/g)];
    expect(curves.length).toBeGreaterThan(400);
    expect(Math.max(...curves.map(([, from, to]) => Math.abs(Number(from) - Number(to))))).toBeLessThan(600);
  });
});

/** A diagram as Mermaid has parsed it. */
interface Drawn {
  readonly labels: readonly string[];
  readonly edges: number;
  readonly tags: number;
}

describe.skipIf(noBrowser)('mermaid, read by Mermaid in Chromium', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch();
    page = await browser.newPage();
    const main = createRequire(import.meta.url).resolve('mermaid');
    await page.addScriptTag({ path: path.join(path.dirname(main), 'mermaid.min.js') });
    await page.evaluate('mermaid.initialize({ startOnLoad: false })');
  });
  afterAll(() => browser.close());

  test.each(hostileNames.map((name, index) => [name, index] as const))('%j', async (name, index) => {
    const topology = topologyOf([name]);
    const text = topologyMermaid(topology);
    const drawn = await page.evaluate<Drawn>(
      `mermaid.render(${JSON.stringify(`d${index}`)}, ${JSON.stringify(text)}).then(({ svg }) => {
        const page = new DOMParser().parseFromString(svg, 'text/html');
        return {
          labels: [...page.querySelectorAll('.node .nodeLabel')].map((one) => one.textContent),
          edges: page.querySelectorAll('.edgePaths path').length,
          tags: page.querySelectorAll('script, b, strong, em, li, a, foreignObject img').length,
        };
      })`,
    );
    expect(drawn.edges).toBe(links);
    expect(drawn.tags).toBe(0);
    const flat = (label: string): string => label.replaceAll(/[\s\u2060]+/g, '');
    const wanted = topology.nodes.map((node) => flat(labelLines(node).join('')));
    expect(drawn.labels.map(flat).sort()).toEqual(wanted.sort());
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });
});
