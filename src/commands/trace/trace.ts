import { Command, Option } from 'commander';
import {
  apiOptions,
  colorOption,
  environmentOption,
  outputOption,
  workspaceOption,
} from '../../cli/options.ts';
import { collect, type RunCommand } from '../../cli/run-command.ts';
import type { TraceOptions } from './trace-options.ts';

/** `trace <url>`: who serves a URL. Nothing is sent to it: routes and endpoints are compared with it. */
export function traceCommand(run: RunCommand): Command {
  const command = new Command('trace')
    .description('say which endpoint or route serves a URL and by which modules, desired and live')
    .argument(
      '[url]',
      '`https://host/path`, `tcp://host:port`, or `https-edge/<name>/path` where hosts are unknown',
    )
    .addOption(environmentOption('the environment to look at; may be left out when there is one'))
    .option('--method <method>', 'the method of the request, where a module looks at it', 'GET')
    .addOption(
      new Option('--header <header>', '`name: value` of the request; may be repeated').argParser(collect),
    )
    .addOption(
      new Option('--host <host=edge>', 'a host that an HTTPS edge has; may be repeated').argParser(collect),
    )
    .option('--desired', 'what the files say, without looking at the API')
    .option('--live', 'what is live, whatever the files say')
    .option('--corpus <file>', 'the URLs of a file instead, one a line; `-` for standard input')
    .option('--base <ref>', 'with --corpus: compare with where the work left this git ref')
    .option('--detailed-exitcode', 'exit 2 when the two sides differ')
    .addOption(new Option('--format <format>', 'how').choices(['text', 'json']).default('text'))
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
