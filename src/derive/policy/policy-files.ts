import type { Source } from '../../model/document.ts';

/** A file as a traffic policy: the value of the field, or of the `value` of the module of edges and routes. */
const included =
  /\btraffic_policy["']?\s*:\s*(?:\{?\s*(?:["']?enabled["']?\s*:\s*\w+[,\s]\s*)?["']?value["']?\s*:\s*)?["']?\$\(file:([^)\s]+)\)/g;

/**
 * The paths of the files that texts of a workspace include as a traffic policy, sorted. Read off the texts, because a
 * big workspace does not keep the trees of its files.
 */
export function policyFilesOf(sources: Iterable<Source>): readonly string[] {
  const paths = new Set<string>();
  for (const { text } of sources)
    if (text.includes('$(file:'))
      for (const [, path = ''] of text.matchAll(included)) paths.add(withoutDots(path));
  return [...paths].sort();
}

/** The paths of all files that texts of a workspace include, each as often as it is included. */
export function* includedFiles(sources: Iterable<Source>): Generator<string> {
  for (const { text } of sources)
    for (const [, path = ''] of text.matchAll(/\$\(file:([^)\s]+)\)/g)) yield withoutDots(path);
}

/** Normalizes a path as the workspace does: `./a//b` is `a/b`. */
export function withoutDots(path: string): string {
  return path
    .split('/')
    .filter((name) => name !== '.' && name !== '')
    .join('/');
}
