import { Command } from 'commander';
import { exitCodes } from '../model/exit-codes.ts';
import { inertLine, inertPath } from '../report/text/inert.ts';
import { openWorkspace } from '../run/session/workspace/open-workspace.ts';
import { workspaceOption, type WorkspaceOptions } from '../run/cli/options.ts';
import { replaceFile } from '../run/cli/files/replace-file.ts';
import type { RunCommand } from '../run/cli/run-command.ts';
import { optionGroups } from '../run/cli/option-groups.ts';
import { verb } from '../run/cli/verb.ts';

/**
 * `fmt`: the canonical form of resource files, of the traffic policies that they include, and of tests. `--check` only
 * lists the files that differ, `--diff` shows the changes.
 */
export function fmtCommand(run: RunCommand): Command {
  return verb('fmt', {
    group: 'write',
    summary: 'put the keys of files in canonical order',
    description:
      'bring resource files, traffic policies in files, and tests into canonical form: keys in order, comments and values untouched',
    examples: ['edgewright fmt', 'edgewright fmt --check --diff'],
    exits: ['configuration', 'unsafe', 'settings'],
  })
    .argument('[files...]', 'files to format (default: all)')
    .optionsGroup(optionGroups.output)
    .option(
      '--check',
      'list the files that are not in canonical form, exit 1 if there are any, and write nothing',
    )
    .option('--diff', 'print a patch to the canonical form, and write nothing')
    .addOption(workspaceOption())
    .action(
      run(
        async (
          io,
          files: readonly string[],
          options: WorkspaceOptions & { check?: boolean; diff?: boolean },
        ) => {
          const [workspace, { formatFile, policySourcesOf }, { chosenFiles }] = await Promise.all([
            openWorkspace(io, options),
            import('../run/format-file.ts'),
            import('../run/lint/chosen-files.ts'),
          ]);
          const policies = policySourcesOf(workspace);
          const read = workspace.requestTests?.() ?? { files: [], diagnostics: [] };
          const tests = new Map(read.files.map(({ source }) => [source.path, source]));
          const chosen = chosenFiles(io, workspace, files, [...policies.keys(), ...tests.keys()]);
          const isChosen = (path: string): boolean => chosen === undefined || chosen.has(path);
          const broken = new Set(
            [
              ...workspace.diagnostics,
              // A test with mistakes of shape is formatted.
              ...read.diagnostics.filter(({ place }) => !tests.has(place.source.path)),
            ]
              .map(({ place }) => place.source.path)
              .filter(isChosen),
          );
          const resourceFiles = new Set(workspace.yaml.map(({ source }) => source.path));
          const sources = [...workspace.sources.values()].filter(({ path }) => resourceFiles.has(path));
          let changed = 0;
          for (const source of [...sources, ...policies.values(), ...tests.values()]) {
            if (!isChosen(source.path) || broken.has(source.path)) continue;
            const role = tests.has(source.path) ? 'test' : policies.has(source.path) ? 'policy' : 'resource';
            const text = await formatFile(workspace, source, role);
            if (text === undefined) broken.add(source.path);
            if (text === undefined || text === source.text) continue;
            changed++;
            if (options.diff === true) {
              const { maskedDiff } = await import('../run/session/secrets/masked-diff.ts');
              io.stdout(maskedDiff(source, text));
            } else io.stdout(`${inertPath(source.path)}\n`);
            if (options.check !== true && options.diff !== true)
              replaceFile(workspace.root, source.path, text);
          }
          for (const path of [...broken].sort())
            io.stderr(
              `error: \`${inertLine(path)}\` has mistakes and was left alone; see \`edgewright lint\`\n`,
            );
          // Unreadable files were not checked, so the run is not a success.
          if (broken.size > 0) return exitCodes.configuration;
          if (options.check !== true || changed === 0) return exitCodes.ok;
          io.stderr(
            `error: ${changed === 1 ? '1 file is' : `${changed} files are`} not in canonical form; run \`edgewright fmt\`\n`,
          );
          return exitCodes.configuration;
        },
      ),
    );
}
