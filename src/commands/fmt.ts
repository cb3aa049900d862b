import { Command } from 'commander';
import { exitCodes } from '../model/errors.ts';
import { inertLine, inertPath } from '../report/inert.ts';
import { openWorkspace } from './open-workspace.ts';
import { workspaceOption, type WorkspaceOptions } from './options.ts';
import { replaceFile } from './replace-file.ts';
import type { RunCommand } from './run-command.ts';

/** `fmt`: the canonical form of the resource files. `--check` only says which are not in it. */
export function fmtCommand(run: RunCommand): Command {
  return new Command('fmt')
    .description('bring resource files into canonical form: keys in order, comments and values untouched')
    .argument('[files...]', 'only these files')
    .option('--check', 'change nothing; exit 2 when a file is not in canonical form')
    .addOption(workspaceOption())
    .action(
      run(async (io, files: readonly string[], options: WorkspaceOptions & { check?: boolean }) => {
        const [workspace, { formatSource }, { readYaml }, { chosenFiles }] = await Promise.all([
          openWorkspace(io, options),
          import('../format/format-source.ts'),
          import('../workspace/read-yaml.ts'),
          import('./chosen-files.ts'),
        ]);
        const chosen = chosenFiles(io, workspace, files);
        const broken = new Set(
          workspace.diagnostics
            .map(({ place }) => place.source.path)
            .filter((path) => chosen === undefined || chosen.has(path)),
        );
        const resourceFiles = new Set(workspace.yaml.map(({ source }) => source.path));
        let changed = 0;
        for (const source of workspace.sources.values()) {
          const isChosen =
            resourceFiles.has(source.path) && (chosen === undefined || chosen.has(source.path));
          if (!isChosen || broken.has(source.path)) continue;
          const text = formatSource(source, (changedSource) => readYaml(changedSource).documents);
          if (text === source.text) continue;
          changed++;
          io.stdout(`${inertPath(source.path)}\n`);
          if (options.check !== true) replaceFile(workspace.root, source.path, text);
        }
        for (const path of [...broken].sort())
          io.stderr(
            `error: \`${inertLine(path)}\` has mistakes and was left alone; see \`edgewright lint\`\n`,
          );
        // What could not be read was not looked at: that is no success.
        if (broken.size > 0) return exitCodes.configuration;
        return options.check === true && changed > 0 ? exitCodes.changes : exitCodes.ok;
      }),
    );
}
