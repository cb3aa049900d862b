/**
 * The life of a repository on GitHub, as its people read it: real git repositories, the workflows that `init` writes,
 * the action as it is shipped, the mock API, and a strict stand-in of GitHub. `github.md` is the whole story.
 */
import path from 'node:path';
import { expect, test } from 'vitest';
import { githubServer, githubState, repo as repository } from '../remote/forge/stand-in/github.ts';
import { missingTools } from './missing-tools.ts';
import { apiToken, openCompany, type Company, type Person } from './company.ts';
import { githubDoor } from './github/door.ts';
import { happens, type NamedRun } from './github/happens.ts';
import type { Hub, HubEvent } from './github/hub.ts';
import { proposed } from './github/pull-request.ts';

const without = missingTools('git', 'curl', 'jq', 'unzip');

test.skipIf(without !== '')(`a company on GitHub${without}`, async () => {
  const company = await openCompany('The life of a repository on GitHub');
  const state = { ...githubState(), viewer: undefined, login: 'github-actions[bot]' };
  const github = await githubServer(state);
  const door = await githubDoor({ origin: github.origin, token: 'github-secret-token' });
  const fork = path.join(company.folder, 'fork.git');
  const credential = { EDGEWRIGHT_API_TOKEN: apiToken };
  const hub: Hub = {
    door,
    repositories: { [repository]: company.remote, 'contributor/edges': fork },
    vars: { EDGEWRIGHT_API_URL: company.api.url },
    secrets: {},
    environmentSecrets: { production: credential, 'production-plan': credential },
    folder: company.folder,
  };
  const world: World = { ...company, hub, state, fork };
  try {
    const alice = await company.person('alice', {
      env: { EDGEWRIGHT_API_URL: company.api.url, ...credential },
    });
    await adopt(world, alice);
    await forkProposes(world);
    await merged(world, alice);
    await redirectBreaks(world, alice);
    await changedByHand(world, alice);
    await redirectChangedByHand(world, alice);
    await ledgerLost(world, alice);
    await expect(company.page()).toMatchFileSnapshot('github.md');
    expect(github.problems).toEqual([]);
    expect(door.refused).toEqual([]);
  } finally {
    await door.close();
    await github.close();
    await company.close();
  }
});

interface World extends Company {
  readonly hub: Hub;
  readonly state: ReturnType<typeof githubState>;
  readonly fork: string;
}

const requestTests = `tests:
  - name: the back office is closed
    request: https-edge/edghts_parcels/office
    given: { ip_policies: { ipp_office: [192.0.2.0/24] } }
    expect: { status: 403 }
  - name: the old page of incidents leads to the new one
    request: https://status.parcels.example/history
    expect: { status: 301, location: https://status.parcels.example/ }
`;

async function adopt(world: World, alice: Person): Promise<void> {
  world.story.chapter('The platform team adopts the account');
  await alice.run(
    'edgewright init . --store git --with github --source your-org/edgewright@0123456789abcdef0123456789abcdef01234567',
  );
  alice.write('routes.txt', 'edghts_parcels/edghtsrt_shop\nedghts_parcels/edghtsrt_office\n');
  await alice.run('edgewright pull --env production');
  await alice.run('edgewright pull --env production --routes routes.txt && rm routes.txt');
  await alice.run('edgewright lint --fix --unsafe');
  alice.write('tests/parcels.yaml', requestTests);
  await alice.run('edgewright test');
  await alice.run('edgewright plan');
  await alice.quietly('git add . && git commit -qm "Adopt the account" && git push -q origin HEAD:main');
  tell(world, await happens(world.hub, onMain(world, 'push')));
}

async function forkProposes(world: World): Promise<void> {
  const { story, git, folder, remote, fork, person } = world;
  story.chapter('A fork proposes to open the back office');
  git(folder, 'clone', '-q', '--bare', remote, fork);
  const contributor = await person('contributor', { remote: fork });
  contributor.edit(
    'resources/https-route/office.yaml',
    'ip_restriction:\n    ip_policy_ids',
    'ip_restriction:\n    enabled: false\n    ip_policy_ids',
  );
  await contributor.run('git checkout -q -b open-office && git diff -U1 | tail -n +5');
  await contributor.quietly('git commit -qam "Open the office" && git push -q origin open-office');
  await propose(world);
  story.chapter('The reviewer refuses, and the contributor fixes it');
  contributor.edit(
    'resources/https-route/office.yaml',
    'ip_restriction:\n    enabled: false\n    ip_policy_ids',
    'ip_restriction:\n    ip_policy_ids',
  );
  contributor.edit(
    'resources/https-route/office.yaml',
    'Back office',
    'Back office, from the network of the office only',
  );
  await contributor.quietly('git commit -qam "Say who may see the office" && git push -q origin open-office');
  await propose(world);
}

