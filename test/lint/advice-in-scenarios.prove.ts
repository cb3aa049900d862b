/** The advice about the files of all scenarios, as of the steps that check them: see advice.test.ts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { lint } from '../../src/lint/engine/lint.ts';
import { rules } from '../../src/lint/rules.ts';
import { compileEach } from '../../src/workspace/compile/compile.ts';
import { loadWorkspace } from '../../src/workspace/load-workspace.ts';
import { onStage, playStep } from '../scenarios/play-scenario.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { followAll, type Checked } from './advice.ts';
import type { Files } from './workspace-of.ts';

const cases = path.join(import.meta.dirname, '../scenarios/cases');
const scenarios = readdirSync(cases, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .sort()
  .map((file) => ({ file, scenario: parse(readFileSync(path.join(cases, file), 'utf8')) as Scenario }))
  .filter(({ scenario }) =>
    scenario.steps.some(({ stdout = '' }) => /^(?:error|warning|info)\[/m.test(stdout)),
  );

test.each(scenarios)('$file', async ({ scenario }) => {
  await onStage(scenario, async (stage) => {
    for (const step of scenario.steps) {
      await playStep(stage, step);
      if (
        !/^(?:error|warning|info)\[/m.test(step.stdout ?? '') ||
        !existsSync(path.join(stage.folder, 'edgewright.yaml'))
      )
        continue;
      const followed = followAll({}, (files) => checked(stage.folder, files));
      expect(followed.filter(({ faults }) => faults.length > 0)).toEqual([]);
    }
  });
});

function checked(from: string, files: Files): Checked {
  const workspace = loadWorkspace({ from, overlay: new Map(Object.entries(files)) });
  const compiled = compileEach(workspace, [...workspace.environments.keys()]);
  const { diagnostics } = lint({ rules, now: new Date('2026-01-01T00:00:00Z'), workspace, compiled });
  return { diagnostics, workspace };
}
