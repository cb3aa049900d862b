/** Every command that a text prints to be pasted: in backticks, behind a label, or on lines joined by backslashes. */
export function printedCommands(text: string): readonly string[] {
  // How a command is called is no command.
  const whole = text.replaceAll(/ \\\n\s*/g, ' ').replaceAll(/^Usage: .*$/gm, '');
  const spans = [...whole.matchAll(/`(edgewright [^`\n]+)`/g)];
  const lines = [...whole.matchAll(/^(?:\s*|.*[:*]\s+)(edgewright [^`\n]+)$/gm)];
  const sentences = [...whole.matchAll(/\bRun (edgewright [^`\n]+?)(?=: | when | to see |\.$)/gm)];
  return [...new Set([...spans, ...lines, ...sentences].map(([, command = '']) => command.trim()))].filter(
    (command) => /^edgewright [a-z]/.test(command) && !/<[a-z_/ -]+>/.test(command),
  );
}

/** What a command is, whatever it is about: one of each is enough. */
export function shapeOf(command: string): string {
  return command
    .split(' ')
    .map((word) => (/^(?:edgewright|--?[a-z][a-z-]*|[a-z]+)$/.test(word) ? word : '…'))
    .join(' ');
}
