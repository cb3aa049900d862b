import type { Command } from 'commander';

/**
 * Refuses an option that is given twice with different values, where only one can be used: commander would take the
 * last without a word. An option that may be repeated collects its values in a list.
 */
export function refuseRepeated(command: Command): void {
  for (const option of command.options.filter(({ required, optional }) => required || optional)) {
    let first: unknown;
    // Runs after commander's own listener, which stores the value.
    command.on(`option:${option.name()}`, (value: unknown) => {
      const isList = Array.isArray(command.getOptionValue(option.attributeName()));
      if (first !== undefined && value !== first && !isList)
        command.error(`error: option '${option.flags}' is given twice, with different values`);
      first = value;
    });
  }
}
