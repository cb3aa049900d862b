import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

export interface Surroundings {
  /** The folders of the workspace, in their order. */
  readonly folders: readonly string[];
  /** Programs and settings of a workspace that is not trusted are never used. */
  readonly isTrusted: boolean;
  /** The setting `edgewright.server.path`: that of the user, and that of the workspace. */
  readonly setting: { readonly ofUser: string; readonly ofWorkspace: string };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** The program to start, or the places where there was none. */
export type FoundServer =
  | { readonly program: string; readonly from: 'setting' | 'workspace' | 'PATH' }
  | { readonly tried: readonly string[] };

/** Looks in the setting, in node_modules of the workspace, and in PATH. A setting that names no program is an error. */
export function findServer(around: Surroundings): FoundServer {
  const { folders, isTrusted, setting } = around;
  const named = isTrusted && setting.ofWorkspace !== '' ? setting.ofWorkspace : setting.ofUser;
  if (named !== '') {
    const bases = path.isAbsolute(named) ? [''] : isTrusted ? folders : [];
    const places = bases.map((base) => path.join(base, named));
    const program = places.find(isProgram);
    return program === undefined
      ? { tried: places.length > 0 ? places : [named] }
      : { program, from: 'setting' };
  }
  const own = isTrusted
    ? folders.flatMap((folder) => inFolder(path.join(folder, 'node_modules/.bin'), around))
    : [];
  const program = own.find(isProgram);
  if (program !== undefined) return { program, from: 'workspace' };
  const found = inPath(around).find(isProgram);
  return found === undefined ? { tried: [...own, 'PATH'] } : { program: found, from: 'PATH' };
}

/** Folders of PATH that are relative or inside the workspace would run programs of the workspace. */
function inPath(around: Surroundings): readonly string[] {
  const { env, platform, folders, isTrusted } = around;
  const all = (env['PATH'] ?? env['Path'] ?? '').split(platform === 'win32' ? ';' : ':');
  const outside = (folder: string): boolean =>
    path.isAbsolute(folder) && (isTrusted || !folders.some((own) => isInside(folder, own)));
  return all.filter(outside).flatMap((folder) => inFolder(folder, around));
}

function inFolder(folder: string, { platform }: Surroundings): readonly string[] {
  const names = platform === 'win32' ? ['edgewright.exe', 'edgewright.cmd'] : ['edgewright'];
  return names.map((name) => path.join(folder, name));
}

function isInside(folder: string, parent: string): boolean {
  const relative = path.relative(parent, folder);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
