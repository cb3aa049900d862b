import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Place } from '../../../src/model/document.ts';
import { lineColumn } from '../../../src/text/line-column.ts';
import { filesIn, lintFiles } from '../workspace-of.ts';
import { settingsWith } from './settings-with.ts';

interface PositionCase {
  readonly name: string;
  readonly policy: Readonly<Record<string, unknown>>;
  readonly resources: string;
  readonly at: string;
  readonly message?: string;
  readonly related?: readonly string[];
  readonly environments?: readonly string[];
}

const cases = parse(readFileSync(new URL('positions.yaml', import.meta.url), 'utf8')) as PositionCase[];

test.each(cases.map((one) => ({ title: one.name, one })))('$title', ({ one }) => {
  const settings = settingsWith({ p: one.policy });
  const { diagnostics } = lintFiles(
    { ...filesIn(one.resources), 'edgewright.yaml': settings },
    { rules: [] },
  );
  const own = diagnostics.filter(({ rule }) => rule === 'policy/p');
  expect(diagnostics.filter(({ rule }) => rule === 'policy-expression')).toEqual([]);
  expect(own.map(({ place }) => placeText(place, one.at))).toEqual([one.at]);
  if (one.message !== undefined) expect(own[0]?.message).toBe(one.message);
  if (one.environments !== undefined) expect(own[0]?.environments).toEqual(one.environments);
  if (one.related !== undefined)
    expect(own[0]?.related.map(({ place }) => place.source.path)).toEqual(one.related);
});

function placeText({ source, start }: Place, like: string): string {
  const { line, column } = lineColumn(source, start);
  const short = `${line}:${column}`;
  const isCase = source.path === 'resources/case.yaml' && !like.includes('/');
  return isCase ? short : `${source.path}:${short}`;
}
