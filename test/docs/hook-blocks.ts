import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repository } from './page.ts';

interface HookSettings {
  readonly repos: readonly {
    readonly hooks: readonly { readonly id: string; readonly args?: readonly string[] }[];
  }[];
}

/** The hooks that a pre-commit configuration asks for, and what each runs; of one that is not offered, nothing. */
export function hooksOf(text: string): readonly { readonly id: string; readonly command: string }[] {
  const manifest = readFileSync(path.join(repository, '.pre-commit-hooks.yaml'), 'utf8');
  const offered = parse(manifest) as readonly { readonly id: string; readonly entry: string }[];
  return (parse(text) as HookSettings).repos
    .flatMap(({ hooks }) => hooks)
    .map(({ id, args = [] }) => {
      const entry = offered.find((hook) => hook.id === id)?.entry ?? '';
      return { id, command: [entry, ...args].join(' ') };
    });
}
