import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { blocks, repository } from '../docs/page.ts';
import { playCommand } from '../scenarios/play-command.ts';
import { onStage, playStep } from '../scenarios/play-scenario.ts';
import type { Scenario } from '../scenarios/scenario.ts';

/** The terminal output for the mistake on the first page of the README. */
export async function findingInTerminal(): Promise<string> {
  const mistake = blocks.find(({ text }) => text.startsWith('# resources/admin.yaml, with'))?.text ?? '';
  const files = { 'resources/admin.yaml': mistake };
  return onStage({ title: '', copy: 'examples/minimal', files, steps: [] }, async (where) => {
    const { stdout } = await playCommand(where, {}, 'lint --color always');
    return `$ edgewright lint\n${stdout}`;
  });
}

/** The HTML page of the plan with three steps: refused, new, drifted. The port of the API is not drawn. */
export async function pageOfPlan(): Promise<string> {
  const file = path.join(repository, 'test/scenarios/cases/plan/three-steps.yaml');
  const scenario = parse(readFileSync(file, 'utf8')) as Scenario;
  return onStage(scenario, async (stage) => {
    for (const step of scenario.steps) {
      if (step.run === 'plan') break;
      await playStep(stage, step);
    }
    const { stdout } = await playCommand(stage, {}, 'plan --format html');
    return stdout.replaceAll(stage.api?.url ?? '', 'https://api.example.com');
  });
}
