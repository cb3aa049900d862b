import type { settings as table } from '../../kinds/documents/settings.ts';
import type { Place } from '../../model/document.ts';
import type { SecretUse, Settings } from '../../model/workspace.ts';
import type { FieldValue } from '../documents/read-table.ts';
import { nodePlace, type TreeReading } from '../yaml/read-tree.ts';

type Secrets = FieldValue<typeof table.fields.secrets>;

/** Reads `secrets:` of edgewright.yaml: the place of each name, and where it may be used. The first of a name counts. */
export function secretSettings(
  reading: TreeReading,
  entries: Secrets,
): Pick<Settings, 'secrets' | 'secretUses'> {
  const secrets = new Map<string, Place>();
  const secretUses = new Map<string, SecretUse>();
  for (const entry of entries) {
    const name = 'short' in entry ? entry.short : entry.long.name;
    if (name === undefined || secrets.has(name.text)) continue;
    const place = nodePlace(reading, name.node);
    secrets.set(name.text, place);
    if ('long' in entry) secretUses.set(name.text, { ...useOf(entry.long), place });
  }
  return { secrets, secretUses };
}

type Long = Extract<Secrets[number], { readonly long: unknown }>['long'];

function useOf({ addresses, environments, labels }: Long): Omit<SecretUse, 'place'> {
  return {
    ...(addresses === undefined ? {} : { addresses: addresses.map(({ text }) => text) }),
    ...(environments === undefined ? {} : { environments: environments.map(({ text }) => text) }),
    ...(labels === undefined
      ? {}
      : {
          labels: labels.map(({ name, read }) => [name, read(`the label \`${name}\``)?.text ?? ''] as const),
        }),
  };
}
