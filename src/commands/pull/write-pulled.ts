import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Secret } from '../../model/secret.ts';
import type { Workspace } from '../../model/workspace.ts';
import type { Pulled } from '../../pull/pulled.ts';
import { isMatched, startGlobs } from '../../domain/glob.ts';
import { cannotWrite } from '../../cli/files/disk-failure.ts';
import { refuseLinks } from '../../cli/files/refuse-links.ts';
import { replaceFile } from '../../cli/files/replace-file.ts';

interface NewFile {
  /** As the user named it. */
  readonly shown: string;
  readonly path: string;
  readonly text: string;
  readonly modes: { readonly folder: number; readonly file: number };
}

/** Writes the new files, all or none, and then the edited ones, including the environment with its `adopt:`. */
export function writePulled(
  io: Io,
  { root }: Workspace,
  { files, secrets }: Pulled,
  { secretsDir }: { readonly secretsDir?: string },
): void {
  const fresh = [
    ...files.flatMap(({ path: file, before, text }) =>
      before === undefined ? [{ shown: file, path: path.join(root, file), text, modes: open }] : [],
    ),
    ...(secretsDir === undefined ? [] : secretFiles(io, secretsDir, secrets)),
  ];
  for (const { path: file } of files) refuseLinks(root, file);
  for (const { shown, path: file } of fresh) {
    if (existsSync(file))
      throw new UserError(exitCodes.usage, `\`${shown}\` already exists`, {
        help: 'pull writes no new file over another; rename or remove it. Nothing was written',
      });
  }
  for (const file of fresh) writeNew(file);
  for (const { path: file, before, text } of files) if (before !== undefined) replaceFile(root, file, text);
}

const open = { folder: 0o755, file: 0o644 };

/** Refuses a resource file that no pattern of `resources:` matches: it would never be read again. */
export function refuseUnread({ settings }: Workspace, { resources }: Pulled): void {
  const files = resources.flatMap(({ how, file }) => (how === 'written' ? [file] : []));
  const { state } = startGlobs(settings.resources);
  for (const file of files) {
    if (isMatched(state, file)) continue;
    throw new UserError(exitCodes.usage, `\`resources:\` in edgewright.yaml does not match \`${file}\``, {
      help: 'pull writes to resources/<kind>/<name>.yaml; add the pattern `resources/**/*.yaml`. Nothing was written',
    });
  }
}

function secretFiles(
  io: Io,
  folder: string,
  secrets: ReadonlyMap<string, Secret | undefined>,
): readonly NewFile[] {
  return [...secrets].flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          {
            shown: path.posix.join(folder, name),
            path: path.resolve(io.cwd, folder, name),
            text: value.reveal(),
            modes: { folder: 0o700, file: 0o600 },
          },
        ],
  );
}

function writeNew({ shown, path: file, text, modes }: NewFile): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: modes.folder });
    writeFileSync(file, text, { flag: 'wx', mode: modes.file });
  } catch (error) {
    throw cannotWrite(shown, error);
  }
}
