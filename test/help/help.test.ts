/*
 * The help of every verb: groups, values as noun phrases, switches as imperatives, dangers, examples that parse, exit
 * codes that happen.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { verbs } from '../../src/main.ts';
import { problemOf } from '../docs/command-lines.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { everyCommand, examplesIn, exitCodesIn, helpOf } from './help-of.ts';
import { optionGroups } from '../../src/run/cli/option-groups.ts';
import { verbGroups } from '../../src/run/cli/verb.ts';

const words = [...everyCommand.keys()];

test('verbs are listed by what one wants, one line each', async () => {
  const help = await helpOf('');
  const headings = help.match(/^\w+:$/gm);
  expect(headings).toEqual(['Options:', ...Object.values(verbGroups), 'Examples:']);
  const listed = [...help.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, verb]) => verb);
  expect(listed).toEqual(Object.keys(verbs));
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(examplesIn(help)).toHaveLength(2);
});

describe.each(words)('%s', (name) => {
  const command = everyCommand.get(name)!;

  test('groups its options, in the one order', async () => {
    const headings = (await helpOf(name)).match(/^[A-Z]\w+:$/gm) ?? [];
    const groups = headings.filter((heading) => !['Arguments:', 'Commands:', 'Examples:'].includes(heading));
    expect(groups).toEqual(Object.values(optionGroups).filter((group) => groups.includes(group)));
  });

  test('describes a value with a noun phrase, and a switch with an imperative', () => {
    const described = [...command.options, ...command.registeredArguments];
    const docs = described.map(({ description }) => description);
    expect(docs.filter((doc) => !/^[a-z`429]|^[A-Z]{2}/.test(doc))).toEqual([]);
    const isSwitch = new Set<unknown>(
      command.options.filter((option) => option.isBoolean() || option.negate),
    );
    const [switches, values] = [true, false].map((wanted) =>
      described.filter((one) => isSwitch.has(one) === wanted).map(({ description }) => description),
    );
    expect(values!.filter((doc) => notNoun.test(doc))).toEqual([]);
    expect(switches!.filter((doc) => !imperative.test(doc))).toEqual([]);
  });

  test('names the danger of a dangerous flag', () => {
    const silent = command.options.filter(
      ({ long = '', description }) => dangerous.has(long) && !/\(danger: .+\)$/.test(description),
    );
    expect(silent.map(({ long }) => long)).toEqual([]);
    const lifted = command.options.filter(({ long = '' }) => long.startsWith('--allow-'));
    expect(lifted.filter(({ description }) => !description.startsWith('allow '))).toEqual([]);
  });

  test('ends with two examples of itself and its exit codes', async () => {
    const help = await helpOf(name);
    const examples = examplesIn(help);
    expect(new Set(examples).size).toBe(2);
    expect(examples.flatMap((example) => problemOf(example) ?? [])).toEqual([]);
    expect(examples.filter((example) => !`${example} `.startsWith(`edgewright ${name} `))).toEqual([]);
    const codes = exitCodesIn(help);
    expect(codes).toEqual([...codes].sort((a, b) => a - b));
    expect(codes).toEqual(expect.arrayContaining([0, 64, 70]));
  });

  test('ends as its help says, in every scenario', async () => {
    const codes = exitCodesIn(await helpOf(name));
    expect([...(seenCodes.get(name) ?? [])].filter((code) => !codes.includes(code))).toEqual([]);
  });
});

/** A verb that a switch begins with. */
const imperative =
  /^(?:in CI: take|use|show|print|write|report|check|make|run|ask|apply|allow|exit|list|do|draw|post|set|keep|wait|reset|replace|record|forget|unlock|send|compare) /;

/** Words that begin an order, or the explanation of a manner or a place. */
const notNoun =
  /^(?:how|where|which|what|when|whether|only|with|also|do|does|show|print|check|compare|write|take|make|look|end|keep|fail|answer|say|speak|require|insist|fix|replace|use|draw|list|read)\b/;

const dangerous: ReadonlySet<string> = new Set([
  '--absent',
  '--force',
  '--overwrite',
  '--still-live',
  '--unsafe',
  '--yes',
]);

/** The exit codes that the recorded scenarios have, by command. */
const seenCodes = new Map<string, Set<number>>();
const cases = path.join(import.meta.dirname, '../scenarios/cases');
for (const file of readdirSync(cases, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.yaml')) continue;
  const { steps } = parse(readFileSync(path.join(cases, file), 'utf8')) as Scenario;
  for (const { run, exit = 0 } of steps) {
    if (run === undefined) continue;
    const [first = '', second = ''] = run.trim().split(/\s+/);
    const name = everyCommand.has(`${first} ${second}`) ? `${first} ${second}` : first;
    seenCodes.set(name, (seenCodes.get(name) ?? new Set()).add(exit));
  }
}