/** The pull request from the fork, with its comments afterwards. */
async function propose(world: World): Promise<void> {
  const { state, story, hub, fork } = world;
  const event = proposed(world, {
    number: 7,
    from: fork,
    branch: 'open-office',
    repository,
    headRepository: 'contributor/edges',
  });
  state.head = event.head;
  tell(world, await happens(hub, event));
  for (const comment of state.comments)
    story.shown(`Comment ${comment.id} of #7, by ${comment.login}:`, comment.body);
}

async function merged(world: World, alice: Person): Promise<void> {
  world.story.chapter('It is merged, and the schedule applies');
  await alice.quietly(
    'git fetch -q origin refs/pull/7/head && git merge -q --no-edit FETCH_HEAD && git push -q origin HEAD:main',
  );
  tell(world, await happens(world.hub, onMain(world, 'schedule'), { only: 'edgewright apply' }));
}

async function redirectBreaks(world: World, alice: Person): Promise<void> {
  const { story, remote, state, hub } = world;
  story.chapter('A pull request breaks a redirect');
  await alice.quietly('git checkout -q -b history');
  alice.edit('policies/status-parcels-example.yaml', '/history', '/incidents');
  await alice.run('edgewright test', { exit: 1 });
  await alice.quietly(
    'git commit -qam "Rename the page" && git push -q origin history && git checkout -q main',
  );
  const event = proposed(world, {
    number: 8,
    from: remote,
    branch: 'history',
    repository,
    headRepository: repository,
  });
  state.head = event.head;
  // The stand-in has one list of comments: those of the other pull request leave it.
  state.comments.length = 0;
  tell(world, await happens(hub, event));
  for (const comment of state.comments)
    story.shown(`Comment ${comment.id} of #8, by ${comment.login}:`, comment.body);
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

async function redirectChangedByHand(world: World, alice: Person): Promise<void> {
  const { story, api } = world;
  story.chapter('A redirect is changed by hand, which breaks a test');
  await api.outside.change('endpoint', 'ep_status', {
    traffic_policy: JSON.stringify({
      on_http_request: [{ actions: [{ type: 'custom-response', config: { status_code: 200 } }] }],
    }),
  });
  await drift(world);
  story.chapter('The change is reverted');
  await alice.run('edgewright apply --env production --allow-revert endpoint/status-parcels-example --yes');
  await drift(world);
}

async function drift(world: World): Promise<void> {
  tell(world, await happens(world.hub, onMain(world, 'schedule'), { only: 'edgewright drift' }));
  for (const { number, title, body, state } of world.state.issues)
    world.story.shown(`Issue ${number}, ${state}: ${title}`, body);
}

async function ledgerLost(world: World, alice: Person): Promise<void> {
  const { story, hub } = world;
  story.chapter('The branch of the ledger is deleted, and rebuilt');
  await alice.run('git push -q origin :edgewright-ledger');
  tell(world, await happens(hub, onMain(world, 'schedule'), { only: 'edgewright apply' }));
  const routes = hub.door.artifacts.findLast(({ name }) => name === 'edgewright-routes-production');
  await alice.quietly(`cp '${routes?.folder}'/* routes.txt`);
  await alice.run('edgewright ledger rebuild --env production --routes routes.txt');
  tell(world, await happens(hub, onMain(world, 'schedule'), { only: 'edgewright apply' }));
}

function onMain({ git, remote }: World, name: HubEvent['name']): HubEvent {
  const sha = git(remote, 'rev-parse', 'main');
  return {
    name,
    repository,
    sha,
    ref: 'refs/heads/main',
    payload: { repository: { default_branch: 'main' } },
  };
}

/** Each job that ran: what it printed, and its summary. */
function tell({ story }: World, runs: readonly NamedRun[]): void {
  for (const { workflow, jobs } of runs) {
    for (const { job, conclusion, log, summary } of jobs) {
      story.printed(`${workflow} / ${job}: ${conclusion}`, log);
      if (summary !== '') story.shown('Its summary:', summary);
    }
  }
}
