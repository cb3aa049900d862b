import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { playCommand } from './play-command.ts';
import { onStage, playStep } from './play-scenario.ts';
import { printedCommands, shapeOf } from './printed-commands.ts';
import type { Scenario } from './scenario.ts';

/*
 * Every printed command works as printed: each is run right after the step that printed it, in the folder and against
 * the API of the scenario. It may report findings, be refused by a gate or fail at the API, but it must be a valid
 * command line. Of commands that differ only in names, one is run.
 */
const cases = path.join(import.meta.dirname, 'cases');
const files = readdirSync(cases, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.yaml'),
);

const nowhere: Readonly<Record<string, string>> = { EDGEWRIGHT_API_URL: 'http://127.0.0.1:9' };

interface Printed {
  readonly file: string;
  /** The number of steps to play before the command. */
  readonly after: number;
  readonly command: string;
}

const found = new Map<string, Printed>();
for (const file of files.sort()) {
  const { steps } = parse(readFileSync(path.join(cases, file), 'utf8')) as Scenario;
  steps.forEach(({ run = '', stdout = '', stderr = '' }, index) => {
    // Help and explanations show example commands, and JSON repeats those of the text.
    if (/^(?:help|explain|rules|init)\b|--help|--format|^$/.test(run)) return;
    for (const command of printedCommands(`${stdout}\n${stderr}`)) {
      const shape = shapeOf(command);
      if (!found.has(shape)) found.set(shape, { file, after: index + 1, command });
    }
  });
}

test('scenarios print more than 30 different commands', () => {
  expect(found.size).toBeGreaterThan(30);
});

describe.each([...found.values()])('$command', ({ file, after, command }) => {
  test(`works after step ${after} of ${file}`, async () => {
    const scenario = parse(readFileSync(path.join(cases, file), 'utf8')) as Scenario;
    await onStage(scenario, async (stage) => {
      let said = '';
      for (const step of scenario.steps.slice(0, after)) said = (await playStep(stage, step)).said;
      const step = scenario.steps[after - 1] ?? {};
      const real = printedCommands(said).find((each) => shapeOf(each) === shapeOf(command));
      expect(real, said).toBeDefined();
      stage.api?.answerWith([]);
      // Commands are run as at a terminal (without CI variables), with an API URL even if nothing responds there.
      const { CI: _ci, GITHUB_ACTIONS: _github, ...env } = { ...nowhere, ...stage.env, ...step.env };
      const where = { folder: stage.folder, env };
      const { later } = step;
      const run = (real ?? '').replace(/^edgewright /, '');
      const { exit, stdout, stderr } = await playCommand(where, later === undefined ? {} : { later }, run);
      expect([64, 70], `${real}\n${stdout}${stderr}`).not.toContain(exit);
      expect(stderr).not.toMatch(/unknown (?:command|option)/);
    });
  });
});
