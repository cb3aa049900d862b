import { Command, Option } from 'commander';
import { exitCodes } from '../model/errors.ts';
import { secretEchoes, type SecretEcho } from '../server/objects/secret-echo.ts';
import { collect, portNumber, wholeNumber, type RunCommand } from '../cli/run-command.ts';

interface ServeOptions {
  readonly port: number;
  readonly token?: string;
  readonly data?: string;
  readonly fixture?: string;
  readonly latency?: string;
  readonly rateLimit?: string;
  readonly fault?: readonly string[];
  readonly seed: number;
  readonly maskSecrets?: SecretEcho;
  readonly patchReplaces?: boolean;
}

/** `serve`: the local API, until interrupted. */
export function serveCommand(run: RunCommand): Command {
  return new Command('serve')
    .description('run the local API: all eleven operations, for trying things out and for tests')
    .option(
      '-p, --port <number>',
      'where to listen on 127.0.0.1; 0 picks a free port and prints it',
      portNumber,
      4040,
    )
    .option('--token <token>', 'require this bearer token')
    .option('--data <folder>', 'keep the state in this folder; it survives a kill (default: in memory)')
    .option(
      '--fixture <file>',
      'YAML of what exists that this API cannot create: edges, backends, policies, other endpoints',
    )
    .option('--latency <time>', 'answer this long after the request came, such as 50ms')
    .option('--rate-limit <rate>', 'answer 429 above this rate, such as 120/60s')
    .addOption(
      new Option(
        '--fault <kind=share>',
        'fail on purpose, such as lost-answer=0.01,5xx=0.02; may be repeated',
      ).argParser(collect),
    )
    .option('--seed <number>', 'makes faults repeatable', wholeNumber, 1)
    .addOption(
      new Option('--mask-secrets <how>', 'how secrets read back (default: in clear)').choices(
        secretEchoes.filter((how) => how !== 'clear'),
      ),
    )
    .option(
      '--patch-replaces',
      'a field absent from an update is reset, not kept (the other reading of API 4.4)',
    )
    .action(
      run(async (io, options: ServeOptions) => {
        const { startLocalApi } = await import('../session/api/local-api.ts');
        const { signal } = io;
        const server = await startLocalApi(io, options);
        io.stdout(`listening on ${server.url}\n`);
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
