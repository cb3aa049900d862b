import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { playCommand } from '../scenarios/play-command.ts';
import { writeFiles } from '../scenarios/stage-files.ts';

/** A folder with a workspace in which commands are run, and all that they have said or written so far. */
export interface Stage {
  readonly folder: string;
  readonly run: (command: string, env?: Readonly<Record<string, string>>) => Promise<number>;
  readonly write: (file: string, text: string) => void;
  /** All readable output by command or file, without the files that the user wrote. */
  readonly texts: () => readonly (readonly [string, string])[];
  readonly last: () => string;
  readonly close: () => void;
}

export function openStage(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Stage {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-redact-'));
  writeFiles(folder, files);
  const said: [string, string][] = [];
  return {
    folder,
    run: async (command, more = {}) => {
      const { exit, stdout, stderr } = await playCommand({ folder, env: { ...env, ...more } }, {}, command);
      said.push([`stdout of ${command}`, stdout], [`stderr of ${command}`, stderr]);
      return exit;
    },
    write: (file, text) => writeFiles(folder, { [file]: text }),
    texts: () => [...said, ...written(folder, files)],
    last: () =>
      said
        .slice(-2)
        .map(([, text]) => text)
        .join('\n'),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** But for the store of the embedded API, which holds secrets as the service does. */
function written(folder: string, own: Readonly<Record<string, string>>): readonly [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !(name in own) && !/(?:^|\/)local\/[^/]+\/api(?:\/|$)/.test(name))
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]);
}
