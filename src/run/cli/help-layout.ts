import { Help } from 'commander';
import { optionGroups } from './option-groups.ts';

/** Help that lists commands by name only, and options by group. */
export const helpLayout: Partial<Help> = {
  subcommandTerm: (command) => command.name(),
  groupItems: (all, visible, groupOf) => {
    const order: readonly string[] = Object.values(optionGroups);
    const found = [...new Help().groupItems(all, visible, groupOf)];
    return new Map(found.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
  },
};
