import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { accountWith, checkFiles, planOf, planTextOf } from '../../docs/site/playground/engine.ts';
import { examples } from '../../docs/site/playground/examples.mjs';
import type { State } from '../../docs/site/playground/state.ts';
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

/** The example of the playground with a refused plan. */
export const removedProtection: State = exampleWith('restriction that is removed');

function exampleWith(words: string): State {
  const found = examples.find(({ title }) => title.includes(words));
  if (found === undefined) throw new Error(`the playground has no example with ${words}`);
  const { example, files, live, open } = found;
  return { example, files, live, open };
}

/** All that decides what its picture shows, apart from the editor. */
export async function shownInPlayground(): Promise<string> {
  const { files, live, open } = removedProtection;
  const checked = await checkFiles(new Map(Object.entries(files)));
  const environment = 'failure' in checked ? undefined : checked.workspace.environments.get('production');
  if ('failure' in checked || environment === undefined) throw new Error('the example has no plan');
  const account = await accountWith(new Map(Object.entries(live)), environment.name);
  const plan = planTextOf(await planOf(checked, environment, account), { columns: 80 });
  const page = ['index.html', 'playground.css'].map((name) =>
    readFileSync(path.join(repository, 'docs/site/playground', name), 'utf8'),
  );
  const findings = checked.findings.map(({ message }) => message);
  return JSON.stringify([files[open], Object.keys(files), findings, plan, ...page]);
}
