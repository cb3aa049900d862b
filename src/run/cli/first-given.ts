/** The first of these options that was given, as it is typed: `--secrets-dir`. */
export function firstGiven<Options extends object>(
  options: Options,
  names: readonly (keyof Options & string)[],
): string | undefined {
  const name = names.find((optionName) => options[optionName] !== undefined);
  return name && `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
