import { Command, Option } from 'commander';
import {
  apiOptions,
  colorOption,
  environmentOption,
  outputOption,
  resultFormatOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import { type RunCommand } from '../../run/cli/run-command.ts';
import type { TraceOptions } from './trace-sides.ts';
import { collect } from '../../run/cli/option-values.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/** `trace <url>`: the way of a request through routes, modules and policies. None is sent. */
export function traceCommand(run: RunCommand): Command {
  const command = verb('trace', {
    group: 'review',
    summary: 'show what a request gets, and why',
    description:
      'show which endpoint or route serves a URL, and what a request gets from its modules and policies, in the files and live; nothing is sent',
    examples: [
      'edgewright trace https://shop.example.com/cart --ip 203.0.113.7 --env production',
      'edgewright trace --corpus urls.txt --base origin/main --desired --env production',
    ],
    exits: [...apiExits, 'changes'],
  })
    .argument(
      '[url]',
      '`https://host/path`, `tcp://host:port`, or `https-edge/<name>/path` where hosts are unknown',
    )
    .addOption(environmentOption())
    .optionsGroup(optionGroups.selection)
    .option('--desired', 'use the files only, without reading the API')
    .option('--live', 'use the live objects only')
    .option('--corpus <file>', 'file with URLs, one a line; `-` for standard input')
    .option('--base <ref>', 'git ref to compare with, from its merge base; requires --corpus')
    .optionsGroup(optionGroups.request)
    .option('--method <method>', 'method of the request', 'GET')
    .addOption(
      new Option('--header <header>', '`name: value` of the request; may be repeated').argParser(collect),
    )
    .option('--body <text>', 'body of the request')
    .option('--ip <address>', 'address of the client (default: 203.0.113.7)')
    .option('--country <code>', 'country of the client, in two letters')
    .option(
      '--login <user>',
      'e-mail address of the user who has logged in, or facts as YAML (default: none)',
    )
    .addOption(
      new Option(
        '--fact <key: value>',
        'any other fact of a test, such as `given.signature: valid`; may be repeated',
      ).argParser(collect),
    )
    .addOption(new Option('--host <host=edge>', 'host of an HTTPS edge; may be repeated').argParser(collect))
    .addOption(resultFormatOption(['text', 'json', 'html']))
    .optionsGroup(optionGroups.output)
    .option('--save-test <file>', 'test file that the request is added to, with what it gets by the files')
    .option('--detailed-exitcode', 'exit 2 for two sides that differ')
    .addOption(colorOption())
    .addOption(workspaceOption())
    .addOption(outputOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, url: string | undefined, options: TraceOptions) => {
      if (options.corpus !== undefined) {
        const { traceCorpus } = await import('./trace-corpus.ts');
        return traceCorpus(io, url, options);
      }
      const { traceUrl } = await import('./trace-url.ts');
      return traceUrl(io, url, options);
    }),
  );
}
