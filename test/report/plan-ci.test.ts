import { expect, test } from 'vitest';
import type { Drift } from '../../src/model/drift.ts';
import { driftGithub } from '../../src/report/plan/ci/drift-github.ts';
import { planGithub } from '../../src/report/plan/ci/plan-github.ts';
import { planGitlab } from '../../src/report/plan/ci/plan-gitlab.ts';
import { driftMarkdown } from '../../src/report/plan/markdown/drift-markdown.ts';
import { driftView } from '../../src/report/plan/drift-summary.ts';
import { fitBytes } from '../../src/report/text/markdown-room.ts';
import type { Step } from '../../src/model/plan/step.ts';
import { changeOf, planOf, stepOf } from './made-plan.ts';

const origin = { file: 'resources/a,b: c%.yaml', line: 3, column: 7 };

function drifted(count: number): readonly Step[] {
  return Array.from({ length: count }, (_, index) =>
    stepOf(`endpoint/drift-${index}`, 'drift', {
      reason: { code: 'drifted' },
      origin,
      changes: ['a', 'b', 'c', 'd', 'e'].map((path) => changeOf(path, { before: 1, after: 2 })),
    }),
  );
}

function driftOf(count: number): Drift {
  const about = { environment: 'production', lineage: 'x', serial: 1, untouched: 0, settled: 0 };
  return { ...about, objects: count, steps: drifted(count), notes: [] };
}

test('a place is escaped and from the root of the repository, and a step without one names no file', () => {
  const gone = stepOf('endpoint/gone', 'delete', { reason: { code: 'removed' } });
  const here = stepOf('endpoint/here', 'delete', { reason: { code: 'removed' }, origin });
  const log = planGithub(
    [
      planOf([gone, here], {
        refusals: [{ gate: 'protect', fact: { code: 'protected' }, addresses: [gone.address, here.address] }],
      }),
    ],
    { folder: 'infra/edges/' },
  );
  expect(log).toContain(
    '::error file=infra/edges/resources/a%2Cb%3A c%25.yaml,line=3,col=7,title=plan of production::delete endpoint/here%0A',
  );
  expect(log).toContain('::error title=plan of production::delete endpoint/gone%0A');
});

test('a refusal of the whole plan is an error of the job', () => {
  const refusals = [
    { gate: 'empty', fact: { code: 'nothing-declared' as const, environment: 'production' }, addresses: [] },
  ] as const;
  expect(planGithub([planOf([], { refusals })], { folder: '' })).toMatch(
    /^::error title=plan of production::refused: .+/m,
  );
});

test.each([10, 11, 1000])('of %i warnings at most ten are annotations; the rest is counted', (count) => {
  for (const log of [
    planGithub([planOf(drifted(count))], { folder: '' }),
    driftGithub([driftOf(count)], { folder: '' }),
  ]) {
    expect(log.match(/^::warning /gm)).toHaveLength(10);
    expect(log.match(/%0Adiffers in a, b, c, d and 1 more$/gm)).toHaveLength(10);
    const rest = `\n${count - 10} more; GitHub annotates 10 of each level in a step\n`;
    if (count === 10) expect(log).not.toContain('GitHub annotates');
    else expect(log).toContain(rest);
  }
});

test('a step that needs no action is not annotated', () => {
  const log = planGithub([planOf([stepOf('endpoint/a', 'create'), stepOf('endpoint/b', 'keep')])], {
    folder: '',
  });
  expect(log).not.toMatch(/^::(?:error|warning|notice) /m);
  expect(log.trimEnd().split('\n').at(-1)).toBe('Plan for production: 1 to create, 0 to update, 0 to delete');
});

test('foreign text in the folded plan is no command', () => {
  const step = stepOf('endpoint/a', 'update', {
    changes: [changeOf('description', { before: '::endgroup::', after: '\n::error::x\n::group::y' })],
  });
  const log = planGithub([planOf([step], { environment: '::stop-commands::x' })], { folder: '' });
  const commands = log.match(/^\s*::[a-z-]+/gm);
  expect(commands).toEqual(['::group', '::endgroup']);
});

test('the widget has the sum over all environments, at most what GitLab takes', () => {
  const plan = planOf(
    (
      [
        'create',
        'update',
        'update',
        'delete',
        'retire',
        'adopt',
        'forget',
        'drift',
        'blocked',
        'keep',
      ] as const
    ).map((action, index) => stepOf(`endpoint/e${index}`, action)),
  );
  expect(planGitlab([plan])).toBe('{"create":1,"update":3,"delete":1}\n');
  expect(planGitlab([plan, plan])).toBe('{"create":2,"update":6,"delete":2}\n');
  const huge = { ...plan, summary: { ...plan.summary, create: 600_000, delete: 2_000_000 } };
  expect(JSON.parse(planGitlab([huge, huge]))).toEqual({ create: 999_999, update: 6, delete: 999_999 });
});

test.each([2000, 10_000, 65_536])('drift fits into %i characters, with the table last', (maxSize) => {
  for (const count of [0, 1, 300]) {
    const page = driftMarkdown([driftOf(count)], { maxSize });
    expect(page.length).toBeLessThanOrEqual(maxSize);
    expect(page.split('\n')[0]).toBe(`## ${driftView(driftOf(count)).title}`);
    if (count > 0) expect(page).toContain('\n| | Resource | Change | File |\n|---|---|---|---|\n| ');
  }
  const many = Array.from({ length: 400 }, () => driftOf(1));
  const page = driftMarkdown(many, { maxSize });
  expect(page.length).toBeLessThanOrEqual(maxSize);
  if (maxSize < 65_536) expect(page).toMatch(/^## Drift\n\n- Drift of production: .*\n/);
});

test('a text that fits by its characters is made shorter until its bytes fit', () => {
  const render = (size: number): string => 'ä€😀x'.repeat(1000).slice(0, size);
  for (const bytes of [0, 1, 10, 999, 5000, 100_000]) {
    const text = fitBytes({ bytes, most: 3000 }, render);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
    // It is not much shorter than it must be.
    if (bytes > 100 && bytes < 5000) expect(Buffer.byteLength(text)).toBeGreaterThan(bytes * 0.7);
  }
  expect(fitBytes({ bytes: undefined, most: 5 }, render)).toHaveLength(5);
  // A text that cannot be shorter ends the search.
  expect(fitBytes({ bytes: 3, most: 100 }, () => 'always the same')).toBe('always the same');
});
