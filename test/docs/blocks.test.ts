import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.ts';
import { findingsIn } from '../lint/rule-cases.ts';
import { filesIn } from '../lint/workspace-of.ts';
import { problemOf } from './command-lines.ts';
import { nounsOfModel } from './names-of-source.ts';
import {
  hookSettings,
  hooks,
  lintStaged,
  pictures,
  repository,
  ruleBlocks,
  setUps,
  withPlace,
} from './page.ts';
import { hooksOf } from './hook-blocks.ts';
import { loadRule } from './rule-block.ts';
import { commitWithHook, setUpProblem } from './shell-blocks.ts';

describe('a block', () => {
  test.each(withPlace(hooks))('%s: a hook that refuses what does not lint', (_place, { text }) => {
    const good = readFileSync(path.join(repository, 'examples/minimal/resources/hello.yaml'), 'utf8');
    expect(commitWithHook(text, good).exit).toBe(0);
    const refused = commitWithHook(text, good.replace('url:', 'ulr:'));
    expect(refused.exit).not.toBe(0);
    expect(refused.said).toContain('unknown-field');
  });

  test.each(withPlace(hookSettings))('%s: hooks that there are', (_place, { text }) => {
    const ids = hooksOf(text).map(({ id }) => id);
    expect(ids).toEqual(['edgewright-lint', 'edgewright-fmt']);
    expect(hooksOf(text).flatMap(({ command }) => problemOf(command) ?? [])).toEqual([]);
  });

  test.each(withPlace(lintStaged))('%s: what lint-staged runs', async (_place, { text }) => {
    const setting = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
      readonly default: Readonly<Record<string, () => string>>;
    };
    const commands = Object.values(setting.default).map((command) => command());
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.flatMap((command) => problemOf(command) ?? [])).toEqual([]);
  });

  test.each(withPlace(setUps))('%s: a set-up of commands that exist', (_place, { text }) => {
    const lines = text.split('\n').filter((line) => line !== '');
    expect(lines.flatMap((line) => setUpProblem(line) ?? [])).toEqual([]);
  });

  test.each(withPlace(ruleBlocks))('%s: a rule that finds its own mistake', async (_place, { text }) => {
    const rule = await loadRule(text);
    // In a clone where the recipe was followed, the rule is one of them already.
    const all = [...rules.filter(({ id }) => id !== rule.id), rule];
    expect(text).toContain(`// src/lint/rules/${rule.group}-rules.ts, in `);
    const [, around = ''] = /, in (.*)\n/.exec(text) ?? [];
    const file = readFileSync(`src/lint/rules/${rule.group}-rules.ts`, 'utf8');
    expect(file.replaceAll(/\s+/g, '')).toContain(around.replaceAll(/\s+/g, ''));
    expect(findingsIn(rule, all, {}, filesIn(rule.bad)).map((found) => found.rule)).toEqual([rule.id]);
    expect(findingsIn(rule, all, {}, filesIn(rule.good))).toEqual([]);
  });

  test.each(withPlace(pictures))('%s: a picture of stages and nouns', (_place, { text }) => {
    const stages = [...text.matchAll(/─(\w+)→/g)].map(([, stage]) => stage);
    const folders = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) =>
      path.basename(name),
    );
    expect(folders).toEqual(expect.arrayContaining(stages));
    const nouns = [...text.matchAll(/[A-Z]\w+/g)].map(([noun]) => noun);
    expect(nouns.filter((noun) => !nounsOfModel().has(noun))).toEqual([]);
  });
});
