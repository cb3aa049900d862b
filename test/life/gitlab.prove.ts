/**
 * The life of a project on GitLab, as its people read it: real git repositories, the pipeline that `init` writes, the
 * program as it is shipped, the mock API, and a strict stand-in of GitLab. `gitlab.md` is the whole story.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitlabServer, gitlabState } from '../remote/forge/stand-in/gitlab.ts';
import { missingTools } from './missing-tools.ts';
import { apiToken, openCompany, type Company, type Person } from './company.ts';
import { artifactDoor, type ArtifactDoor } from './gitlab/artifact-door.ts';
import { playPipeline, type Lab } from './gitlab/play-pipeline.ts';

const project = 'acme/platform/edges';

const without = missingTools('git', 'curl');

test.skipIf(without !== '')(`a company on GitLab${without}`, async () => {
  const company = await openCompany('The life of a project on GitLab');
  const state = gitlabState();
  const gitlab = await gitlabServer(state);
  const door = await artifactDoor(project);
  const world: World = { ...company, state, door, lab: labOf(company, gitlab.url, door) };
  try {
    const alice = await company.person('alice', {
      env: { EDGEWRIGHT_API_URL: company.api.url, EDGEWRIGHT_API_TOKEN: apiToken },
    });
    await adopt(world, alice);
    await proposes(world);
    await merged(world, alice);
    await changedByHand(world, alice);
    await ledgerLost(world, alice);
    await expect(company.page()).toMatchFileSnapshot('gitlab.md');
    expect(gitlab.problems).toEqual([]);
  } finally {
    await door.close();
    await gitlab.close();
    await company.close();
  }
});

interface World extends Company {
  readonly lab: Lab;
  readonly state: ReturnType<typeof gitlabState>;
  readonly door: ArtifactDoor;
}

/** The settings of the project. Its pushes and fetches over https reach the bare repository. */
function labOf({ folder, remote, env, api }: Company, apiUrl: string, door: ArtifactDoor): Lab {
  const http = `http://127.0.0.1:${new URL(door.origin).port}/${project}.git`;
  const https = `https://edgewright:ledger-token@gitlab.example.com/${project}.git`;
  writeFileSync(
    path.join(folder, '.gitconfig'),
    `[url "${remote}"]\n\tinsteadOf = ${http}\n\tinsteadOf = ${https}\n`,
  );
  // The package is not published to this machine: `edgewright` is on the PATH already.
  const npm = path.join(folder, 'tools/npm');
  writeFileSync(
    npm,
    '#!/bin/sh\ncase "$*" in "install --global "*"/edgewright/archive/"*) ;; *) exit 1 ;; esac\n',
  );
  chmodSync(npm, 0o755);
  const credential = { EDGEWRIGHT_API_TOKEN: apiToken };
  return {
    remote,
    folder,
    env,
    variables: {
      EDGEWRIGHT_API_URL: api.url,
      GITLAB_TOKEN: 'gitlab-secret-token',
      CI_API_V4_URL: apiUrl,
      CI_SERVER_URL: door.origin,
      CI_SERVER_HOST: 'gitlab.example.com',
      CI_PROJECT_ID: project,
      CI_PROJECT_PATH: project,
      CI_PROJECT_URL: `${door.origin}/${project}`,
      CI_DEFAULT_BRANCH: 'main',
      CI_JOB_ID: '1',
      CI_JOB_URL: `${door.origin}/${project}/-/jobs/1`,
      CI_PIPELINE_ID: '1',
    },
    environmentVariables: {
      production: { ...credential, LEDGER_TOKEN: 'ledger-token' },
      'production-plan': credential,
    },
  };
}

