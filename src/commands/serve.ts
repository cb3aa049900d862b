import { Command, Option } from 'commander';
import { exitCodes } from '../model/exit-codes.ts';
import { inertPath } from '../report/text/inert.ts';
import { secretEchoes } from '../server/objects/secret-echo.ts';
import { type RunCommand } from '../run/cli/run-command.ts';
import type { LocalApiFlags } from '../run/session/api/local-api.ts';
import { collect, portNumber, wholeNumber } from '../run/cli/option-values.ts';
import { optionGroups } from '../run/cli/option-groups.ts';
import { verb } from '../run/cli/verb.ts';

/** `serve`: runs the built-in mock API until interrupted. */
export function serveCommand(run: RunCommand): Command {
  return verb('serve', {
    group: 'operate',
    summary: 'run the built-in mock API',
    description: 'run the built-in mock API, with all eleven operations, until it is interrupted',
    examples: ['edgewright serve', 'edgewright serve --port 0 --data api --rate-limit 120/60s'],
    exits: ['unsafe'],
  })
    .optionsGroup(optionGroups.api)
    .option('-p, --port <number>', 'port on 127.0.0.1; 0 for a free one, which is printed', portNumber, 4040)
    .option('--token <token>', 'bearer token that requests must have')
    .option('--data <folder>', 'folder for the state, which then survives a kill (default: in memory)')
    .option(
      '--fixture <file>',
      'YAML file with objects that this API cannot create: edges, backends, policies, other endpoints',
    )
    .optionsGroup(optionGroups.faults)
    .option('--latency <time>', 'time from a request to its response, such as 50ms')
    .option('--rate-limit <rate>', 'rate above which it returns 429, such as 120/60s')
    .addOption(
      new Option(
        '--fault <kind=share>',
        'share of requests that fail, such as lost-answer=0.01,5xx=0.02; may be repeated',
      ).argParser(collect),
    )
    .option('--seed <number>', 'seed of the faults: the same one repeats them', wholeNumber, 1)
    .addOption(
      new Option('--mask-secrets <how>', 'form of secrets in responses (default: in clear)').choices(
        secretEchoes.filter((how) => how !== 'clear'),
      ),
    )
    .option('--patch-replaces', 'reset the fields that an update leaves out (default: they are kept)')
    .action(
      run(async (io, options: LocalApiFlags) => {
        const { startLocalApi } = await import('../run/session/api/local-api.ts');
        const { signal } = io;
        const server = await startLocalApi(io, options);
        io.stdout(`listening on ${server.url}\n`);
        io.stderr(introduction(options));
        await new Promise<void>((resolve) => {
          if (signal.aborted) resolve();
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        await server.close();
        io.stderr('stopped\n');
        return exitCodes.ok;
      }),
    );
}

/** Names the API, its token and the next step. The address is the line before, on stdout. */
function introduction({ token, data }: LocalApiFlags): string {
  const state =
    data === undefined
      ? 'in memory, lost when it stops; --data <folder> keeps it'
      : `in \`${inertPath(data)}\``;
  const [access, names] =
    token === undefined
      ? ['any token, or none; --token <token> requires one', 'EDGEWRIGHT_API_URL to this address']
      : ['the one of --token', 'EDGEWRIGHT_API_URL to this address, EDGEWRIGHT_API_TOKEN to the token'];
  return [
    `The built-in mock API, with all eleven operations. State: ${state}.`,
    `Token: ${access}.`,
    `In a workspace set ${names}; then run \`edgewright doctor\`.`,
    'Stop it with Ctrl+C.',
    '',
  ].join('\n');
}
