import { inert } from '../report/text/inert.ts';

/** A line that the runner executes; the message cannot end it or start another one. */
export function workflowCommand(name: 'add-mask' | 'error' | 'warning', message: string): string {
  return `::${name}::${escaped(name === 'add-mask' ? message : inert(message))}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
