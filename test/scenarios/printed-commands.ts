/** Every command to paste in a text: in backticks, after a label, or on lines joined by backslashes. */
export function printedCommands(text: string): readonly string[] {
  // A usage line is not a command to run.
  const whole = text.replaceAll(/ \\\n\s*/g, ' ').replaceAll(/^Usage: .*$/gm, '');
  const spans = [...whole.matchAll(/`(edgewright [^`\n]+)`/g)];
  const lines = [...whole.matchAll(/^(?:\s*|.*[:*]\s+)(edgewright [^`\n]+)$/gm)];
  const sentences = [...whole.matchAll(/\bRun (edgewright [^`\n]+?)(?=: | when | to see |\.$)/gm)];
  return [...new Set([...spans, ...lines, ...sentences].map(([, command = '']) => command.trim()))].filter(
    (command) => /^edgewright [a-z]/.test(command) && !/<[a-z_/ -]+>/.test(command),
  );
}

/** A command with its names and values replaced by `…`: one command of each shape is run. */
export function shapeOf(command: string): string {
  return command
    .split(' ')
    .map((word) => (/^(?:edgewright|--?[a-z][a-z-]*|[a-z]+)$/.test(word) ? word : '…'))
    .join(' ');
}
