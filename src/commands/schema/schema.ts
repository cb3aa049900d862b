import { Argument, Command } from 'commander';
import { outputOption } from '../../run/cli/options.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { writeResult } from '../../run/cli/files/write-result.ts';
import { verb } from '../../run/cli/verb.ts';
const names = [
  'resource',
  'settings',
  'environment',
  'endpoint',
  'tls-edge',
  'https-route',
  'traffic-policy',
  'test',
  'plan',
  'drift',
  'events',
  'notification',
  'trace',
  'trace-corpus',
  'test-results',
  'lint',
  'baseline',
] as const;

/** `schema [name]`: the JSON Schemas, for editors and for programs that read our output. */
export function schemaCommand(run: RunCommand): Command {
  return verb('schema', {
    group: 'write',
    summary: 'print a JSON Schema for an editor or a program',
    description:
      'print a JSON Schema (draft-07): of a resource or policy file, of edgewright.yaml, or of an output',
    examples: ['edgewright schema settings', 'edgewright schema plan --output plan.schema.json'],
    exits: [],
  })
    .addArgument(new Argument('[name]', 'name of the schema').choices(names).default('resource'))
    .addOption(outputOption())
    .action(
      run(async (io, name: (typeof names)[number], { output }: { output?: string }) => {
        const { schemaTexts } = await import('../../run/print-schema.ts');
        writeResult(io, schemaTexts[name], output);
        return 0;
      }),
    );
}
