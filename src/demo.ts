import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main } from './main.ts';
import type { Io } from './model/io.ts';
import { processIo } from './process-io.ts';
import { startLocalApi } from './run/session/api/local-api.ts';

/**
 * `npm run demo`: the whole tool in one minute, on a copy of examples/bookshop and the built-in mock API. Each step is
 * a command that the reader could type; the program checks its exit code.
 */
async function demo(examples: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-demo-'));
  const { io: outer } = processIo();
  try {
    const workspace = path.join(folder, 'bookshop');
    cpSync(path.join(examples, 'bookshop'), workspace, { recursive: true });
    const server = await startLocalApi(outer, {
      port: 0,
      seed: 1,
      token: 'demo-token',
      fixture: path.join(workspace, 'fixture.yaml'),
    });
    try {
      await tell(outer, { ...outer, cwd: workspace, env: environment(outer, server.url) }, server, workspace);
    } finally {
      await server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type LocalApi = Awaited<ReturnType<typeof startLocalApi>>;

async function tell(out: Io, io: Io, server: LocalApi, workspace: string): Promise<void> {
  const say = (text: string): void => out.stdout(`\n# ${text}\n`);
  const type = async (command: string, expected: number): Promise<void> => {
    out.stdout(`$ edgewright ${command}\n`);
    const exitCode = await main(command.split(' '), io);
    if (exitCode !== expected) {
      throw new Error(`\`edgewright ${command}\` ended with ${exitCode} where the demo expects ${expected}`);
    }
  };

  say('A bookshop keeps its endpoints and edges as YAML. Is it well written?');
  await type('lint', 0);
  say('A new account: nothing is live, so there is no ledger of ids. It is made on purpose, once.');
  await type('ledger init --env production', 0);
  say('The plan: what apply would do (29 resources; `compile` prints the exact bodies.)');
  await type('plan --env production', 0);
  say('Do it.');
  await type('apply --env production --yes', 0);
  say('The second plan is empty: what is live is what the files say.');
  await type('plan --env production --detailed-exitcode', 0);

  say('An edit of a file: the back office loses its address restriction.');
  edit(
    workspace,
    'resources/internal/tools.yaml',
    'uses: [engineer-login, office-only, secure-headers]',
    'uses: [engineer-login, secure-headers]',
  );
  say('The plan says what gets less protected, first, and refuses to go on without a human (exit 6).');
  await type('plan --env production', 6);
  say('With an approval on the command line (in a repository: an `approval` document) it is applied.');
  await type('apply --env production --yes --allow-exposure https-route/admin', 0);

  say('Meanwhile the checkout route is changed by hand, in the dashboard.');
  await byHand(server);
  say(
    'The next plan tells the outside change from ours and keeps it: `drift: report` reverts nothing (exit 2).',
  );
  await type('plan --env production --detailed-exitcode', 2);

  say('Try next:');
  out.stdout(`  edgewright init my-edges && cd my-edges        # a workspace of your own
  edgewright plan --local                        # against the built-in mock API, no account needed
  edgewright explain https-route.circuit_breaker # what a field means
  examples/mistakes                              # one instructive mistake for each group of rules
`);
}

async function byHand({ outside }: LocalApi): Promise<void> {
  const checkout = outside.objects('https-route').find(({ spec }) => spec['match'] === '/checkout');
  if (checkout === undefined) throw new Error('the demo no longer finds the checkout route');
  await outside.change('https-route', checkout.id, {
    circuit_breaker: { ...(checkout.spec['circuit_breaker'] as object), error_threshold_percentage: 0.9 },
  });
}

function environment(io: Io, url: string): Io['env'] {
  return {
    PATH: io.env['PATH'],
    HOME: io.env['HOME'],
    NO_COLOR: io.env['NO_COLOR'],
    EDGEWRIGHT_API_URL: url,
    EDGEWRIGHT_API_TOKEN: 'demo-token',
    EDGEWRIGHT_SECRET_ACCOUNT_OIDC: 'demo-account-oidc-secret',
    EDGEWRIGHT_SECRET_ADMIN_GITHUB_APP: 'demo-github-app-secret',
    EDGEWRIGHT_SECRET_HOOKS_GITHUB: 'demo-hooks-github-secret',
    EDGEWRIGHT_SECRET_HOOKS_SLACK: 'demo-hooks-slack-secret',
    EDGEWRIGHT_SECRET_HOOKS_STRIPE: 'demo-hooks-stripe-secret',
    EDGEWRIGHT_SECRET_RECOMMENDATIONS_KEY: 'demo-recommendations-key',
  };
}

function edit(workspace: string, file: string, before: string, after: string): void {
  const target = path.join(workspace, file);
  const text = readFileSync(target, 'utf8');
  if (!text.includes(before)) throw new Error(`the demo no longer finds \`${before}\` in ${file}`);
  writeFileSync(target, text.replace(before, after));
}

demo(path.resolve('examples')).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
