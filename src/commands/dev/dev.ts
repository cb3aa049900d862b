import { Command, Option } from 'commander';
import { environmentOption, secretsOption, workspaceOption } from '../../run/cli/options.ts';
import { collect, portNumber } from '../../run/cli/option-values.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import type { DevOptions } from './run-dev.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { verb } from '../../run/cli/verb.ts';

/** `dev`: serves the compiled resources of an environment on this machine, until it is interrupted. */
export function devCommand(run: RunCommand): Command {
  return verb('dev', {
    group: 'check',
    summary: 'serve the files as an edge on this machine',
    description:
      "serve the compiled resources of an environment over HTTP and HTTPS on this machine, for a browser and curl, and show each request with its way: http://localhost:4444/ lists every URL, http://shop.example.com.localhost:4444/ opens one in a browser, and curl names it with -H 'host: shop.example.com'; requests reach the upstreams that you name here or in edgewright.dev.yaml, and nothing is sent to the API",
    examples: [
      'edgewright dev --env staging --upstream backend/storefront=http://localhost:3000 --open',
      "edgewright dev --env staging --upstream 'https://*.internal=http://localhost:3001' --port 8080",
    ],
    exits: ['configuration', 'settings'],
  })
    .addOption(environmentOption())
    .addOption(workspaceOption())
    .optionsGroup(optionGroups.request)
    .addOption(
      new Option(
        '--upstream <name=url>',
        'server on this machine for a backend or an internal URL, such as backend/shop=http://localhost:3000 or https://api.internal=http://localhost:3001; `*` matches any characters; may be repeated',
      ).argParser(collect),
    )
    .addOption(new Option('--host <host=edge>', 'host of an HTTPS edge; may be repeated').argParser(collect))
    .addOption(
      new Option(
        '--key-set <url=file>',
        'JSON file with the keys that a policy looks up at a URL (default: the URL is fetched); may be repeated',
      ).argParser(collect),
    )
    .addOption(secretsOption().helpGroup(optionGroups.request))
    .optionsGroup(optionGroups.output)
    .option(
      '-p, --port <number>',
      'port of HTTP and HTTPS; 0 for a free one, which is printed',
      portNumber,
      4444,
    )
    .option('--open', 'show the page of the last requests in a browser')
    .option('--save-to <file>', 'test file for the requests that the page saves', 'tests/dev.yaml')
    .optionsGroup(optionGroups.safety)
    .option(
      '--listen <address>',
      'address to listen at instead of 127.0.0.1; any but a loopback address requires --allow-network',
    )
    .option(
      '--allow-network',
      'allow other machines that reach this one to send requests through this edge to your upstreams',
    )
    .action(
      run(async (io, options: DevOptions) => {
        const { runDev } = await import('./run-dev.ts');
        return runDev(io, options);
      }),
    );
}