async function adopt(world: World, alice: Person): Promise<void> {
  world.story.chapter('The platform team adopts the account');
  await alice.run(
    'edgewright init . --store git --with gitlab --source your-org/edgewright@0123456789abcdef0123456789abcdef01234567',
  );
  alice.write('routes.txt', 'edghts_parcels/edghtsrt_shop\nedghts_parcels/edghtsrt_office\n');
  await alice.run('edgewright pull --env production');
  await alice.run('edgewright pull --env production --routes routes.txt && rm routes.txt');
  await alice.run('edgewright lint --fix --unsafe');
  await alice.quietly('git add . && git commit -qm "Adopt the account" && git push -q origin HEAD:main');
  await pipeline(world, { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main' });
}

async function proposes(world: World): Promise<void> {
  const { story, person } = world;
  story.chapter('A fork proposes to open the back office');
  const bob = await person('bob');
  const file = 'resources/https-route/office.yaml';
  bob.edit(
    file,
    'ip_restriction:\n    ip_policy_ids',
    'ip_restriction:\n    enabled: false\n    ip_policy_ids',
  );
  await bob.quietly('git checkout -q -b open-office && git commit -qam "Open the office"');
  await mergeRequest(world, bob, 'fork');
  story.chapter('The same as a branch of the project');
  await mergeRequest(world, bob, 'branch');
  story.chapter('The reviewer refuses, and the change is fixed');
  bob.edit(
    file,
    'ip_restriction:\n    enabled: false\n    ip_policy_ids',
    'ip_restriction:\n    ip_policy_ids',
  );
  bob.edit(file, 'Back office', 'Back office, from the network of the office only');
  await bob.quietly('git commit -qam "Say who may see the office"');
  await mergeRequest(world, bob, 'branch');
}

/** The merge request, with its notes afterwards. */
async function mergeRequest(world: World, bob: Person, from: 'fork' | 'branch'): Promise<void> {
  const { state, story, git, door } = world;
  await bob.quietly('git push -q -f origin HEAD:refs/merge-requests/5/head');
  state.head = git(bob.folder, 'rev-parse', 'HEAD');
  await pipeline(
    world,
    {
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_MERGE_REQUEST_IID: '5',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_PROJECT_ID: project,
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: from === 'fork' ? 'contributor/edges' : project,
      CI_MERGE_REQUEST_PROJECT_URL: `${door.origin}/${project}`,
      ...(from === 'fork' ? { GITLAB_TOKEN: '' } : {}),
    },
    state.head,
  );
  for (const note of state.notes) story.shown(`Note ${note.id} of !5:`, note.body);
}

async function merged(world: World, alice: Person): Promise<void> {
  world.story.chapter('It is merged, and the schedule applies');
  await alice.quietly(
    'git fetch -q origin refs/merge-requests/5/head && git merge -q --no-edit FETCH_HEAD && git push -q origin HEAD:main',
  );
  await scheduled(world, 'apply');
}

async function changedByHand(world: World, alice: Person): Promise<void> {
  const { story, api } = world;
  story.chapter('A route is changed by hand');
  await api.outside.change('https-route', 'edghtsrt_shop', {
    compression: null,
    description: 'Shop (temporarily slow)',
  });
  await drift(world);
  story.chapter('The change is kept');
  await alice.run('edgewright pull https-route/root --env production');
  await alice.quietly('git commit -qam "Keep the change" && git push -q origin HEAD:main');
  await drift(world);
}

async function drift(world: World): Promise<void> {
  await scheduled(world, 'drift');
  for (const { iid, title, description, state } of world.state.issues)
    world.story.shown(`Issue ${iid}, ${state}: ${title}`, description);
}

async function ledgerLost(world: World, alice: Person): Promise<void> {
  world.story.chapter('The branch of the ledger is deleted, and rebuilt');
  await alice.run('git push -q origin :edgewright-ledger');
  await scheduled(world, 'apply');
  alice.write('routes.txt', world.door.artifacts.get('edgewright-apply-production')?.['routes.txt'] ?? '');
  await alice.run('edgewright ledger rebuild --env production --routes routes.txt');
  await scheduled(world, 'apply');
}

function scheduled(world: World, job: string): Promise<void> {
  return pipeline(world, {
    CI_PIPELINE_SOURCE: 'schedule',
    CI_COMMIT_BRANCH: 'main',
    SCHEDULED_JOB: job,
  });
}

let number = 0;

/** Plays a pipeline and tells each job: what it printed, and the reports that GitLab shows. */
async function pipeline(
  { lab, git, remote, story, door }: World,
  variables: Readonly<Record<string, string>>,
  commit = 'main',
): Promise<void> {
  number += 1;
  const sha = git(remote, 'rev-parse', commit);
  const text = git(remote, 'show', `${sha}:.gitlab/edgewright.yml`);
  for (const { job, conclusion, log, reports, files } of await playPipeline(
    lab,
    text,
    { sha, variables },
    number,
  )) {
    story.printed(`${job}: ${conclusion}`, log);
    if (reports['terraform'] !== undefined) story.printed('In the widget:', reports['terraform']);
    // A job that failed leaves the artifacts of the one before.
    if (Object.keys(files).length > 0 && conclusion !== 'failure') door.artifacts.set(job, files);
  }
}
