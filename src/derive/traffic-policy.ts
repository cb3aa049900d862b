import { parse, YAMLParseError } from 'yaml';
import type { Json } from '../model/value.ts';

/** What a traffic policy's text says, or where it stops making sense (`offset` in UTF-16 units). */
export type ParsedPolicy = { readonly tree: Json } | { readonly problem: string; readonly offset: number };

/** Reads a traffic policy: JSON first, then YAML 1.2 core (SPEC-GAPS: both were seen). */
export function parsePolicy(text: string): ParsedPolicy {
  try {
    return { tree: JSON.parse(text) as Json };
  } catch {
    return parseYaml(text);
  }
}

function parseYaml(text: string): ParsedPolicy {
  try {
    const tree: unknown = parse(text, {
      prettyErrors: false,
      schema: 'core',
      uniqueKeys: false,
      maxAliasCount: 100,
      // A warning would quote the text on stderr.
      logLevel: 'error',
    });
    return { tree: (tree ?? null) as Json };
  } catch (error) {
    const offset = error instanceof YAMLParseError ? error.pos[0] : 0;
    return { problem: error instanceof Error ? error.message : String(error), offset };
  }
}
