import type { Print } from '../../edit/printed.ts';
import { firstFree, markOf } from '../names/free-names.ts';
import { parsePolicy } from '../../derive/policy/traffic-policy.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';

const extensions = { policies: 'yaml', saml: 'xml', texts: 'txt' } as const;

const mostBytes = 1024 * 1024;

/** The files for long texts, which `$(file:…)` includes. */
export interface TextFiles {
  /** The path of a file with exactly this text; undefined for a text that no file can hold. */
  readonly claim: (folder: TextFolder, name: string, text: string) => string | undefined;
  readonly texts: ReadonlyMap<string, string>;
  /** Returns a function that drops the files claimed after this call. */
  readonly mark: () => () => void;
}

export function textFiles(isTaken: (path: string) => boolean, print: Print): TextFiles {
  const texts = new Map<string, string>();
  return {
    texts,
    mark: () => markOf(texts),
    claim: (folder, name, text) => {
      const content = folder === 'policies' ? readablePolicy(text, print) : text;
      if (!canBeFile(content)) return undefined;
      const path = firstFree(
        (count) => `${folder}/${count === 1 ? name : `${name}-${count}`}.${extensions[folder]}`,
        (candidate) => texts.has(candidate) || isTaken(candidate),
      );
      texts.set(path, content);
      return path;
    },
  };
}

/** Whether reading a file returns exactly this text: not empty, not too long, valid UTF-8. */
export function canBeFile(text: string): boolean {
  if (text === '' || text.includes('\0') || text.startsWith('\ufeff')) return false;
  const bytes = Buffer.from(text);
  return bytes.length <= mostBytes && bytes.toString('utf8') === text;
}

/** Folders for traffic policies, SAML metadata, and other included texts. */
export type TextFolder = 'policies' | 'saml' | 'texts';

/** A policy in one line of JSON is rewritten as equivalent YAML; any other text is unchanged. */
export function readablePolicy(text: string, print: Print): string {
  const parsed = text.trimStart().startsWith('{') ? parsePolicy(text) : undefined;
  if (parsed === undefined || !('tree' in parsed)) return text;
  // Detects numbers that lose digits when parsed, and duplicate keys.
  if (JSON.stringify(parsed.tree) !== text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')) return text;
  const yaml = print(parsed.tree);
  const again = parsePolicy(yaml);
  const isSame = 'tree' in again && canonicalJson(again.tree) === canonicalJson(parsed.tree);
  return isSame ? yaml : text;
}
