import type { Diagnostic } from '../../model/diagnostic.ts';
import { exitCodes, type ExitCode } from '../../model/errors.ts';

/** What errors end a run with: 78 where edgewright.yaml itself is wrong, else 1; undefined when there are none. */
export function failureOf(diagnostics: readonly Diagnostic[]): ExitCode | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  const isOfSettings = ({ place, rule }: Diagnostic): boolean =>
    place.source.path === 'edgewright.yaml' && !ofOtherFiles.has(rule);
  return errors.some((error) => isOfSettings(error)) ? exitCodes.settings : exitCodes.configuration;
}

/** What is missing beside edgewright.yaml is in it, though it is seldom its fault. */
const ofOtherFiles: ReadonlySet<string> = new Set(['no-environment', 'no-resources']);
