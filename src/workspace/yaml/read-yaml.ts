import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Source, YamlDocument } from '../../model/document.ts';
import { readQuickly } from './quick-reader.ts';
import { readThoroughly } from './read-yaml-thorough.ts';

export interface ReadYaml {
  readonly documents: readonly YamlDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

const nothing: readonly Diagnostic[] = [];

/**
 * Reads a YAML 1.2 file into plain data with the exact range of every key and value, in time linear in its size. A
 * document with a syntax error has no root; the documents around it are read.
 */
export function readYaml(source: Source): ReadYaml {
  const documents = readQuickly(source);
  return documents === undefined ? readThoroughly(source) : { documents, diagnostics: nothing };
}
