/*
 * The files of docs/atlantis.md: only keys that Atlantis documents, and their steps do what the page says when they run
 * as its server runs them: `sh -c` in the checkout, with its variables, one after the other until one fails.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openStageApi, type StageApi } from '../../scenarios/stage-api.ts';
import { blocksOf } from '../markdown.ts';
import { repository } from '../page.ts';
import { fileOf } from '../story.ts';
import { openCheckout, type Checkout, planKey } from './atlantis-checkout.ts';

interface Stage {
  readonly steps: readonly { readonly run: string }[];
}
interface ServerFile {
  readonly repos: readonly { readonly id: string; readonly workflow: string }[];
  readonly workflows: Readonly<Record<string, Readonly<Record<'plan' | 'apply', Stage>>>>;
}
interface Project {
  readonly name: string;
  readonly dir: string;
  readonly workspace: string;
  readonly autoplan: { readonly when_modified: readonly string[] };
}

const page = blocksOf(readFileSync(path.join(repository, 'docs/atlantis.md'), 'utf8'));
const textOf = (name: string) => page.find((block) => fileOf(block)?.file === name)?.text ?? '';
const server = parse(textOf('repos.yaml')) as ServerFile;
const repo = parse(textOf('atlantis.yaml')) as { readonly version: number; readonly projects: Project[] };
const workflow = server.workflows[server.repos[0]?.workflow ?? ''];

test('only keys that Atlantis documents', () => {
  const keys = (value: object): readonly string[] => Object.keys(value);
  expect(repo.version).toBe(3);
  expect(keys(server)).toEqual(['repos', 'workflows']);
  const ofRepo = ['id', 'workflow', 'apply_requirements', 'allowed_overrides', 'allow_custom_workflows'];
  expect(keys(server.repos[0] ?? {})).toEqual(ofRepo);
  for (const project of repo.projects)
    expect(keys(project)).toEqual(['name', 'dir', 'workspace', 'execution_order_group', 'autoplan']);
  expect(keys(workflow ?? {})).toEqual(['plan', 'apply']);
});

describe('the steps', () => {
  let api: StageApi;
  let checkout: Checkout;
  beforeAll(async () => {
    api = await openStageApi('', { token: 'write' });
    const names = repo.projects.map(({ workspace }) => workspace);
    checkout = openCheckout(names, { EDGEWRIGHT_API_URL: api.url, EDGEWRIGHT_API_TOKEN: 'write' });
  });
  afterAll(async () => {
    rmSync(checkout.root, { recursive: true, force: true });
    await api.close();
  });

  const planFile = ({ name, workspace }: Project) =>
    path.join(checkout.folder, `${name}-${workspace}.tfplan`);
  const resource = (text: string) => writeFileSync(path.join(checkout.folder, 'resources/status.yaml'), text);
  const status =
    'kind: endpoint\nname: status\nspec: { url: https://status.$(environment).example.com, description: status }\n';

  /** Runs a stage of a project; the first step that fails ends it. */
  async function run(stage: 'plan' | 'apply', project: Project): Promise<{ exit: number; said: string }> {
    const env = {
      ...checkout.env,
      WORKSPACE: project.workspace,
      PROJECT_NAME: project.name,
      PLANFILE: planFile(project),
      DIR: checkout.folder,
      REPO_REL_DIR: project.dir,
      BASE_BRANCH_NAME: 'main',
      HEAD_BRANCH_NAME: 'change',
      PULL_NUM: '7',
      EDGEWRIGHT_PLAN_KEY: planKey,
    };
    let said = '';
    for (const step of workflow?.[stage].steps ?? []) {
      const exit = await new Promise<number>((resolve) =>
        execFile('sh', ['-c', step.run], { cwd: checkout.folder, env }, (error, stdout, stderr) => {
          said += stdout + stderr;
          resolve(error === null ? 0 : Number(error.code));
        }),
      );
      if (exit !== 0) return { exit, said };
    }
    return { exit: 0, said };
  }

  test.each(repo.projects)('plan and apply $name', async (project) => {
    resource(status);
    const planned = await run('plan', project);
    expect(planned.exit, planned.said).toBe(0);
    expect(planned.said).toContain(`Plan for ${project.workspace}: 1 to create`);
    expect(existsSync(planFile(project))).toBe(true);
    const applied = await run('apply', project);
    expect(applied.exit, applied.said).toBe(0);
    expect(applied.said).toContain('Applied: 1 created.');
  });

  test('a plan is single-use, and an empty one applies nothing', async () => {
    const [project] = repo.projects as [Project];
    expect((await run('apply', project)).exit).toBe(1);
    expect((await run('plan', project)).said).toContain('No changes');
    expect((await run('apply', project)).exit).toBe(0);
  });

  test('drift does not fail a stage, a plan that is refused does', async () => {
    const [project] = repo.projects as [Project];
    const [{ id } = { id: '' }] = api.outside.objects('endpoint');
    await api.outside.change('endpoint', id, { description: 'by hand' });
    const drifted = await run('plan', project);
    expect(drifted.said).toContain('1 drifted');
    expect(drifted.exit).toBe(0);
    expect((await run('apply', project)).exit).toBe(0);
    resource(status.replace('https://', 'http://'));
    const refused = await run('plan', project);
    expect(refused.said).toContain('REFUSED');
    expect(refused.exit).not.toBe(0);
  });
});
