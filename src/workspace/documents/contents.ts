import type { YamlDocument } from '../../model/document.ts';
import type {
  Approval,
  PresetDocument,
  RemovedDocument,
  ResourceDocument,
  WorkspaceDocument,
} from '../../model/workspace/workspace-document.ts';

interface ParsedFile {
  readonly documents: readonly YamlDocument[];
  /** The valid documents, parsed. */
  readonly meanings: readonly WorkspaceDocument[];
}

interface Contents {
  readonly yaml: readonly YamlDocument[];
  readonly resources: readonly ResourceDocument[];
  readonly presets: ReadonlyMap<string, PresetDocument>;
  readonly removed: readonly RemovedDocument[];
  readonly approvals: readonly Approval[];
}

/**
 * Sorts the documents of files by kind. Of two presets with the same name the first counts; the linter reports both.
 */
export function contentsOf(files: readonly ParsedFile[]): Contents {
  const resources: ResourceDocument[] = [];
  const presets = new Map<string, PresetDocument>();
  const removed: RemovedDocument[] = [];
  const approvals: Approval[] = [];
  for (const meaning of files.flatMap(({ meanings }) => meanings)) {
    switch (meaning.kind) {
      case 'preset':
        if (!presets.has(meaning.name)) presets.set(meaning.name, meaning);
        break;
      case 'removed':
        removed.push(meaning);
        break;
      case 'approval':
        approvals.push(meaning);
        break;
      case 'endpoint':
      case 'https-route':
      case 'tls-edge':
        resources.push(meaning);
    }
  }
  return { yaml: files.flatMap(({ documents }) => documents), resources, presets, removed, approvals };
}
