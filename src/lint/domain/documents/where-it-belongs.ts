import { isMatched, startGlobs } from '../../../text/patterns/glob.ts';
import { quoted } from '../../../text/quoted.ts';

/** Help for a file that is not read: rename it if that suffices, else move it or add a pattern. */
export function whereItBelongs(globs: readonly string[], path: string, seems: string): string {
  const [renamed] = renamings(path).filter((other) => other !== path && isRead(globs, other, seems));
  const aside = 'if it is not meant for Edgewright, turn this rule off for it under `lint.overrides`';
  if (renamed !== undefined) return `rename it to ${quoted(renamed)}; ${aside}`;
  const name = yamlName(path.slice(path.lastIndexOf('/') + 1));
  if (seems === 'environment')
    return `move it to ${quoted(`environments/${name}`)}, where environments are; ${aside}`;
  const place = folderOf(globs);
  const wanted = place === undefined ? undefined : `${place}/${name}`;
  const move =
    wanted !== undefined && isRead(globs, wanted, seems) ? `move it to ${quoted(wanted)}, or add` : 'add';
  return `${move} a pattern that matches it to \`resources:\` in edgewright.yaml; ${aside}`;
}

function renamings(path: string): readonly string[] {
  const yamlPath = yamlName(path);
  // Hidden files and folders are not read, whatever the pattern.
  const shown = yamlPath.replaceAll(/(^|\/)\.(?=[^/])/g, '$1');
  return [yamlPath, yamlPath.replace(/\.yaml$/, '.yml'), ...(shown === yamlPath ? [] : [shown])];
}

function yamlName(path: string): string {
  return `${path.replace(/(?:\.(?:ya?ml|json|ymal|yam|yl|ylm|txt))+$/i, '')}.yaml`;
}

/** The folder part of the first pattern, up to its first wildcard. */
function folderOf([glob]: readonly string[]): string | undefined {
  const names = (glob ?? '').split('/').slice(0, -1);
  const fixed = names.slice(
    0,
    [...names, '*'].findIndex((name) => /[*?[{]/.test(name)),
  );
  return fixed.length === 0 ? undefined : fixed.join('/');
}

function isRead(globs: readonly string[], path: string, seems: string): boolean {
  if (seems === 'environment') return /^environments\/(?:[^/]+\/)?[^/]+\.ya?ml$/.test(path);
  return isMatched(startGlobs(globs).state, path);
}
