import type { Diagnostic } from '../../../src/model/diagnostic.ts';

/** All that a finding says and where, on a line each: a recorded text of these notices a change of any of it. */
export function wholeFinding({
  severity,
  rule,
  message,
  place: { source, start, end },
  label,
  why,
  help,
  fix,
  related,
}: Diagnostic): string {
  return [
    `${severity} ${rule}: ${message}`,
    `  ${source.path} ${start}-${end}${label === undefined ? '' : ` ${label}`}`,
    ...related.map(({ place, label: about }) => `  see ${place.source.path} ${place.start}: ${about}`),
    ...(why === undefined ? [] : [`  why ${why}`]),
    ...(help === undefined ? [] : [`  help ${help}`]),
    ...(fix === undefined
      ? []
      : [`  fix ${JSON.stringify(fix.edits.map(({ text }) => text))} ${fix.safety}`]),
  ].join('\n');
}
